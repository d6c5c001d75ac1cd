import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags, snapshotFlag } from '../../flags/cluster-flags.ts';
import { listFlag } from '../../flags/output-flag.ts';
import { watchFlag } from '../../flags/watch-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { withExitCodes } from '../../flags/with-exit-codes.ts';
import type { MachinesOptions } from './run-machines.ts';

/** Adds `machines`. */
export function addMachinesCommand(program: Command, act: Act<[readonly string[], MachinesOptions]>): void {
  const command = program
    .command('machines')
    .description(
      'Print virtual machines by architecture, and those whose architecture has no node, no image, or another image.',
    )
    .argument('[machines...]', 'namespace/name (default: those that do not start or boot)')
    .option('--arch <name>', 'only those of this architecture')
    .option('--all', 'also those with which nothing is wrong');
  snapshotFlag(clusterFlags(command, 'only virtual machines of this namespace (default: all)'));
  withExitCodes(watchFlag(listFlag(command)), {
    0: 'nothing is wrong with those that are told of',
    1: 'something is, with one at least',
  });
  withExamples(command, [
    { does: 'what does not start or boot, and what to do', run: 'machines' },
    { does: 'every machine of arm64, with what it boots from', run: 'machines --arch arm64 --all -o wide' },
    { does: 'one, until nothing is wrong with it', run: 'machines team/web -w' },
  ]).action((names, options) => act(names, options));
}
