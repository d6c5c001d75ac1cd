import { quote } from '../../go-text/quote.ts';
import { invalidValue } from '../field-errors/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { Findings } from './findings.ts';
import type { Place } from './place.ts';

/** Checks a value against one branch. */
type CheckBranch = (node: SchemaNode, place: Place) => Findings;

/**
 * Checks anyOf, oneOf, allOf and not. When no branch holds, the errors of the one with the most checks passed
 * are reported.
 */
export function chooseBranches(node: SchemaNode, place: Place, findings: Findings, check: CheckBranch): void {
  if (node.anyOf.length > 0) checkAnyOf(node.anyOf, place, findings, check);
  if (node.oneOf.length > 0) checkOneOf(node.oneOf, place, findings, check);
  if (node.allOf.length > 0) checkAllOf(node.allOf, place, findings, check);
  if (node.not !== undefined && check(node.not, place).count === 0) {
    report(place, findings, 'must not validate the schema (not)');
  }
  findings.matches++;
}

function checkAnyOf(
  branches: readonly SchemaNode[],
  place: Place,
  findings: Findings,
  check: CheckBranch,
): void {
  let closest: Findings | undefined;
  for (const branch of branches) {
    const result = check(branch, place);
    if (result.count === 0) {
      findings.merge(result);
      return;
    }
    if (closest === undefined || result.matches > closest.matches) closest = result;
  }
  report(place, findings, 'must validate at least one schema (anyOf)');
  if (closest !== undefined) findings.merge(closest);
}

function checkOneOf(
  branches: readonly SchemaNode[],
  place: Place,
  findings: Findings,
  check: CheckBranch,
): void {
  const results = branches.map((branch) => check(branch, place));
  const valid = results.filter((result) => result.count === 0);
  const [first] = valid;
  if (first !== undefined && valid.length === 1) {
    findings.merge(first);
    return;
  }
  const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
  report(place, findings, `must validate one and only one schema (oneOf). ${found}`);
  if (valid.length > 0) return;
  findings.merge(results.reduce((best, result) => (result.matches > best.matches ? result : best)));
}

function checkAllOf(
  branches: readonly SchemaNode[],
  place: Place,
  findings: Findings,
  check: CheckBranch,
): void {
  const results = branches.map((branch) => check(branch, place));
  for (const result of results) findings.merge(result);
  const valid = results.filter((result) => result.count === 0).length;
  if (valid === branches.length) return;
  report(place, findings, `must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`);
}

/** Upstream reports junctors at the root of the object and names the field in the text. */
function report(place: Place, findings: Findings, words: string): void {
  findings.add(invalidValue(place.base, '', `${quote(place.path)} ${words}`));
}
