import type { JsonObject } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Write } from './policies/policy-review.ts';
import { mutateByWebhooks } from './webhooks/mutate-by-webhooks.ts';

/** The object that is to be stored after everybody who may change it, before it is checked. */
export function mutateWrite(
  call: Call,
  write: Write & { readonly object: JsonObject },
): JsonObject | Refusal {
  return mutateByWebhooks(call, write) ?? write.object;
}

/** Lets those who may change what is stored know of a deletion, which they may only deny. */
export function announceDeletion(call: Call, write: Write): Refusal | undefined {
  const said = mutateByWebhooks(call, write);
  return said instanceof Refusal ? said : undefined;
}
