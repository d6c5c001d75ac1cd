import type { JsonValue } from '../../api/json-value.ts';
import { marshal } from '../../go-text/marshal.ts';
import { numberText } from '../../go-text/number.ts';
import { quote } from '../../go-text/quote.ts';
import { printedPath } from './field-path.ts';

/** Reasons a field is refused for, as they stand in `status.details.causes[].reason`. */
export type FieldErrorType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/** One refusal of one field. */
export interface FieldError {
  /** `spec.a[0].b`, `spec.m[key]`, or `<nil>` for the root. */
  readonly field: string;
  readonly type: FieldErrorType;
  /** The cause's whole message: `Invalid value: "x": must be …`. */
  readonly message: string;
  /** The message without the reason and value in front. */
  readonly detail?: string;
  /** The refused value. */
  readonly value?: JsonValue;
}

/** A malformed value. `path` is empty for the root; `shown` replaces the usual text of the value. */
export function invalidValue(path: string, value: JsonValue, detail: string, shown?: string): FieldError {
  const start = `Invalid value: ${shown ?? shownValue(value)}`;
  return described('FieldValueInvalid', path, start, detail, value);
}

/** A value of the wrong type. */
export function invalidType(path: string, value: JsonValue, detail: string): FieldError {
  return withValue('FieldValueTypeInvalid', path, 'Invalid value', { value, detail });
}

/** A value that occurs before in a list of unique values. */
export function duplicateValue(path: string, value: JsonValue): FieldError {
  return withValue('FieldValueDuplicate', path, 'Duplicate value', { value, detail: '' });
}

/** A value that is none of `supported`. */
export function unsupportedValue(path: string, value: JsonValue, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`;
  return withValue('FieldValueNotSupported', path, 'Unsupported value', { value, detail });
}

/** A field that must be there. */
export function requiredValue(path: string, detail = ''): FieldError {
  return withoutValue('FieldValueRequired', path, 'Required value', detail);
}

/** A field that must not be there. */
export function forbiddenValue(path: string, detail: string): FieldError {
  return withoutValue('FieldValueForbidden', path, 'Forbidden', detail);
}

/** A text longer than `limit`; upstream says bytes and counts characters. */
export function tooLong(path: string, limit: number): FieldError {
  const detail =
    limit < 0 ? 'value is too long' : `may not be more than ${limit} ${limit === 1 ? 'byte' : 'bytes'}`;
  return withoutValue('FieldValueTooLong', path, 'Too long', detail);
}

/** A list or map of `count` members where at most `limit` are allowed. */
export function tooMany(path: string, count: number, limit: number): FieldError {
  const detail =
    limit < 0 ? 'has too many items' : `must have at most ${limit} ${limit === 1 ? 'item' : 'items'}`;
  return withValue('FieldValueTooMany', path, 'Too many', { value: count, detail });
}

/** The value as upstream shows it inside a message: texts quoted, numbers plain, the rest as JSON. */
function shownValue(value: JsonValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(value);
  return marshal(value);
}

function withValue(
  type: FieldErrorType,
  path: string,
  reason: string,
  about: { value: JsonValue; detail: string },
): FieldError {
  const start = `${reason}: ${shownValue(about.value)}`;
  return described(type, path, start, about.detail, about.value);
}

function withoutValue(type: FieldErrorType, path: string, reason: string, detail: string): FieldError {
  return described(type, path, reason, detail);
}

function described(...parts: [FieldErrorType, string, string, string, JsonValue?]): FieldError {
  const [type, path, start, detail, value] = parts;
  return {
    field: printedPath(path),
    type,
    message: detail === '' ? start : `${start}: ${detail}`,
    ...(detail === '' ? {} : { detail }),
    ...(value === undefined ? {} : { value }),
  };
}
