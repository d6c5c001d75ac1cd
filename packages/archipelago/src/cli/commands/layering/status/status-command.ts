import type { Command } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { snapshotFlag } from '../../../flags/cluster-flags.ts';
import { layeringClusterFlags } from '../../../flags/layering-cluster-flags.ts';
import { outputFlag } from '../../../flags/output-flag.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import type { StatusOptions } from './run-layering-status.ts';

export interface StatusActs {
  readonly layeringStatus: Act<[string | undefined, StatusOptions]>;
}

/** Adds `layering status`. */
export function addStatusCommand(layering: Command, { layeringStatus }: StatusActs): void {
  const command = snapshotFlag(layeringClusterFlags(layering.command('status [config]'))).description(
    'Print the state of images, builds and nodes, and what is wrong; of all configs unless one is named.',
  );
  withExamples(outputFlag(command), [
    { does: 'the state of all configs', run: 'layering status' },
    { does: 'of one, for a script', run: 'layering status worker -o json' },
  ]).action((config, options) => layeringStatus(config, options));
}
