import type { JsonObject } from '@archipelago/apimachinery';
import type { ResourceType } from '../../resources/resource-type.ts';
import type { MatchedReview } from '../policies/policy-review.ts';
import type { CompiledMutations } from './compile-mutations.ts';

/** The object of a write in the version that policies ask for, as it is after the policies so far. */
export interface VersionState {
  review: MatchedReview;
  /** Whether a policy made anything of it, be it the same. */
  isMutated: boolean;
}

/** A policy with one of its bindings and one of the params that the binding refers to. */
export interface Invocation {
  /** Tells it from all others. */
  readonly id: string;
  readonly policy: JsonObject;
  readonly binding: JsonObject;
  readonly compiled: CompiledMutations;
  readonly params: JsonObject | null;
  readonly matched: ResourceType;
  readonly state: VersionState;
}

/** Why a policy cannot be used, or what its mutations come to nothing for. */
export interface PolicyFailure {
  readonly policy: JsonObject;
  /** Undefined where it is the policy's, with any binding. */
  readonly binding: JsonObject | undefined;
  readonly problem: string;
  /** Reason of the Status. */
  readonly reason: 'Forbidden' | 'Invalid';
}
