import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from './cluster-view.ts';

interface MigrationNetwork {
  readonly namespace: string;
  readonly name: string;
}

/** The network of migrations, read in the namespace of KubeVirt where no other is named; undefined: that of pods. */
export function migrationNetwork({ hyperConverged }: ClusterView): MigrationNetwork | undefined {
  const migration = hyperConverged.value('migration');
  const written = isJsonObject(migration) ? textAt(migration, 'network') : '';
  if (written === '') return undefined;
  const [first = '', second] = written.split('/');
  return second === undefined
    ? { namespace: hyperConverged.namespace, name: first }
    : { namespace: first, name: second };
}

/** Its NetworkAttachmentDefinition; undefined: there is none. */
export function attachmentOf(
  cluster: ClusterView,
  { namespace, name }: MigrationNetwork,
): JsonObject | undefined {
  return cluster
    .objects('networkAttachments')
    .find(
      (one) => textAt(one, 'metadata', 'name') === name && textAt(one, 'metadata', 'namespace') === namespace,
    );
}

/** What a check says that asks about it where there is none. */
export const noMigrationNetwork = { skipped: 'migrations use the network of pods' };
