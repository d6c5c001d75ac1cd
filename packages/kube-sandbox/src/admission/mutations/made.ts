import type { JsonObject } from '@archipelago/apimachinery';
import type { Refusal } from '../../refusals/refusal.ts';

/** What a mutation makes of an object; its failurePolicy does not count for a refusal. */
export type Made =
  | { readonly kind: 'made'; readonly object: JsonObject }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export function problem(text: string): Made {
  return { kind: 'problem', problem: text };
}
