import { type JsonObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { Unanswered } from '../../refusals/unanswered.ts';
import type { ResourceType } from '../../resources/resource-type.ts';
import { findParams } from '../policies/find-params.ts';
import { matchResources, reviewIn } from '../policies/match-resources.ts';
import type { PolicyReview } from '../policies/policy-review.ts';
import { type CompiledMutations, compileMutations } from './compile-mutations.ts';
import type { Invocation, PolicyFailure, VersionState } from './invocation.ts';

const GROUP = 'admissionregistration.k8s.io';
const POLICIES = `${GROUP}/mutatingadmissionpolicies`;
const BINDINGS = `${GROUP}/mutatingadmissionpolicybindings`;

/** Stored objects never change, so what was compiled for one holds as long as it does. */
const compiled = new WeakMap<JsonObject, CompiledMutations>();

function compiledMutations(policy: JsonObject): CompiledMutations {
  const known = compiled.get(policy) ?? compileMutations(policy);
  compiled.set(policy, known);
  return known;
}

/** What is to be done for a write. */
interface Found {
  readonly review: PolicyReview;
  readonly states: Map<ResourceType, VersionState>;
  readonly invocations: Invocation[];
  readonly failures: PolicyFailure[];
  /** Something has to be converted first. */
  isUnanswered: boolean;
}

function specOf(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

function stateIn(found: Found, matched: ResourceType): VersionState | Refusal {
  const known = found.states.get(matched);
  if (known !== undefined) return known;
  const review = reviewIn(matched, found.review);
  if (review instanceof Refusal) return review;
  const state = { review, isMutated: false };
  found.states.set(matched, state);
  return state;
}

function takes(binding: JsonObject, review: PolicyReview): boolean {
  if (valueAt(specOf(binding), 'matchResources') === undefined) return true;
  return matchResources(objectAt(specOf(binding), 'matchResources'), review) !== undefined;
}

function idOf(policy: JsonObject, binding: JsonObject, params: JsonObject | null): string {
  const names = [policy, binding, params ?? {}].map((one) => textAt(metadataOf(one), 'name'));
  return [...names, textAt(metadataOf(params ?? {}), 'namespace')].join('/');
}

interface Bound {
  readonly policy: JsonObject;
  readonly binding: JsonObject;
  readonly matched: ResourceType;
}

function addBinding(found: Found, { policy, binding, matched }: Bound): void {
  const { review, failures } = found;
  const state = stateIn(found, matched);
  if (state instanceof Unanswered) {
    found.isUnanswered = true;
    return;
  }
  const fail = (of: 'policy' | 'binding', problem: string) =>
    failures.push({
      policy,
      binding: of === 'policy' ? undefined : binding,
      problem: `failed to configure ${of}: ${problem}`,
      reason: 'Forbidden',
    });
  if (state instanceof Refusal) {
    fail('policy', `failed to convert object version: ${textAt(state.status, 'message')}`);
    return;
  }
  const params = findParams(review.call.server, policy, binding, review.namespace);
  if (!params.ok) {
    fail(params.of, params.problem);
    return;
  }
  for (const one of params.params)
    found.invocations.push({
      id: idOf(policy, binding, one),
      policy,
      binding,
      compiled: compiledMutations(policy),
      params: one,
      matched,
      state,
    });
}

function addPolicy(found: Found, policy: JsonObject, bindings: readonly JsonObject[]): void {
  const name = textAt(metadataOf(policy), 'name');
  const own = bindings.filter((binding) => textAt(specOf(binding), 'policyName') === name);
  if (own.length === 0) return;
  const matched = matchResources(objectAt(specOf(policy), 'matchConstraints'), found.review);
  if (matched === undefined) return;
  for (const binding of own)
    if (takes(binding, found.review)) addBinding(found, { policy, binding, matched });
}

/** Whether there is any binding, and so anything to do for a write. */
export function hasBindings({ call }: PolicyReview): boolean {
  return call.server.store.list(BINDINGS, undefined).length > 0;
}

/** The policies that are about a write, with their bindings and params, by the names of the policies. */
export function findInvocations(review: PolicyReview): Found {
  const { store } = review.call.server;
  const bindings = store.list(BINDINGS, undefined).map(({ object }) => object);
  const found: Found = { review, states: new Map(), invocations: [], failures: [], isUnanswered: false };
  for (const { object } of store.list(POLICIES, undefined)) addPolicy(found, object, bindings);
  return found;
}
