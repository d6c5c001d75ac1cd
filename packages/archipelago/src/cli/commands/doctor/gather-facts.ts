import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { type FactName, factKinds, factNames } from '../../../doctor/facts/fact-kinds.ts';
import type { Facts, Reading } from '../../../doctor/facts/facts.ts';
import { plainObject } from '../../cluster/live-cluster.ts';

/** Lists everything that checks look at, once. What may not be listed, or is not there, is told as that. */
export async function gatherFacts(client: Pick<KubernetesClient, 'list'>, now: number): Promise<Facts> {
  const readings = new Map<FactName, Reading>();
  // one after the other: a cluster that does not answer is told at once, and one that is busy is not made busier
  for (const name of factNames) readings.set(name, await readingFrom(client, name));
  return { readings, now };
}

async function readingFrom(client: Pick<KubernetesClient, 'list'>, name: FactName): Promise<Reading> {
  const { group, versions, plural, kind, without } = factKinds[name];
  for (const version of versions) {
    const listed = await client.list({ group, version, plural, kind, namespaced: true });
    if (!listed.ok && listed.status.code !== 404) return { state: 'failed', code: listed.status.code };
    if (!listed.ok) continue;
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const objects = listed.value.items.map((item) => typed(item, apiVersion, kind));
    return objects.length === 0 && without === 'skipped' ? { state: 'absent' } : { state: 'read', objects };
  }
  return { state: 'absent' };
}

/** Items of a list leave out what they are. */
function typed(item: KubernetesObject, apiVersion: string, kind: string): JsonObject {
  return { ...plainObject(item), apiVersion, kind };
}
