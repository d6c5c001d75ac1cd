import type { Command } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { snapshotFlag } from '../../../flags/cluster-flags.ts';
import { layeringClusterFlags } from '../../../flags/layering-cluster-flags.ts';
import { listFlag } from '../../../flags/output-flag.ts';
import { selectorFlag } from '../../../flags/selector-flag.ts';
import { watchFlag } from '../../../flags/watch-flag.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import { withExitCodes } from '../../../flags/with-exit-codes.ts';
import type { StatusOptions } from './run-layering-status.ts';

export interface StatusActs {
  readonly layeringStatus: Act<[readonly string[], StatusOptions]>;
}

/** Adds `layering status`. */
export function addStatusCommand(layering: Command, { layeringStatus }: StatusActs): void {
  const command = snapshotFlag(layeringClusterFlags(layering.command('status [config...]'))).description(
    'Print the state of images, builds and nodes, and what is wrong: of all configs on one screen, in full of those that are named.',
  );
  withExitCodes(watchFlag(selectorFlag(listFlag(command), 'on the MachineOSConfig')), {
    0: 'images are there, and nodes have them',
    1: 'anything is not so',
  });
  withExamples(command, [
    { does: 'the state of all configs', run: 'layering status' },
    { does: 'everything about one', run: 'layering status worker' },
    { does: 'again, whenever something changes', run: 'layering status worker -w' },
    { does: 'of one, for a script', run: 'layering status worker -o json' },
  ]).action((configs, options) => layeringStatus(configs, options));
}
