import { labelSelectorErrors } from '@archipelago/apimachinery';
import { forbiddenField, invalidValue, notSupported, required } from './field-errors.ts';
import type { FieldCheck } from './field-rules.ts';
import { labelSelectorError } from './label-selector-error.ts';
import type { NameRule } from './name-rules.ts';

/** A text that is not empty, or a list that is not. */
export function needed(detail = ''): FieldCheck {
  return (value, field) => {
    const isEmpty =
      value === undefined || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [required(field, detail)] : [];
  };
}

/** A text that obeys the rule, or none. */
export function named(rule: NameRule): FieldCheck {
  return (value, field) =>
    typeof value === 'string' && value !== ''
      ? rule(value).map((problem) => invalidValue(field, value, problem))
      : [];
}

/** One of a closed list, or nothing. */
export function oneOf(...supported: readonly string[]): FieldCheck {
  return (value, field) =>
    value === undefined || (typeof value === 'string' && supported.includes(value))
      ? []
      : [notSupported(field, value, supported)];
}

/** A number that is not below the least one, or none. */
export function atLeast(least: number): FieldCheck {
  return (value, field) =>
    typeof value === 'number' && value < least
      ? [invalidValue(field, value, `must be greater than or equal to ${least}`)]
      : [];
}

/** Nothing, where a field beside it has this value. */
export function forbiddenIf(name: string, other: string): FieldCheck {
  return (value, field, parent) =>
    value !== undefined && parent[name] === other
      ? [forbiddenField(field, `may not be specified when \`${name}\` is '${other}'`)]
      : [];
}

/** All of the checks, in their order. */
export function every(...checks: readonly FieldCheck[]): FieldCheck {
  return (...place) => checks.flatMap((check) => check(...place));
}

/** The first of the checks that has something to say. */
export function first(...checks: readonly FieldCheck[]): FieldCheck {
  return (...place) => {
    for (const check of checks) {
      const errors = check(...place);
      if (errors.length > 0) return errors;
    }
    return [];
  };
}

/** A port that is not there is no port. */
export const portNumber: FieldCheck = (value, field) => {
  const port = value ?? 0;
  const isPort = typeof port === 'number' && port >= 1 && port <= 65_535;
  return isPort ? [] : [invalidValue(field, port, 'must be between 1 and 65535, inclusive')];
};

/** A whole number of things or a share of them. */
export const amountOrPercent: FieldCheck = (value, field) => {
  if (value === undefined) return [];
  if (typeof value === 'number') return atLeast(0)(value, field, {});
  const percent = /^(\d+)%$/.exec(String(value))?.[1];
  if (percent === undefined) {
    const wish =
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
    return [invalidValue(field, value, wish)];
  }
  return Number(percent) > 100 ? [invalidValue(field, value, 'must not be greater than 100%')] : [];
};

/** A selector of labels that can be read. */
export const labelSelector: FieldCheck = (value, field) =>
  labelSelectorErrors(value, field).map(labelSelectorError);
