import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { SnapshotOptions } from './run-snapshot.ts';

export interface SnapshotActs {
  readonly snapshot: Act<[string, SnapshotOptions]>;
  readonly snapshotSchema: Act<[]>;
}

/** Adds `snapshot` and `snapshot schema`. */
export function addSnapshotCommand(program: Command, acts: SnapshotActs): void {
  const command = program
    .command('snapshot')
    .argument('<folder>', 'where it is written; must not exist, or be empty')
    .description(
      'Write what commands read of a cluster into a folder. No Secrets, no environments, no user data. (A whole embedded cluster, to be started again: archipelago sandbox snapshot.)',
    )
    .option(
      '--kubeconfig <file>',
      'kubeconfig (default: KUBECONFIG, ~/.kube/config, then the service account of the pod)',
    )
    .option('--context <name>', 'context of the kubeconfig (default: its current context)')
    .option('--mask-names', 'replace the names of nodes, namespaces, networks and workloads');
  withExamples(command, [
    { does: 'for doctor, plan, images and others with --snapshot', run: 'snapshot ./cluster' },
    { does: 'to be shown to others', run: 'snapshot ./cluster --mask-names' },
  ]).action((folder, options) => acts.snapshot(folder, options));
  const schema = command.command('schema').description('Print the schema of snapshot.json in such a folder.');
  withExamples(schema, [{ does: 'for programs that read it', run: 'snapshot schema' }]).action(() =>
    acts.snapshotSchema(),
  );
}
