import { type KubernetesObject, objectAt, objectsAt, timestamp } from '@archipelago/apimachinery';
import { withCondition } from '../../layering/build-plan/conditions.ts';
import type { LayeringPlan } from '../../layering/build-plan/layering-plan.ts';
import { plainSource } from '../../layering/build-plan/plain-source.ts';
import { PlanDraft } from '../../layering/build-plan/plan-draft.ts';

/** The same inputs fail the same; an answer of a registry, or the time, may change that. */
const retryMs = 30_000;

/** What is done about something that could not be planned: it is told, in the config's status too, and tried again. */
export function failedPlan(about: KubernetesObject | undefined, error: unknown, now: number): LayeringPlan {
  const message = `planning failed, report it as a bug: ${error instanceof Error ? error.message : error}`;
  return { ...toldPlan(about, { reason: 'InternalError', message }, now), wakeAt: now + retryMs };
}

/** Nothing is done about a config but to tell why. */
export function toldPlan(
  about: KubernetesObject | undefined,
  { reason, message }: { readonly reason: string; readonly message: string },
  now: number,
): LayeringPlan {
  const draft = new PlanDraft(plainSource({ now, answers: {} }));
  draft.find('error', reason, message);
  if (about !== undefined) {
    const wanted = { type: 'Degraded', status: 'True', reason, message } as const;
    const before = objectsAt(about, 'status', 'conditions');
    const conditions = withCondition(before, wanted, () => timestamp(now));
    draft.status(about, { ...objectAt(about, 'status'), conditions }, message);
  }
  return draft.plan();
}
