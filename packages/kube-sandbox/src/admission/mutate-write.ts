import type { JsonObject } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { Refusal } from '../refusals/refusal.ts';
import { hasBindings } from './mutations/find-invocations.ts';
import { PolicyMutator } from './mutations/policy-mutator.ts';
import type { Mutator } from './mutator.ts';
import { isExempt } from './policies/match-resources.ts';
import { type PolicyReview, reviewOf, type Write } from './policies/policy-review.ts';
import { admissionWebhooks } from './webhooks/admission-webhook.ts';
import { WebhookMutator } from './webhooks/webhook-mutator.ts';

/** Those who may change a write, in their order. A deletion has nothing that a policy could change. */
function mutatorsOf(review: PolicyReview): readonly Mutator[] {
  const webhooks = admissionWebhooks(review.call.server, 'mutating');
  const isPoliced = review.operation !== 'DELETE' && hasBindings(review);
  if ((webhooks.length === 0 && !isPoliced) || isExempt(review)) return [];
  return [
    ...(isPoliced ? [new PolicyMutator()] : []),
    ...(webhooks.length > 0 ? [new WebhookMutator(webhooks)] : []),
  ];
}

function mutate(call: Call, write: Write): JsonObject | Refusal | undefined {
  const review = reviewOf(call, write);
  const mutators = mutatorsOf(review);
  let { object } = review;
  for (const round of [0, 1]) {
    if (round > 0 && !mutators.some(({ wantsRound }) => wantsRound)) break;
    for (const mutator of mutators) {
      const mutated = mutator.pass({ ...review, object }, round);
      if (mutated instanceof Refusal) return mutated;
      object = mutated;
    }
  }
  return object;
}

/**
 * The object that is to be stored after everybody who may change it, before it is checked: policies, and after them webhooks. Where
 * one of them changed it, those that want to are asked once more.
 */
export function mutateWrite(
  call: Call,
  write: Write & { readonly object: JsonObject },
): JsonObject | Refusal {
  return mutate(call, write) ?? write.object;
}

/** Lets those who may change what is stored know of a deletion, which they may only deny. */
export function announceDeletion(call: Call, write: Write): Refusal | undefined {
  const said = mutate(call, write);
  return said instanceof Refusal ? said : undefined;
}
