import {
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  numberAt,
  objectAt,
  valueAt,
} from '@archipelago/apimachinery';
import { ownerReference } from '../plan/owner-reference.ts';
import type { WorkloadWorld, WorkloadWrite } from '../plan/planned.ts';
import { templateHash } from '../plan/template-hash.ts';

/** The label of pods by which one sees which template they come from. */
export const revisionLabel = 'controller-revision-hash';

/** Templates that a DaemonSet or a StatefulSet has had, for `kubectl rollout history` and `undo`. */
interface Revisions {
  /** Of the template that it has now: name and hash. */
  readonly name: string;
  readonly hash: string;
  readonly all: readonly KubernetesObject[];
  readonly writes: readonly WorkloadWrite[];
}

/** The revisions of an owner; the present one is made, or becomes the last. `used`: names that pods still come from. */
export function controllerRevisions(
  owner: KubernetesObject,
  world: WorkloadWorld,
  used: (revision: KubernetesObject) => boolean,
): Revisions {
  const data = { spec: { template: { ...objectAt(owner, 'spec', 'template'), $patch: 'replace' } } };
  const hash = templateHash(data);
  const all = [...world.controlledBy('ControllerRevision', owner)].sort((a, b) => orderOf(a) - orderOf(b));
  const present = all.find((one) => jsonEqual(valueAt(one, 'data'), data));
  const name = present?.metadata.name ?? `${owner.metadata.name}-${hash}`;
  const last = orderOf(all.at(-1));
  const told = present?.metadata.labels?.[revisionLabel] ?? hash;
  const surplus = all.filter((one) => one !== present && !used(one));
  const limit = numberAt(owner, 'spec', 'revisionHistoryLimit') ?? 10;
  const gone = surplus.slice(0, Math.max(0, surplus.length - limit));
  return {
    name,
    hash: told,
    all,
    writes: [
      ...(present === undefined
        ? [create(owner, { name, hash, data, revision: last + 1 })]
        : renewed(present, last)),
      ...gone.map((object) => ({ do: 'delete', kind: 'ControllerRevision', object }) as const),
    ],
  };
}

function orderOf(revision: KubernetesObject | undefined): number {
  return numberAt(revision, 'revision') ?? 0;
}

/** Who goes back to a template makes its revision the last one. */
function renewed(object: KubernetesObject, last: number): readonly WorkloadWrite[] {
  return orderOf(object) === last
    ? []
    : [{ do: 'patch', kind: 'ControllerRevision', object, patch: { revision: last + 1 } }];
}

function create(
  owner: KubernetesObject,
  {
    name,
    hash,
    data,
    revision,
  }: { readonly name: string; readonly hash: string; readonly data: JsonObject; readonly revision: number },
): WorkloadWrite {
  const cause = owner.metadata.annotations?.['kubernetes.io/change-cause'];
  const object = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name,
      namespace: owner.metadata.namespace ?? '',
      labels: { ...objectAt(owner, 'spec', 'template', 'metadata', 'labels'), [revisionLabel]: hash },
      ...(cause === undefined ? {} : { annotations: { 'kubernetes.io/change-cause': cause } }),
      ownerReferences: [ownerReference(owner)],
    },
    data,
    revision,
  };
  return { do: 'create', kind: 'ControllerRevision', object };
}
