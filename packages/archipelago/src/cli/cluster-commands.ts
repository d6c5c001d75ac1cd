import { runSandbox } from './commands/sandbox/run-sandbox.ts';
import { runSandboxClock } from './commands/sandbox/run-sandbox-clock.ts';
import { runSandboxRestore } from './commands/sandbox/run-sandbox-restore.ts';
import { runSandboxSnapshot } from './commands/sandbox/run-sandbox-snapshot.ts';
import { runUp } from './commands/up/run-up.ts';

/** The commands that start something. They are a bundle of their own, so that the offline commands start fast. */
export const clusterCommands = { runSandbox, runSandboxClock, runSandboxRestore, runSandboxSnapshot, runUp };
