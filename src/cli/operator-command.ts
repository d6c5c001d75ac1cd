import { runOperator } from './operator.ts';

/** The operator as a bundle of its own: a process that runs for months keeps no code of the sandbox. */
export const operatorCommand = { runOperator };
