import type { JsonObject } from '@archipelago/apimachinery';
import type { Refusal } from '../../refusals/refusal.ts';
import type { PolicyReview } from './policy-review.ts';

/** One of those who may change what is about to be stored. They are passed one after the other, in two rounds at most. */
export interface Mutator {
  /** Whether it made something that others may want to see, in a second round. */
  readonly wantsRound: boolean;
  /** The object after it. */
  pass(review: PolicyReview, round: number): JsonObject | Refusal | undefined;
}
