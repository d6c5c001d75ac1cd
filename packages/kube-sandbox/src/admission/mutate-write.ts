import type { JsonObject } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { Refusal } from '../refusals/refusal.ts';
import { hasBindings } from './mutations/find-invocations.ts';
import { PolicyMutator } from './mutations/policy-mutator.ts';
import { isExempt } from './policies/match-resources.ts';
import type { Mutator } from './policies/mutator.ts';
import { type PolicyReview, reviewOf, type Write } from './policies/policy-review.ts';
import { admissionWebhooks } from './webhooks/admission-webhook.ts';
import { WebhookMutator } from './webhooks/webhook-mutator.ts';

/** What the server itself adds to an object, before others change it and once more after that. */
type Complete = (object: JsonObject) => JsonObject | Refusal;

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

function passAll(
  review: PolicyReview,
  mutators: readonly Mutator[],
  round: number,
): JsonObject | Refusal | undefined {
  let { object } = review;
  for (const mutator of mutators) {
    const mutated = mutator.pass({ ...review, object }, round);
    if (mutated instanceof Refusal) return mutated;
    object = mutated;
  }
  return object;
}

function mutate(call: Call, write: Write, complete: Complete): JsonObject | Refusal | undefined {
  const review = reviewOf(call, write);
  const mutators = mutatorsOf(review);
  let object: JsonObject | Refusal | undefined = write.object;
  for (const round of [0, 1]) {
    if (round > 0 && !mutators.some(({ wantsRound }) => wantsRound)) break;
    object = object === undefined ? undefined : complete(object);
    if (object instanceof Refusal) return object;
    object = passAll({ ...review, object }, mutators, round);
    if (object instanceof Refusal) return object;
  }
  return object;
}

/**
 * The object that is to be stored after everybody who may change it, before it is checked: policies, and after them webhooks. Where
 * one of them changed it, those that want to are asked once more. `complete`: what the server itself adds.
 */
export function mutateWrite(
  call: Call,
  write: Write & { readonly object: JsonObject },
  complete: Complete = (object) => object,
): JsonObject | Refusal {
  return mutate(call, write, complete) ?? write.object;
}

/** Lets those who may change what is stored know of a deletion, which they may only deny. */
export function announceDeletion(call: Call, write: Write): Refusal | undefined {
  const said = mutate(call, write, (object) => object);
  return said instanceof Refusal ? said : undefined;
}
