import type { JsonObject } from '@archipelago/apimachinery';
import { decodeTyped } from '../../built-in/types/decode-typed.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { internalError } from '../../refusals/status.ts';
import type { MatchedReview } from '../policies/policy-review.ts';

/** Reads what a webhook made of an object: types are checked, defaults are set anew. */
export function readPatched({ call, matched }: MatchedReview, object: JsonObject): JsonObject | Refusal {
  const own = call.type.subresources.find(({ name }) => name === call.subresource);
  if (own?.wireType !== undefined) {
    const typed = decodeTyped(object, own.wireType);
    return 'problem' in typed ? internalError(typed.problem) : typed.value;
  }
  const admitted = matched.behaviour.admit(object);
  if (admitted instanceof Refusal) return admitted;
  return 'problem' in admitted ? internalError(admitted.problem) : admitted.object;
}
