import { isJsonObject, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { simulatedAnnotation } from './definitions/declaration/simulated.ts';

/** How far the furnishing of a cluster has come. It is in the cluster itself, and outlives the process where that does. */
export interface Milestones {
  /** What was noted when it was reached; undefined: it was not yet. */
  get(name: string): string | undefined;
  /** Notes that it is reached; what came before it is not done again. */
  reach(name: string, value: string): Promise<void>;
}

const configMaps: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};
/** The ConfigMap in which it is noted. */
export const milestonesPlace = { name: 'archipelago-sandbox', namespace: 'kube-system' };
const notFound = 404;

/** Reads what a cluster knows of its furnishing: nothing when it is new. */
export async function readMilestones(client: KubernetesClient): Promise<Milestones> {
  const found = await client.get(configMaps, milestonesPlace);
  if (!found.ok && found.status.code !== notFound)
    throw new Error(`${milestonesPlace.name}: ${found.status.message}`);
  const reached = new Map(found.ok ? textsIn(found.value) : []);
  let exists = found.ok;
  return {
    get: (name) => reached.get(name),
    async reach(name, value) {
      reached.set(name, value);
      const data = { [name]: value };
      const written = exists
        ? await client.patch(configMaps, milestonesPlace, { type: 'merge', body: { data } })
        : await client.create(configMaps, made(data));
      if (!written.ok) throw new Error(`${milestonesPlace.name}: ${written.status.message}`);
      exists = true;
    },
  };
}

/** Does something unless it was done, in this process or one before it. */
export async function once(milestones: Milestones, name: string, work: () => Promise<void>): Promise<void> {
  if (milestones.get(name) !== undefined) return;
  await work();
  await milestones.reach(name, 'done');
}

function made(data: Readonly<Record<string, string>>): KubernetesObject {
  const annotations = { [simulatedAnnotation]: 'true' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...milestonesPlace, annotations }, data };
}

function textsIn({ data }: KubernetesObject): readonly (readonly [string, string])[] {
  return isJsonObject(data) ? Object.keys(data).map((name) => [name, textAt(data, name)] as const) : [];
}
