import { runSandbox } from './sandbox.ts';
import { runUp } from './up.ts';

/** The commands that start something. They are a bundle of their own, so that the offline commands start fast. */
export const clusterCommands = { runSandbox, runUp };
