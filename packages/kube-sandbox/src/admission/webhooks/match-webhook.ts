import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import { Refusal } from '../../refusals/refusal.ts';
import { forbidden, internalError } from '../../refusals/status.ts';
import { Unanswered } from '../../refusals/unanswered.ts';
import { resourceSubject } from '../../resources/resource-type.ts';
import { compileConditions, type NamedExpression } from '../policies/compile-policy.ts';
import { conditionsHold } from '../policies/evaluate-policy.ts';
import { matchResources, reviewIn } from '../policies/match-resources.ts';
import type { MatchedReview, PolicyReview } from '../policies/policy-review.ts';
import { valuesOf } from '../policies/review-values.ts';
import { type AdmissionWebhook, ignoresFailures } from './admission-webhook.ts';

/** Stored objects never change, so what was compiled for one holds as long as it does. */
const compiled = new WeakMap<JsonObject, readonly NamedExpression[]>();

function conditionsOf(declared: JsonObject): readonly NamedExpression[] {
  const known = compiled.get(declared) ?? compileConditions(objectsAt(declared, 'matchConditions'), false);
  compiled.set(declared, known);
  return known;
}

function holdsFor(webhook: AdmissionWebhook, review: MatchedReview): boolean | Refusal {
  const conditions = conditionsOf(webhook.declared);
  if (conditions.length === 0) return true;
  const values = new Map(valuesOf(review, null)).set('namespaceObject', null);
  const holds = conditionsHold(conditions, values);
  if (typeof holds === 'boolean') return holds;
  if (ignoresFailures(webhook)) return false;
  return forbidden(resourceSubject(review.call.type), review.name, holds.problem);
}

/** What cannot be shown to a webhook fails whatever the webhook's failurePolicy says. */
export function notConverted(refusal: Refusal): Refusal {
  return refusal instanceof Unanswered ? refusal : internalError(textAt(refusal.status, 'message'));
}

/** The review as the webhook is to see it; undefined where it is not asked; a refusal where its conditions cannot be evaluated. */
export function matchWebhook(
  webhook: AdmissionWebhook,
  review: PolicyReview,
): MatchedReview | Refusal | undefined {
  const { declared } = webhook;
  const resourceRules = objectsAt(declared, 'rules');
  if (resourceRules.length === 0) return undefined;
  const match = {
    resourceRules,
    matchPolicy: valueAt(declared, 'matchPolicy') ?? 'Equivalent',
    namespaceSelector: objectAt(declared, 'namespaceSelector'),
    objectSelector: objectAt(declared, 'objectSelector'),
  };
  const type = matchResources(match, review);
  if (type === undefined) return undefined;
  const matched = reviewIn(type, review);
  if (matched instanceof Refusal) return notConverted(matched);
  const holds = holdsFor(webhook, matched);
  if (holds instanceof Refusal) return holds;
  return holds ? matched : undefined;
}
