import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { effectivePatch } from '../../api/effective-patch.ts';
import type { Finding } from '../../api/finding.ts';
import { seenObject } from '../../api/seen-object.ts';
import type { Action } from './action.ts';
import { earliest, type Plan } from './plan.ts';

/** What a part of a planner has to say. */
export type PlanItem<F extends Finding = never> =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'finding'; readonly finding: F }
  /** The plan changes by itself then; milliseconds since 1970. */
  | { readonly kind: 'wake'; readonly at: number };

/** `after`: keys of objects whose actions have to have ended before. */
export function creates(object: KubernetesObject, because: string, after: readonly string[] = []): PlanItem {
  const waits = after.length === 0 ? {} : { after };
  return { kind: 'action', action: { kind: 'create', object, because, ...waits } };
}

/** Of the version that was seen. */
export function deletes(object: KubernetesObject, because: string): PlanItem {
  const action = { kind: 'delete', object: seenObject(object), precondition: 'version', because } as const;
  return { kind: 'action', action };
}

/** The members that an object is to have; null: that it is not to have. Nothing where it is so already. */
export function patches(object: KubernetesObject, wanted: JsonObject, because: string): readonly PlanItem[] {
  const patch = effectivePatch(object, wanted);
  if (patch === undefined) return [];
  return [{ kind: 'action', action: { kind: 'patch', object: seenObject(object), patch, because } }];
}

/** What all parts of a planner together come to. */
export function planOf<F extends Finding>(items: readonly PlanItem<F>[]): Plan<F, never> {
  return {
    actions: items.flatMap((item) => (item.kind === 'action' ? [item.action] : [])),
    findings: items.flatMap((item) => (item.kind === 'finding' ? [item.finding] : [])),
    questions: [],
    wakeAt: earliest(items.flatMap((item) => (item.kind === 'wake' ? [item.at] : []))),
  };
}
