import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { clusterFlags } from '../../flags/cluster-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { GatherOptions } from './gather-options.ts';

export interface GatherActs {
  readonly gather: Act<[string, GatherOptions]>;
}

const help = `
The folder's README.md says what is in it and what is missing. No Secrets, no
values of environments; what looks like a login is removed from logs and texts.

Exit codes: 0 all of it, 1 something is missing, 2 wrong use, 3 not reached`;

/** Adds `gather`. */
export function addGatherCommand(program: Command, acts: GatherActs): void {
  const gather = clusterFlags(
    program
      .command('gather')
      .argument('<folder>', 'where it is written; must not exist, or be empty')
      .description(
        'Write what support needs into a folder: resources, events, logs, findings, plans. No secrets.',
      ),
    'namespace of the operator (default: it is searched for)',
  )
    .option('--mask-names', 'replace names of nodes, namespaces and workloads; leaves logs and events out')
    .option('--metrics-url <address>', "the operator's metrics endpoint, such as https://127.0.0.1:8443")
    .option('--token-file <file>', 'with --metrics-url: file with a token to show')
    .option('--ca-file <file>', 'with --metrics-url: PEM of the authorities to trust')
    .addHelpText('after', help);
  withExamples(gather, [
    { does: 'for a report of a mistake', run: 'gather ./gathered' },
    { does: 'to be shown to others', run: 'gather ./gathered --mask-names' },
    {
      does: 'with metrics, through kubectl port-forward',
      run: 'gather ./gathered --metrics-url https://127.0.0.1:8443 --token-file ./token --ca-file ./ca.crt',
    },
  ]).action((folder, options) => acts.gather(folder, options));
}
