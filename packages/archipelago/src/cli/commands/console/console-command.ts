import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { snapshotFlag } from '../../flags/cluster-flags.ts';
import { layeringClusterFlags } from '../../flags/layering-cluster-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { withExitCodes } from '../../flags/with-exit-codes.ts';
import type { ConsoleOptions } from './run-console.ts';

/** Adds `console`. */
export function addConsoleCommand(program: Command, act: Act<[ConsoleOptions]>): void {
  const command = program
    .command('console')
    .description('Serve the console on this machine, with the rights of the kubeconfig, until Ctrl-C.')
    .option('--port <number>', 'port on loopback (default: a free one)');
  snapshotFlag(layeringClusterFlags(command));
  withExitCodes(command, { 0: 'ended by Ctrl-C' });
  withExamples(command, [
    { does: 'open the link that is printed; it counts once', run: 'console' },
    { does: 'of a cluster as it was', run: 'console --snapshot ./cluster' },
  ]).action((options) => act(options));
}
