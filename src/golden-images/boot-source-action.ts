import { canonicalJson } from '../api/canonical-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import type { KubernetesObject } from '../api/kubernetes-object.ts';
import type { PlanFinding } from './boot-source.ts';

/** An object as it was seen. Updates and deletions are meant for exactly that version of it. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** One thing to do, and why in words. `patch` is a JSON merge patch. */
export type BootSourceAction = { readonly reason: string } & (
  | { readonly kind: 'create'; readonly object: KubernetesObject }
  | { readonly kind: 'update'; readonly object: ObjectReference; readonly patch: JsonObject }
  | { readonly kind: 'delete'; readonly object: ObjectReference }
);

/** What a part of the planner has to say. */
export type PlanItem =
  | { readonly kind: 'action'; readonly action: BootSourceAction }
  | { readonly kind: 'finding'; readonly finding: PlanFinding }
  /** The plan changes by itself then; milliseconds since 1970. */
  | { readonly kind: 'wake'; readonly at: number };

export function creates(object: KubernetesObject, reason: string): PlanItem {
  return { kind: 'action', action: { kind: 'create', object, reason } };
}

export function deletes(object: KubernetesObject, reason: string): PlanItem {
  return { kind: 'action', action: { kind: 'delete', object: referenceTo(object), reason } };
}

/** The members that an object is to have; null: that it is not to have. Nothing where it is so already. */
export function updates(object: KubernetesObject, wanted: JsonObject, reason: string): readonly PlanItem[] {
  const patch = missing(object, wanted);
  if (patch === undefined) return [];
  return [{ kind: 'action', action: { kind: 'update', object: referenceTo(object), patch, reason } }];
}

/** The part of a merge patch that makes a difference. */
function missing(live: unknown, wanted: JsonObject): JsonObject | undefined {
  const differing: Record<string, JsonValue> = {};
  for (const [key, value = null] of Object.entries(wanted)) {
    const present = isJsonObject(live) && Object.hasOwn(live, key) ? live[key] : undefined;
    const change = isJsonObject(value) ? missing(present, value) : value;
    if (change !== undefined && !isSame(change, present)) differing[key] = change;
  }
  return Object.keys(differing).length === 0 ? undefined : differing;
}

/** Most members are texts, for which no JSON is needed. */
function isSame(wanted: JsonValue, present: JsonValue | undefined): boolean {
  return wanted === present || canonicalJson(wanted) === canonicalJson(present);
}

function referenceTo({ apiVersion, kind, metadata }: KubernetesObject): ObjectReference {
  const { name, namespace, uid, resourceVersion } = metadata;
  return {
    apiVersion,
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}
