import { isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import { compareBytes } from '../go-text/marshal.ts';
import { quote } from '../go-text/quote.ts';
import { labelKeyErrors, labelValueErrors } from './label-syntax.ts';
import { parseObjectList, parseText, parseTexts, wrongType } from './read-selector.ts';
import {
  invalid,
  type Labels,
  matchesRequirement,
  type Requirement,
  type RequirementOperator,
  requirementErrors,
  requirementText,
  type SelectorError,
  selectorErrorText,
} from './requirement.ts';

/** Requirements on labels that must all hold, in the order of their keys. */
export interface LabelSelector {
  /** `a=b,env notin (prod)`; empty where nothing is required, and where nothing matches. */
  readonly text: string;
  readonly requirements: readonly Requirement[];
  matches(labels: Labels): boolean;
}

/** A selector, or why there is none. */
export type LabelSelectorResult =
  | { readonly ok: true; readonly selector: LabelSelector }
  | { readonly ok: false; readonly message: string };

const operators = new Map<string, RequirementOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

const nothing: LabelSelector = { text: '', requirements: [], matches: () => false };

/** The selector of these requirements. */
export function labelSelectorOf(requirements: readonly Requirement[]): LabelSelector {
  const sorted = [...requirements].sort((left, right) => compareBytes(left.key, right.key));
  return {
    text: sorted.map(requirementText).join(','),
    requirements: sorted,
    matches: (labels) => sorted.every((requirement) => matchesRequirement(requirement, labels)),
  };
}

/**
 * Reads a meta/v1 LabelSelector. No selector at all (null, undefined) matches nothing, the empty one everything.
 * Stops at the first error, as apimachinery's LabelSelectorAsSelector does.
 */
export function parseLabelSelector(value: unknown): LabelSelectorResult {
  if (value === undefined || value === null) return { ok: true, selector: nothing };
  const read = readLabelSelector(value, '');
  if (read.errors.length > 0) return { ok: false, message: selectorErrorText(read.errors) };
  const requirements: Requirement[] = [];
  for (const { key, name, operator, values } of [...read.labels, ...read.expressions]) {
    if (operator === undefined) {
      return { ok: false, message: `${quote(name)} is not a valid label selector operator` };
    }
    const requirement = { key, operator, values };
    const errors = requirementErrors(requirement, '');
    if (errors.length > 0) return { ok: false, message: selectorErrorText(errors) };
    requirements.push(requirement);
  }
  return { ok: true, selector: labelSelectorOf(requirements) };
}

/**
 * What the API server refuses in a LabelSelector that is part of an object (apimachinery's
 * ValidateLabelSelector); `path` is the field it stands in.
 */
export function labelSelectorErrors(value: unknown, path: string): readonly SelectorError[] {
  if (value === undefined || value === null) return [];
  const read = readLabelSelector(value, path);
  if (read.errors.length > 0) return read.errors;
  const labels = read.labels.flatMap(({ key, values }) => [
    ...labelKeyErrors(key).map((rule) => invalid(`${path}.matchLabels`, key, rule)),
    ...values.flatMap((text) =>
      labelValueErrors(text).map((rule) => invalid(`${path}.matchLabels`, text, rule)),
    ),
  ]);
  const expressions = read.expressions.flatMap((expression, index) =>
    expressionErrors(expression, `${path}.matchExpressions[${index}]`),
  );
  return [...labels, ...expressions];
}

interface RawExpression {
  readonly key: string;
  /** The operator as it was written. */
  readonly name: string;
  /** The operator that stands for; undefined when there is none. */
  readonly operator: RequirementOperator | undefined;
  readonly values: readonly string[];
}

function expressionErrors({ key, name, values }: RawExpression, path: string): readonly SelectorError[] {
  const keyErrors = labelKeyErrors(key).map((rule) => invalid(`${path}.key`, key, rule));
  const valueErrors = values.flatMap((value, index) =>
    labelValueErrors(value).map((rule) => invalid(`${path}.values[${index}]`, value, rule)),
  );
  return [...operatorErrors(name, values, path), ...keyErrors, ...valueErrors];
}

function operatorErrors(operator: string, values: readonly string[], path: string): readonly SelectorError[] {
  if (operator === 'In' || operator === 'NotIn') {
    const message = "Required value: must be specified when `operator` is 'In' or 'NotIn'";
    return values.length > 0 ? [] : [{ field: `${path}.values`, message }];
  }
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    const message = "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    return values.length === 0 ? [] : [{ field: `${path}.values`, message }];
  }
  return [invalid(`${path}.operator`, operator, 'not a valid selector operator')];
}

function readLabelSelector(value: unknown, path: string) {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (!isJsonObject(value)) {
    return { labels: [], expressions: [], errors: [wrongType(path || '<nil>', value, 'an object')] };
  }
  const labels = readMatchLabels(value.matchLabels, at('matchLabels'));
  const list = parseObjectList(value.matchExpressions, at('matchExpressions'));
  const expressions = list.items.map((item, index) =>
    readExpression(item, `${at('matchExpressions')}[${index}]`),
  );
  return {
    labels: labels.parts,
    expressions: expressions.map((part) => part.expression),
    errors: [...labels.errors, ...list.errors, ...expressions.flatMap((part) => part.errors)],
  };
}

function readExpression(item: JsonObject, path: string) {
  const key = parseText(item.key, `${path}.key`);
  const operator = parseText(item.operator, `${path}.operator`);
  const values = parseTexts(item.values, `${path}.values`);
  const expression: RawExpression = {
    key: key.text,
    name: operator.text,
    operator: operators.get(operator.text),
    values: values.texts,
  };
  return { expression, errors: [...key.errors, ...operator.errors, ...values.errors] };
}

function readMatchLabels(value: JsonValue | undefined, path: string) {
  const parts: RawExpression[] = [];
  const errors: SelectorError[] = [];
  if (value !== undefined && value !== null && !isJsonObject(value)) {
    errors.push(wrongType(path, value, 'an object'));
  }
  for (const [key, label] of isJsonObject(value) ? Object.entries(value) : []) {
    const text = parseText(label, `${path}[${key}]`);
    parts.push({ key, name: '=', operator: '=', values: [text.text] });
    errors.push(...text.errors);
  }
  return { parts, errors };
}
