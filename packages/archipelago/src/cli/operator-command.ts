import { setFlagsFromString } from 'node:v8';
import { runOperator } from './commands/operator/run-operator.ts';
import { smallYoungSpace } from './process/small-young-space.ts';

/**
 * Sets V8 up for a process that mostly waits. Code is optimized when it has run three hundred times as long as usual: what runs once per edit
 * never pays for that, and the compiler costs more memory than anything else.
 */
function setUpForWaiting(): void {
  smallYoungSpace();
  setFlagsFromString('--interrupt-budget=20000000');
}

/** The operator as a bundle of its own: a process that runs for months keeps no code of the sandbox. */
export const operatorCommand = {
  runOperator: (...args: Parameters<typeof runOperator>): Promise<number> => {
    setUpForWaiting();
    return runOperator(...args);
  },
};
