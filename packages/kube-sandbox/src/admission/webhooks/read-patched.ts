import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { decodeTyped } from '../../built-in/types/decode-typed.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { internalError } from '../../refusals/status.ts';
import type { MatchedReview } from '../policies/policy-review.ts';

/** Apart from everything else an object stays what it is. */
function otherKind(before: JsonObject, object: JsonObject): Refusal | undefined {
  const kindOf = (one: JsonObject) => `${textAt(one, 'apiVersion')}, Kind=${textAt(one, 'kind')}`;
  if (kindOf(before) === kindOf(object)) return undefined;
  return internalError(`unable to convert a patched ${kindOf(object)} to ${kindOf(before)}`);
}

/**
 * Reads what a webhook made of an object: types are checked, defaults are set anew. `before` is the object as the webhook
 * was told it.
 */
export function readPatched(
  { call, matched }: MatchedReview,
  before: JsonObject,
  object: JsonObject,
): JsonObject | Refusal {
  const other = otherKind(before, object);
  if (other !== undefined) return other;
  const own = call.type.subresources.find(({ name }) => name === call.subresource);
  if (own?.wireType !== undefined) {
    const typed = decodeTyped(object, own.wireType);
    return 'problem' in typed ? internalError(typed.problem) : typed.value;
  }
  const admitted = matched.behaviour.admit(object);
  if (admitted instanceof Refusal) return admitted;
  return 'problem' in admitted ? internalError(admitted.problem) : admitted.object;
}
