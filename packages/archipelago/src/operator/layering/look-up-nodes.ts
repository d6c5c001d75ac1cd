import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { NodePods } from '../../layering/rollout/drain-pods.ts';
import { layeringKinds } from './layering-kinds.ts';
import { drainedPod, layeredNode } from './mirrored-layering.ts';

export type LookUpClient = Pick<KubernetesClient, 'get' | 'list'>;

/** A refusal of the API server, in words. */
type LookUp<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly because: string };

/** A node as it is now, with its version, so that a write is meant for exactly that; undefined: gone. */
export async function lookUpNode(
  client: LookUpClient,
  name: string,
  signal: AbortSignal,
): Promise<LookUp<KubernetesObject | undefined>> {
  const found = await client.get(layeringKinds.nodes, { name }, { signal });
  if (!found.ok && found.status.code === 404) return { ok: true, value: undefined };
  if (!found.ok) return { ok: false, because: `cannot get node ${name}: ${found.status.message}` };
  const kept = layeredNode(found.value);
  const { resourceVersion } = found.value.metadata;
  const metadata = { ...kept.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) };
  return { ok: true, value: { ...kept, metadata } };
}

/** The pods of one node; nobody mirrors all pods of a cluster for this. */
export async function lookUpPods(
  client: LookUpClient,
  node: string,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal },
): Promise<LookUp<NodePods>> {
  const fieldSelector = `spec.nodeName=${node}`;
  const found = await client.list(layeringKinds.pods, { fieldSelector, signal });
  if (!found.ok)
    return { ok: false, because: `cannot list the pods of node ${node}: ${found.status.message}` };
  const pods = found.value.items.map(drainedPod);
  return { ok: true, value: { askedAt: now(), pods, isUsed: false, refusals: new Map() } };
}
