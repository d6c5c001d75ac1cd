import type { JsonValue } from '../api/json-value.ts';

/** A value's JSON type; numbers that are no 64 bit integers are `number`. */
export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** The type of a value as the API server tells types apart. */
export function jsonType(value: JsonValue): JsonType {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'bigint':
      return 'integer';
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'number';
    default:
      if (value === null) return 'null';
      return Array.isArray(value) ? 'array' : 'object';
  }
}
