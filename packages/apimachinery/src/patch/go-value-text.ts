import { isJsonList, isJsonObject, type JsonValue } from '../api/json-value.ts';
import { compareBytes } from '../go-text/marshal.ts';
import { numberText } from '../go-text/number.ts';

/** A decoded JSON value as Go's `%v` prints it: `map[a:1 b:[x <nil>]]`. */
export function goValueText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<nil>';
  if (isJsonList(value)) return `[${value.map(goValueText).join(' ')}]`;
  if (typeof value === 'number' || typeof value === 'bigint') return numberText(value);
  if (!isJsonObject(value)) return String(value);
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort(compareBytes)
    .map((key) => `${key}:${goValueText(value[key])}`);
  return `map[${members.join(' ')}]`;
}

/** A decoded JSON value as Go's `%s` prints it, which is for texts: `%!s(int64=1)`. */
export function goStringText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '%!s(<nil>)';
  if (isJsonList(value)) return `[${value.map(goStringText).join(' ')}]`;
  if (!isJsonObject(value)) return `%!s(${goTypeName(value)}=${goValueText(value)})`;
  const members = Object.keys(value)
    .sort(compareBytes)
    .map((key) => `${key}:${goStringText(value[key])}`);
  return `map[${members.join(' ')}]`;
}

/** The Go type JSON decodes a value into. */
export function goTypeName(value: JsonValue): string {
  if (value === null) return 'nil';
  if (isJsonList(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64';
}
