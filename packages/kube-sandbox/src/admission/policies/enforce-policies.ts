import { type JsonObject, objectAt, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';
import { metadataOf } from '../../json/json-access.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../../refusals/status.ts';
import { Unanswered } from '../../refusals/unanswered.ts';
import { resourceSubject } from '../../resources/resource-type.ts';
import { type CompiledPolicy, compilePolicy } from './compile-policy.ts';
import { type Denial, evaluatePolicy } from './evaluate-policy.ts';
import { findParams } from './find-params.ts';
import { isExempt, matchResources, reviewFor } from './match-resources.ts';
import { type MatchedReview, type PolicyReview, reviewOf, type Write } from './policy-review.ts';
import { valuesOf } from './review-values.ts';

const GROUP = 'admissionregistration.k8s.io';
const POLICIES = `${GROUP}/validatingadmissionpolicies`;
const BINDINGS = `${GROUP}/validatingadmissionpolicybindings`;
const CODES: ReadonlyMap<string, number> = new Map([
  ['Unauthorized', 401],
  ['Forbidden', 403],
  ['RequestEntityTooLarge', 413],
]);

/** Stored objects never change, so what was compiled for one holds as long as it does. */
const compiled = new WeakMap<JsonObject, CompiledPolicy>();

function compiledPolicy(policy: JsonObject): CompiledPolicy {
  const known = compiled.get(policy);
  if (known !== undefined) return known;
  const fresh = compilePolicy(policy);
  compiled.set(policy, fresh);
  return fresh;
}

function judge(review: MatchedReview, policy: JsonObject, binding: JsonObject): readonly Denial[] {
  const spec = objectAt(policy, 'spec');
  const found = findParams(review.call.server, policy, binding, review.namespace);
  if (!found.ok) {
    if (spec.failurePolicy === 'Ignore') return [];
    return [
      { message: `failed to configure ${found.of}: ${found.problem}`, reason: 'Invalid', by: found.of },
    ];
  }
  const program = compiledPolicy(policy);
  return found.params.flatMap((params) => evaluatePolicy(program, spec, valuesOf(review, params)));
}

/** A policy whose object cannot be shown to it is one that cannot be evaluated. */
function notConverted({ status }: Refusal, policy: JsonObject): readonly Denial[] {
  if (objectAt(policy, 'spec').failurePolicy === 'Ignore') return [];
  const problem = `failed to convert object version: ${textAt(status, 'message')}`;
  return [{ message: `failed to configure policy: ${problem}`, reason: 'Invalid', by: 'policy' }];
}

/** The refusal of a write, worded and coded as the first denial asks. */
function denied(review: PolicyReview, { message, reason }: Denial): Refusal {
  const { group, resource } = resourceSubject(review.call.type);
  const name = review.name || 'Unknown';
  const named = group === '' ? resource : `${resource}.${group}`;
  return refuse({
    code: CODES.get(reason) ?? 422,
    message: `${named} ${JSON.stringify(name)} is forbidden: ${message}`,
    reason,
    details: {
      name,
      ...(group === '' ? {} : { group }),
      kind: resource,
      causes: [{ message }],
    },
  });
}

function nameOf(object: JsonObject): string {
  return textAt(metadataOf(object), 'name');
}

/** What one binding of a policy says; denials that only warn are told at once. */
function enforceBinding(
  review: PolicyReview,
  policy: JsonObject,
  binding: JsonObject,
): readonly (Denial | Unanswered)[] {
  const matched = reviewFor(policy, review);
  if (matched === undefined) return [];
  if (matched instanceof Unanswered) return [matched];
  const spec = objectAt(binding, 'spec');
  const limits = valueAt(spec, 'matchResources');
  if (limits !== undefined && matchResources(objectAt(spec, 'matchResources'), review) === undefined)
    return [];
  const policyName = `ValidatingAdmissionPolicy '${nameOf(policy)}'`;
  const by = `${policyName} with binding '${nameOf(binding)}'`;
  const denials =
    matched instanceof Refusal ? notConverted(matched, policy) : judge(matched, policy, binding);
  const actions = textsAt(spec, 'validationActions');
  if (actions.includes('Warn')) {
    const warnings = denials.map(({ message }) => `Validation failed for ${by}: ${message}`);
    review.call.warnings.push(...warnings);
  }
  if (!actions.includes('Deny')) return [];
  return denials.map((denial) => ({
    ...denial,
    message: `${denial.by === 'policy' ? policyName : by} denied request: ${denial.message}`,
  }));
}

function enforce(review: PolicyReview): Refusal | undefined {
  const { store } = review.call.server;
  const bindings = store.list(BINDINGS, undefined);
  if (bindings.length === 0 || isExempt(review)) return undefined;
  const found = store
    .list(POLICIES, undefined)
    .flatMap(({ object: policy }) =>
      bindings
        .filter(({ object }) => textAt(objectAt(object, 'spec'), 'policyName') === nameOf(policy))
        .flatMap(({ object }) => enforceBinding(review, policy, object)),
    );
  // nothing is decided before everything is converted
  if (found.some((one) => one instanceof Unanswered)) return new Unanswered();
  const [first] = found;
  return first === undefined || first instanceof Unanswered ? first : denied(review, first);
}

/** Lets the ValidatingAdmissionPolicies judge what a call is about to do; warnings are added to the call's. */
export function enforcePolicies(call: Call, write: Write): Refusal | undefined {
  return enforce(reviewOf(call, write));
}
