import type { JsonObject } from '@archipelago/apimachinery';
import { type KubernetesClient, listInPages, type Resource } from '@archipelago/kube-client';
import type { SnapshotReading } from '../../snapshot/snapshot.ts';
import { plainObject } from './live-cluster.ts';

/** Which objects of a kind are read, and what is kept of each. */
interface Wanted {
  readonly resource: Resource;
  readonly keep: (object: JsonObject) => JsonObject;
  readonly labelSelector?: string | undefined;
}

/** Few requests, even for tens of thousands of objects; what is kept is less than what comes. */
const objectsPerPage = 5_000;

/** At a time: a cluster that is busy is not made busier. */
const atATime = 4;

/** Lists every kind once, in their order. The first is asked alone: a cluster that does not answer is told at once. */
export async function readAll(
  client: Pick<KubernetesClient, 'listPageOf'>,
  all: readonly Wanted[],
): Promise<readonly SnapshotReading[]> {
  const readings: SnapshotReading[] = [];
  const queue = [...all.entries()];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      readings[next[0]] = await readKind(client, next[1]);
  };
  const [first] = queue.splice(0, 1);
  if (first !== undefined) readings[0] = await readKind(client, first[1]);
  await Promise.all(Array.from({ length: atATime }, work));
  return readings;
}

/** All objects of a kind, or why there are none to see. */
async function readKind(
  client: Pick<KubernetesClient, 'listPageOf'>,
  { resource, keep, labelSelector }: Wanted,
): Promise<SnapshotReading> {
  let objects: JsonObject[] = [];
  const listed = await listInPages<JsonObject>(
    (page) => client.listPageOf(resource, (one) => keep(plainObject(one)), { ...page, labelSelector }),
    objectsPerPage,
    {
      begin: () => {
        objects = [];
      },
      page: (more) => {
        objects = objects.concat(more);
      },
    },
  );
  if (listed.ok) return { state: 'read', objects };
  const { code } = listed.status;
  return code === 404 ? { state: 'absent' } : { state: 'failed', code };
}
