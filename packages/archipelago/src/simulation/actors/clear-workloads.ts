import type { KubernetesClient, Resource } from '@archipelago/kube-client';

/** On what a DataImportCron has imported. */
const cronLabel = 'cdi.kubevirt.io/dataImportCron';

/** A removal of KubeVirt or CDI. */
interface Removal {
  readonly client: Pick<KubernetesClient, 'list' | 'delete'>;
  /** What goes with it. */
  readonly workloads: readonly Resource[];
  /** The operand's `spec.uninstallStrategy`. */
  readonly strategy: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Lets workloads go with what runs them, as the removal of their definitions does on a real cluster; true when none is left. With
 * BlockUninstallIfWorkloadsExist it waits until somebody has deleted them: there a webhook refuses the removal, and nobody serves one here.
 */
export async function clearWorkloads({ client, workloads, strategy, signal }: Removal): Promise<boolean> {
  const isBlocked = strategy === 'BlockUninstallIfWorkloadsExist';
  // boot sources are imported again
  const selection = isBlocked ? { labelSelector: `!${cronLabel}` } : {};
  let left = 0;
  for (const resource of workloads) {
    const listed = await client.list(resource, { ...selection, signal });
    const objects = listed.ok ? listed.value.items : [];
    left += objects.length;
    if (isBlocked) continue;
    for (const { metadata } of objects)
      if (metadata.deletionTimestamp === undefined) await client.delete(resource, metadata, { signal });
  }
  return left === 0;
}
