import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags, snapshotFlag } from '../../flags/cluster-flags.ts';
import { outputFlag } from '../../flags/output-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { withExitCodes } from '../../flags/with-exit-codes.ts';
import type { AdoptOptions } from './adopt-options.ts';

/** Adds `adopt`. */
export function addAdoptCommand(program: Command, act: Act<[AdoptOptions]>): void {
  const command = program
    .command('adopt')
    .description('Take a cluster over from the HyperConverged Cluster Operator, or give it back.')
    .option('--plan', 'only show what would be done, which is the default; nothing is written')
    .option('--yes', 'carry it out, with your rights; what was interrupted goes on where it ended')
    .option('--back <file>', 'give the cluster back, as the file says that it was')
    .option('--undo-file <file>', 'where the way back is written (default: adopt-undo-NAMESPACE.json)')
    .option(
      '--timeout <duration>',
      'how long to wait for pods to end and for operators to lead (default: 2m)',
    );
  clusterFlags(snapshotFlag(command), 'namespace of the HyperConverged (default: it is searched for)');
  withExitCodes(outputFlag(command), {
    0: 'nothing is to be done, or with --yes: it is done',
    1: 'something is to be done, or could not be',
  });
  withExamples(command, [
    { does: 'what would be done, and what it would change', run: 'adopt --plan' },
    { does: 'the same for a snapshot', run: 'adopt --snapshot ./cluster' },
    { does: 'do it; the file is the way back', run: 'adopt --yes --undo-file way-back.json' },
    { does: 'what giving the cluster back would do', run: 'adopt --back way-back.json' },
    { does: 'give it back', run: 'adopt --back way-back.json --yes' },
  ]).action((options) => act(options));
}
