import { textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { Snapshot, SnapshotPart } from '../../snapshot/snapshot.ts';
import { snapshotKinds } from '../../snapshot/snapshot-kinds.ts';
import { readAll } from './read-all.ts';

/** Reads everything that commands look at, but no Secrets. */
export async function takeSnapshot(client: KubernetesClient, takenAt: number): Promise<Snapshot> {
  const version = await client.raw({ method: 'GET', path: '/version' });
  const readings = await readAll(client, snapshotKinds);
  return {
    takenAt,
    server: version.ok ? textAt(version.value, 'gitVersion') : '',
    masked: false,
    parts: snapshotKinds.map(
      ({ resource }, index): SnapshotPart => ({
        resource,
        reading: readingOf(readings[index]),
      }),
    ),
  };
}

function readingOf(result: Awaited<ReturnType<typeof readAll>>[number] | undefined): SnapshotPart['reading'] {
  if (result === undefined) return { state: 'absent' };
  return result.state === 'tooMany' ? { state: 'failed', code: 413 } : result;
}
