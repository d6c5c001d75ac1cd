import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags } from '../../flags/cluster-flags.ts';
import { outputFlag } from '../../flags/output-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { withExitCodes } from '../../flags/with-exit-codes.ts';
import type { VersionOptions } from './run-version.ts';

/** Adds `version`. */
export function addVersionCommand(program: Command, act: Act<[VersionOptions]>): void {
  const command = program
    .command('version')
    .description('Print the versions of this program, of the API server, and of the operator.')
    .option('--client', 'of this program only; no cluster is asked');
  outputFlag(clusterFlags(command, 'namespace of the HyperConverged (default: it is searched for)'));
  withExitCodes(command, { 0: 'told' });
  withExamples(command, [
    { does: 'of all three', run: 'version' },
    { does: 'without a cluster', run: 'version --client' },
    { does: 'for a bug report', run: 'version -o yaml' },
  ]).action((options) => act(options));
}
