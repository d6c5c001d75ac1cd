import { type JsonObject, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { Planned, WorkloadWorld, WorkloadWrite } from '../plan/planned.ts';
import { isLeaving } from '../plan/pod-state.ts';
import type { WorkloadKind } from '../plan/workload-kinds.ts';

/** What every namespace has. */
export const defaultAccount = 'default';
export const authorityMap = 'kube-root-ca.crt';

/** Each namespace gets its account `default`, and the certificate of the server's authority for those who run in it. */
export function planNamespace(
  namespace: KubernetesObject,
  world: WorkloadWorld,
  authority: string | undefined,
): Planned {
  if (isLeaving(namespace)) return { writes: [] };
  const { name } = namespace.metadata;
  const missing = (kind: WorkloadKind, object: JsonObject): readonly WorkloadWrite[] =>
    world.get(kind, textAt(object, 'metadata', 'name'), name) === undefined
      ? [{ do: 'create', kind, object }]
      : [];
  const map = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: authorityMap, namespace: name },
    data: { 'ca.crt': authority ?? '' },
  };
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: defaultAccount, namespace: name },
  };
  return {
    writes: [
      ...missing('ServiceAccount', account),
      ...(authority === undefined ? [] : missing('ConfigMap', map)),
    ],
  };
}
