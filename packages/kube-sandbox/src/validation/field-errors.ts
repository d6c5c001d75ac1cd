import { type FieldError, type FieldErrorType, type JsonValue, quote } from '@archipelago/apimachinery';

function shown(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

function error(type: FieldErrorType, field: string, message: string): FieldError {
  return { type, field, message };
}

export function invalidValue(field: string, value: JsonValue, detail: string): FieldError {
  return error('FieldValueInvalid', field, `Invalid value: ${shown(value)}: ${detail}`);
}

export function required(field: string, detail: string): FieldError {
  return error('FieldValueRequired', field, detail === '' ? 'Required value' : `Required value: ${detail}`);
}

export function forbiddenField(field: string, detail: string): FieldError {
  return error('FieldValueForbidden', field, `Forbidden: ${detail}`);
}

/** A text or collection longer than its limit in bytes. */
export function tooLong(field: string, limit: number): FieldError {
  return error('FieldValueTooLong', field, `Too long: may not be more than ${limit} bytes`);
}

/** A value outside a closed list, which the message names in the order given. */
export function notSupported(field: string, value: JsonValue, supported: readonly string[]): FieldError {
  const list = supported.map((one) => JSON.stringify(one)).join(', ');
  return error(
    'FieldValueNotSupported',
    field,
    `Unsupported value: ${shown(value)}: supported values: ${list}`,
  );
}

export function duplicate(field: string, value: JsonValue): FieldError {
  return error('FieldValueDuplicate', field, `Duplicate value: ${shown(value)}`);
}

/** A name that stands for nothing. */
export function notFound(field: string, value: JsonValue): FieldError {
  return error('FieldValueNotFound', field, `Not found: ${shown(value)}`);
}

/** A list with more items than it may have. */
export function tooMany(field: string, actual: number, limit: number): FieldError {
  return error('FieldValueTooMany', field, `Too many: ${actual}: must have at most ${limit} items`);
}
