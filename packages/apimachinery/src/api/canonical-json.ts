import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue } from './json-value.ts';

/** One text per value: members sorted, nulls and absent members left out, numbers by value. */
export function canonicalJson(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const below = value[key];
    if (below !== undefined && below !== null) members.push(`${JSON.stringify(key)}:${canonicalJson(below)}`);
  }
  return `{${members.join(',')}}`;
}

/** A short stand-in for a value, to remember it by. */
export function digestOf(value: JsonValue): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64');
}
