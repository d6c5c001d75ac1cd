import { runSandbox } from './commands/sandbox/run-sandbox.ts';
import { runUp } from './commands/up/run-up.ts';

/** The commands that start something. They are a bundle of their own, so that the offline commands start fast. */
export const clusterCommands = { runSandbox, runUp };
