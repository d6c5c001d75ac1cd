import type { JsonValue } from '../api/json-value.ts';
import { compareBytes, marshal } from '../go-text/marshal.ts';
import { quote } from '../go-text/quote.ts';
import { labelKeyErrors, labelValueErrors } from './label-syntax.ts';

/** How a requirement compares; the values are apimachinery's names of the operators. */
export type RequirementOperator = 'in' | 'notin' | '=' | '==' | '!=' | 'exists' | '!' | 'gt' | 'lt';

type Relation = 'one of' | 'none of' | 'present' | 'absent' | 'above' | 'below';

const relations: Readonly<Record<RequirementOperator, Relation>> = {
  in: 'one of',
  '=': 'one of',
  '==': 'one of',
  notin: 'none of',
  '!=': 'none of',
  exists: 'present',
  '!': 'absent',
  gt: 'above',
  lt: 'below',
};

/** One condition on one label. */
export interface Requirement {
  readonly key: string;
  readonly operator: RequirementOperator;
  readonly values: readonly string[];
}

/** One refusal of one field of a selector. */
export interface SelectorError {
  /** `nodeSelectorTerms[0].matchExpressions[1].values`; `<nil>` for the whole. */
  readonly field: string;
  /** Reason, value and rule: `Invalid value: "x": must be …`. */
  readonly message: string;
}

/** Labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/**
 * What is wrong with a requirement; `path` is where it stands, empty when it stands nowhere. `shown` is how the
 * errors show the values: Go tells an absent list (null) from an empty one.
 */
export function requirementErrors(
  requirement: Requirement,
  path: string,
  shown: readonly string[] | null = requirement.values.length === 0 ? null : requirement.values,
): readonly SelectorError[] {
  const { key, values } = requirement;
  const keyErrors = labelKeyErrors(key);
  const valueErrors = values.flatMap((value, index) => {
    const errors = labelValueErrors(value);
    return errors.length === 0
      ? []
      : [invalid(`${child(path, 'values')}[${index}][${key}]`, value, errors.join('; '))];
  });
  return [
    ...(keyErrors.length === 0 ? [] : [invalid(child(path, 'key'), key, keyErrors.join('; '))]),
    ...countErrors(requirement, child(path, 'values'), shown),
    ...valueErrors,
  ];
}

/** True when the labels fulfil a requirement. */
export function matchesRequirement(requirement: Requirement, labels: Labels): boolean {
  const label = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (relations[requirement.operator]) {
    case 'one of':
      return label !== undefined && requirement.values.includes(label);
    case 'none of':
      return label === undefined || !requirement.values.includes(label);
    case 'present':
      return label !== undefined;
    case 'absent':
      return label === undefined;
    case 'above':
      return compareIntegers(label, requirement.values, (left, right) => left > right);
    case 'below':
      return compareIntegers(label, requirement.values, (left, right) => left < right);
  }
}

/** A requirement as a selector text has it: `a in (b,c)`. */
export function requirementText({ key, operator, values }: Requirement): string {
  const list = [...values].sort(compareBytes).join(',');
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${list})`;
    case 'gt':
      return `${key}>${list}`;
    case 'lt':
      return `${key}<${list}`;
    case '=':
    case '==':
    case '!=':
      return `${key}${operator}${list}`;
  }
}

/** A refusal in the API server's words. */
export function invalid(field: string, value: JsonValue, detail: string): SelectorError {
  const shown = typeof value === 'string' ? quote(value) : marshal(value);
  return { field, message: `Invalid value: ${shown}: ${detail}` };
}

/** Errors as one text: the one error, or all of them without repetition in brackets. */
export function selectorErrorText(errors: readonly SelectorError[]): string {
  const texts = new Set(errors.map((error) => `${error.field}: ${error.message}`));
  return texts.size === 1 ? [...texts].join('') : `[${[...texts].join(', ')}]`;
}

function countErrors(
  { operator, values }: Requirement,
  field: string,
  shown: readonly string[] | null,
): readonly SelectorError[] {
  const rule = countRules[operator];
  const fits = rule === undefined || rule.fits(values.length);
  const integers = operator === 'gt' || operator === 'lt' ? integerErrors(values, field) : [];
  return [...(fits ? [] : [invalid(field, shown, rule.message)]), ...integers];
}

interface CountRule {
  fits(count: number): boolean;
  readonly message: string;
}

const some: CountRule = {
  fits: (count) => count > 0,
  message: "for 'in', 'notin' operators, values set can't be empty",
};
const none: CountRule = {
  fits: (count) => count === 0,
  message: 'values set must be empty for exists and does not exist',
};
const one: CountRule = {
  fits: (count) => count === 1,
  message: "for 'Gt', 'Lt' operators, exactly one value is required",
};

/** How many values an operator takes; what stands behind an equals sign is one value, if an empty one. */
const countRules: Readonly<Record<RequirementOperator, CountRule | undefined>> = {
  in: some,
  notin: some,
  exists: none,
  '!': none,
  gt: one,
  lt: one,
  '=': undefined,
  '==': undefined,
  '!=': undefined,
};

function integerErrors(values: readonly string[], field: string): readonly SelectorError[] {
  return values.flatMap((value, index) =>
    parseInt64(value) === undefined
      ? [invalid(`${field}[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer")]
      : [],
  );
}

/** Whether the label and the one value are integers that compare so. */
function compareIntegers(
  label: string | undefined,
  values: readonly string[],
  holds: (left: bigint, right: bigint) => boolean,
): boolean {
  const [left, right] = [label ?? '', ...values].map(parseInt64);
  return left !== undefined && right !== undefined && holds(left, right);
}

/** Go's strconv.ParseInt(text, 10, 64). */
function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]{1,4096}$/.test(text)) return undefined;
  const value = text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function child(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
