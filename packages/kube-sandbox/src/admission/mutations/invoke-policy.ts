import { isMessage, type JsonObject } from '@archipelago/apimachinery';
import type { Refusal } from '../../refusals/refusal.ts';
import { conditionsHold, evaluateAlone } from '../policies/evaluate-policy.ts';
import type { MatchedReview } from '../policies/policy-review.ts';
import { toldObject, valuesOf } from '../policies/review-values.ts';
import { applyConfiguration } from './apply-configuration.ts';
import { applyOperations } from './apply-operations.ts';
import type { PolicyMutation } from './compile-mutations.ts';
import type { Invocation, PolicyFailure } from './invocation.ts';
import { type Made, problem } from './made.ts';
import { readMutated } from './read-mutated.ts';

function patched(invocation: Invocation, mutation: PolicyMutation, before: JsonObject): Made {
  const { compiled, params, state } = invocation;
  const { expression, kind } = mutation;
  if (expression.error !== undefined) return problem(expression.error);
  const outcome = evaluateAlone(compiled.variables, valuesOf(state.review, params), expression);
  if ('problem' in outcome) return problem(outcome.problem);
  if (kind === 'patch') return applyOperations(before, outcome.value);
  return isMessage(outcome.value)
    ? applyConfiguration(state.review, before, outcome.value)
    : problem('unsupported return type from ApplyConfiguration expression');
}

function mutate(invocation: Invocation, mutation: PolicyMutation, object: JsonObject): Made {
  const { review } = invocation.state;
  const before = toldObject(review, object);
  const made = patched(invocation, mutation, before);
  return made.kind === 'made' ? readMutated(review, made.object, mutation.kind) : made;
}

function conditions({ compiled, params, state }: Invocation): boolean | { readonly problem: string } {
  if (compiled.matchConditions.length === 0) return true;
  return conditionsHold(compiled.matchConditions, valuesOf(state.review, params));
}

/** What came of an invocation. */
interface Invoked {
  readonly failures: readonly PolicyFailure[];
  readonly refusal?: Refusal;
  /** False where conditions do not hold. */
  readonly isDone: boolean;
}

function withObject(review: MatchedReview, object: JsonObject): MatchedReview {
  return { ...review, object };
}

/** Lets a policy change the object of its state. `isWanted`: only its conditions are looked at where it is false. */
export function invokePolicy(invocation: Invocation, isWanted: boolean): Invoked {
  const { policy, binding, state, compiled } = invocation;
  const failures: PolicyFailure[] = [];
  const fail = (text: string) => failures.push({ policy, binding, problem: text, reason: 'Invalid' });
  const holds = conditions(invocation);
  if (typeof holds !== 'boolean') fail(holds.problem);
  if (holds !== true || !isWanted) return { failures, isDone: false };
  for (const mutation of compiled.mutations) {
    const { object } = state.review;
    if (mutation === undefined || object === undefined) continue;
    const made = mutate(invocation, mutation, object);
    if (made.kind === 'refused') return { failures, refusal: made.refusal, isDone: true };
    if (made.kind === 'problem') {
      fail(made.problem);
      continue;
    }
    state.review = withObject(state.review, made.object);
    state.isMutated = true;
  }
  return { failures, isDone: true };
}
