import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  parseLabelSelector,
  valueAt,
} from '@archipelago/apimachinery';
import { controllerOf, ownerReference } from './owner-reference.ts';
import type { WorkloadWorld, WorkloadWrite } from './planned.ts';
import { isLeaving } from './pod-state.ts';
import type { WorkloadKind } from './workload-kinds.ts';

/** What belongs to a controller. */
interface Claimed {
  readonly own: readonly KubernetesObject[];
  /** Takes in what has no controller and is selected, lets go what is selected no more. */
  readonly writes: readonly WorkloadWrite[];
}

/** The dependents of an owner, by their controller and by `spec.selector`. */
export function claimDependents(kind: WorkloadKind, owner: KubernetesObject, world: WorkloadWorld): Claimed {
  const matches = selectorOf(valueAt(owner, 'spec', 'selector'), owner.kind);
  const controlled = world.controlledBy(kind, owner);
  const own = controlled.filter(matches);
  if (isLeaving(owner)) return { own, writes: [] };
  const lost = controlled.filter((each) => !matches(each) && !isLeaving(each));
  const found = world
    .list(kind, owner.metadata.namespace)
    .filter((each) => controllerOf(each) === undefined && !isLeaving(each) && matches(each));
  return { own, writes: [...lost.map((each) => release(kind, each, owner)), ...found.map(adopt)] };

  function adopt(object: KubernetesObject): WorkloadWrite {
    const references = [...referencesOf(object), ownerReference(owner)];
    return { do: 'patch', kind, object, patch: { metadata: { ownerReferences: references } } };
  }
}

function release(kind: WorkloadKind, object: KubernetesObject, owner: KubernetesObject): WorkloadWrite {
  const kept = referencesOf(object).filter(({ uid }) => uid !== owner.metadata.uid);
  const patch = { metadata: { ownerReferences: kept.length === 0 ? null : kept } };
  return { do: 'patch', kind, object, patch };
}

function referencesOf({ metadata }: KubernetesObject): readonly JsonObject[] {
  return (metadata.ownerReferences ?? []).map((reference) => ({ ...reference }));
}

/** Whether a selector takes an object. Those of ReplicationControllers are plain labels. An empty one takes nothing. */
export function selectorOf(
  value: JsonValue | undefined,
  ownerKind: string,
): (object: KubernetesObject) => boolean {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return () => false;
  const parsed = parseLabelSelector(ownerKind === 'ReplicationController' ? { matchLabels: value } : value);
  return ({ metadata }) => parsed.ok && parsed.selector.matches(metadata.labels ?? {});
}
