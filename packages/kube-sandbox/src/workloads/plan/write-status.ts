import {
  conditionOf,
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectAt,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import type { WorkloadWrite } from './planned.ts';
import type { WorkloadKind } from './workload-kinds.ts';

/** Makes this the status of an object, where it is another one. What is undefined goes. */
export function writeStatus(
  kind: WorkloadKind,
  object: KubernetesObject,
  status: JsonObject,
): readonly WorkloadWrite[] {
  const before = objectAt(object, 'status');
  const wanted = Object.fromEntries(Object.entries(status).filter(([, value]) => value !== undefined));
  if (jsonEqual(before, wanted)) return [];
  const gone = Object.fromEntries(
    Object.keys(before)
      .filter((field) => !Object.hasOwn(wanted, field))
      .map((field) => [field, null]),
  );
  return [{ do: 'patchStatus', kind, object, patch: { status: { ...gone, ...wanted } } }];
}

/** API servers leave out counts that are 0. */
export function counted(count: number): number | undefined {
  return count === 0 ? undefined : count;
}

interface Said {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** A condition of an object, with the time at which its status became what it is. */
export function timedCondition(object: KubernetesObject, said: Said, now: number): JsonObject {
  const before = conditionOf(object, said.type);
  const since = before?.status === said.status ? textAt(before, 'lastTransitionTime') : '';
  return { ...said, lastTransitionTime: since || timestamp(now) };
}
