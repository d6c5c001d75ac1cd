import { setFlagsFromString } from 'node:v8';
import { runOperator } from './commands/operator/run-operator.ts';

/**
 * Sets V8 up for a process that mostly waits:
 * - Objects that are read and trimmed die young. V8 would give them more room with each that survives by chance, up
 *   to 16 MiB in each half; with as little as at the start, 5,000 nodes take a quarter less memory and no more time.
 * - Code is optimized when it has run three hundred times as long as usual: what runs once per edit never pays for that, and
 *   the compiler costs more memory than anything else.
 */
function setUpForWaiting(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--interrupt-budget=20000000');
}

/** The operator as a bundle of its own: a process that runs for months keeps no code of the sandbox. */
export const operatorCommand = {
  runOperator: (...args: Parameters<typeof runOperator>): Promise<number> => {
    setUpForWaiting();
    return runOperator(...args);
  },
};
