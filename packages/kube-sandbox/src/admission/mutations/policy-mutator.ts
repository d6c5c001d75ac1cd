import { type JsonObject, jsonEqual, objectAt } from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';
import { inVersion } from '../../conversion/stored-forms.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { internalError } from '../../refusals/status.ts';
import { Unanswered } from '../../refusals/unanswered.ts';
import type { ResourceType } from '../../resources/resource-type.ts';
import type { Mutator } from '../policies/mutator.ts';
import type { PolicyReview } from '../policies/policy-review.ts';
import { failedPolicies } from './failed-policies.ts';
import { findInvocations } from './find-invocations.ts';
import type { Invocation, PolicyFailure, VersionState } from './invocation.ts';
import { invokePolicy } from './invoke-policy.ts';

function wantsAnother({ policy }: Invocation): boolean {
  return objectAt(policy, 'spec').reinvocationPolicy === 'IfNeeded';
}

/** Lets MutatingAdmissionPolicies change what is about to be stored. */
export class PolicyMutator implements Mutator {
  wantsRound = false;
  /** Invocations that want to be made again after a change. */
  #waiting = new Set<string>();
  readonly #again = new Set<string>();
  #last: JsonObject | undefined;

  pass(review: PolicyReview, round: number): JsonObject | Refusal | undefined {
    const found = findInvocations(review);
    // nothing is decided before everything is converted
    if (found.isUnanswered) return new Unanswered();
    if (round > 0 && !jsonEqual(this.#last ?? null, review.object ?? null)) this.#require();
    const failures = [...found.failures];
    const last = this.#invokeAll(found.invocations, round > 0, failures);
    const object = last instanceof Refusal ? last : this.#result(review, last);
    if (object instanceof Refusal) return object;
    this.#last = object;
    return failedPolicies(review, failures) ?? object;
  }

  /** What the last one changed; undefined where there was none. */
  #invokeAll(
    invocations: readonly Invocation[],
    isReinvoked: boolean,
    failures: PolicyFailure[],
  ): VersionState | Refusal | undefined {
    let last: VersionState | undefined;
    for (const invocation of invocations) {
      const invoked = this.#invoke(invocation, isReinvoked, failures);
      if (invoked instanceof Refusal) return invoked;
      if (invoked) last = invocation.state;
    }
    return last;
  }

  /** Whether mutations were made. */
  #invoke(invocation: Invocation, isReinvoked: boolean, failures: PolicyFailure[]): boolean | Refusal {
    const isWanted = !isReinvoked || this.#again.has(invocation.id);
    const invoked = invokePolicy(invocation, isWanted);
    failures.push(...invoked.failures);
    if (invoked.refusal !== undefined) return invoked.refusal;
    if (invoked.isDone && wantsAnother(invocation)) this.#waiting.add(invocation.id);
    return invoked.isDone;
  }

  #require(): void {
    for (const id of this.#waiting) this.#again.add(id);
    this.#waiting = new Set();
  }

  /** What the last policy made, in the version of the call. */
  #result({ call, object }: PolicyReview, last: VersionState | undefined): JsonObject | Refusal | undefined {
    if (last === undefined || !last.isMutated || last.review.object === undefined) return object;
    this.#require();
    this.wantsRound = true;
    const versions: readonly [ResourceType, ResourceType] = [last.review.matched, call.type];
    const back = this.#isOwnKind(call) ? last.review.object : inVersion(call, last.review.object, versions);
    if (back instanceof Unanswered || !(back instanceof Refusal)) return back;
    return internalError(`failed to convert object: ${String(back.status.message)}`);
  }

  #isOwnKind({ type, subresource }: Pick<Call, 'type' | 'subresource'>): boolean {
    return type.subresources.some(({ name, kind }) => name === subresource && kind !== undefined);
  }
}
