import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { effectivePatch } from '../api/effective-patch.ts';
import { type SeenObject, seenObject } from '../api/seen-object.ts';
import type { PlanFinding } from './boot-source.ts';

/** One thing to do, and why in words. `patch` is a JSON merge patch. */
export type BootSourceAction = { readonly reason: string } & (
  | { readonly kind: 'create'; readonly object: KubernetesObject }
  | { readonly kind: 'update'; readonly object: SeenObject; readonly patch: JsonObject }
  | { readonly kind: 'delete'; readonly object: SeenObject }
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
  return { kind: 'action', action: { kind: 'delete', object: seenObject(object), reason } };
}

/** The members that an object is to have; null: that it is not to have. Nothing where it is so already. */
export function updates(object: KubernetesObject, wanted: JsonObject, reason: string): readonly PlanItem[] {
  const patch = effectivePatch(object, wanted);
  if (patch === undefined) return [];
  return [{ kind: 'action', action: { kind: 'update', object: seenObject(object), patch, reason } }];
}
