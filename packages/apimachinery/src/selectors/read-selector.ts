import { isJsonObject, type JsonObject } from '../api/json-value.ts';
import type { SelectorError } from './requirement.ts';

/** The objects of a list; absent and null read as the empty list, as the API server's decoder has it. */
export function parseObjectList(
  value: unknown,
  field: string,
): { items: readonly JsonObject[]; errors: readonly SelectorError[] } {
  if (value === undefined || value === null) return { items: [], errors: [] };
  if (!Array.isArray(value)) return { items: [], errors: [wrongType(field, value, 'a list')] };
  const items: JsonObject[] = [];
  const errors: SelectorError[] = [];
  for (const [index, item] of value.entries()) {
    // A null item is the empty object to Go.
    if (item === null) items.push({});
    else if (isJsonObject(item)) items.push(item);
    else errors.push(wrongType(`${field}[${index}]`, item, 'an object'));
  }
  return { items, errors };
}

/** A text; absent and null read as the empty text. */
export function parseText(value: unknown, field: string): { text: string; errors: readonly SelectorError[] } {
  if (value === undefined || value === null) return { text: '', errors: [] };
  if (typeof value === 'string') return { text: value, errors: [] };
  return { text: '', errors: [wrongType(field, value, 'a string')] };
}

/** A list of texts; absent and null read as the empty list. */
export function parseTexts(
  value: unknown,
  field: string,
): { texts: readonly string[]; errors: readonly SelectorError[] } {
  if (value === undefined || value === null) return { texts: [], errors: [] };
  if (!Array.isArray(value)) return { texts: [], errors: [wrongType(field, value, 'a list')] };
  const parts = value.map((item, index) => parseText(item, `${field}[${index}]`));
  return { texts: parts.map((part) => part.text), errors: parts.flatMap((part) => part.errors) };
}

/** A refusal of a value that is not of the wanted type. */
export function wrongType(field: string, value: unknown, wanted: string): SelectorError {
  return { field, message: `Invalid value: ${typeName(value)}: must be ${wanted}` };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
