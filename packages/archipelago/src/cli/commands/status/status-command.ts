import { Argument, type Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags, snapshotFlag } from '../../flags/cluster-flags.ts';
import { listFlag } from '../../flags/output-flag.ts';
import { watchFlag } from '../../flags/watch-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { StatusOptions } from './run-status.ts';
import { type PartName, partNames } from './status-schema.ts';

const help = `
Each part is looked at for itself: what is not there, or may not be read, holds
no other up, and is named.

Exit codes: 0 all is well, 1 something is not or could not be looked at,
2 wrong use, 3 the cluster was not reached`;

/** Adds `status`. */
export function addStatusCommand(program: Command, act: Act<[readonly PartName[], StatusOptions]>): void {
  const command = program
    .command('status')
    .description(
      'Print on one screen how the installation is: operator, operands, images, findings, alerts.',
    );
  snapshotFlag(clusterFlags(command, 'namespace of the HyperConverged (default: it is searched for)'));
  command.addArgument(new Argument('[parts...]', 'only these').choices(partNames));
  watchFlag(listFlag(command)).addHelpText('after', help);
  withExamples(command, [
    { does: 'is all well?', run: 'status' },
    { does: 'everything that is not, in full', run: 'status -o wide' },
    { does: 'again, whenever something changes', run: 'status -w' },
    { does: 'of images and builds only', run: 'status images builds' },
    { does: 'of a cluster as it was', run: 'status --snapshot ./cluster' },
  ]).action((parts, options) => act(parts, options));
}
