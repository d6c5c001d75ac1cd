import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue } from './json-value.ts';

/** One text per value: members sorted, nulls and absent members left out, numbers by value. */
export function canonicalJson(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, below]) => below !== undefined && below !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, below]) => `${JSON.stringify(key)}:${canonicalJson(below)}`);
  return `{${members.join(',')}}`;
}

/** A short stand-in for a value, to remember it by. */
export function digestOf(value: JsonValue): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64');
}
