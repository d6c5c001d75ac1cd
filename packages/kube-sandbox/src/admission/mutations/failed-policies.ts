import { objectAt, textAt } from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../../refusals/status.ts';
import { resourceSubject } from '../../resources/resource-type.ts';
import type { PolicyReview } from '../policies/policy-review.ts';
import type { PolicyFailure } from './invocation.ts';

function messageOf({ policy, binding, problem }: PolicyFailure): string {
  const name = textAt(metadataOf(policy), 'name');
  if (binding === undefined) return `policy ${JSON.stringify(name)} denied request: ${problem}`;
  const bound = textAt(metadataOf(binding), 'name');
  return `policy '${name}' with binding '${bound}' denied request: ${problem}`;
}

function nameOf({ name, object = {} }: PolicyReview): string {
  return name || textAt(metadataOf(object), 'generateName') || 'Unknown';
}

/** The refusal of a write for policies that failed; undefined where all of them want failures to be ignored. */
export function failedPolicies(
  review: PolicyReview,
  failures: readonly PolicyFailure[],
): Refusal | undefined {
  const counting = failures.filter(({ policy }) => objectAt(policy, 'spec').failurePolicy !== 'Ignore');
  const [first] = counting;
  if (first === undefined) return undefined;
  const { group, resource } = resourceSubject(review.call.type);
  return refuse({
    code: 403,
    message: messageOf(first),
    reason: first.reason,
    details: {
      name: nameOf(review),
      ...(group === '' ? {} : { group }),
      kind: resource,
      causes: counting.map((one) => ({ message: messageOf(one) })),
    },
  });
}
