import { type JsonObject, jsonEqual, valueAt } from '@archipelago/apimachinery';
import type { Configured } from './configure.ts';
import { asBefore } from './framework/as-before.ts';
import { locateField } from './framework/field-path.ts';
import type { FieldFinding } from './framework/setting.ts';
import { reviewPolicyRules, reviewRules } from './review.ts';

/** A HyperConverged, or as much of one as findings are about. */
interface Looked {
  readonly object: JsonObject;
  readonly configured: Configured;
}

/**
 * The findings, of which those that were to be made before, about what has not changed since, are warnings. What API servers refuse by
 * themselves is theirs to spare (`review`).
 */
export function sparing(
  findings: readonly FieldFinding[],
  { object, configured }: Looked,
  before: Looked & { readonly findings: readonly FieldFinding[] },
): readonly FieldFinding[] {
  const ofServers = [
    ...reviewRules(configured, before.configured),
    ...reviewPolicyRules(configured, before.configured),
  ];
  const isStanding = ({ at, message }: FieldFinding) => {
    const isIt = (each: FieldFinding) => each.at === at && each.message === message;
    if (ofServers.some(isIt) || !before.findings.some(isIt)) return false;
    const path = locateField(at, object);
    return jsonEqual(valueAt(object, ...path) ?? null, valueAt(before.object, ...path) ?? null);
  };
  return findings.map((each) => (isStanding(each) ? asBefore(each) : each));
}
