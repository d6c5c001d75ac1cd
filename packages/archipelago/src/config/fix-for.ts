import { type FieldError, isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { FieldPath } from './framework/field-path.ts';

/** What to write instead of a value the schema refuses, from the rule it broke. */
export function fixFor(
  { field, type }: Pick<FieldError, 'field' | 'type'>,
  schema: JsonObject | undefined,
): string {
  switch (type) {
    case 'FieldValueRequired':
      return `add ${field}`;
    case 'FieldValueDuplicate':
      return `remove ${field}, or make it differ`;
    default:
      return wanted(schema, field);
  }
}

/** What is wrong with the value, in a few words: the schema engine's own text repeats field and value. */
export function messageFor(
  error: FieldError,
  value: JsonValue | undefined,
  schema: JsonObject | undefined,
): string {
  switch (error.type) {
    case 'FieldValueRequired':
      return 'is missing';
    case 'FieldValueDuplicate':
      return 'is there twice';
    case 'FieldValueNotSupported':
      return 'is none of the values it can have';
    case 'FieldValueTypeInvalid':
      return `is ${kindOf(value)}, not ${typeText(schema ?? {}).replace(/,.*/, '')}`;
    default:
      return (error.detail ?? error.message)
        .replace(`${error.field} in body `, '')
        .replace(/^Checked value (.+?) in .+$/, '$1');
  }
}

function kindOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isJsonObject(value)
    ? 'an object'
    : typeof value === 'string'
      ? 'text'
      : `a ${typeof value}`.replace('bigint', 'number');
}

function wanted(schema: JsonObject | undefined, field: string): string {
  if (schema === undefined) return `remove ${field}`;
  if (Array.isArray(schema.enum))
    return `write one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (typeof schema.pattern === 'string') return `write text that matches ${schema.pattern}`;
  return `write ${typeText(schema)}${boundsText(schema)}`;
}

function typeText({ type }: JsonObject): string {
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return 'a whole number';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    case 'string':
      return 'text, in quotes if it looks like a number or a word such as true';
    default:
      return `a ${String(type ?? 'value')}`;
  }
}

function boundsText({ minimum, maximum }: JsonObject): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') return ` from ${minimum} to ${maximum}`;
  if (typeof minimum === 'number') return `, ${minimum} or more`;
  return typeof maximum === 'number' ? `, ${maximum} or less` : '';
}

/** The schema of the field at `path`; undefined where the schema ends before. */
export function schemaAt(root: JsonObject, path: FieldPath): JsonObject | undefined {
  return path.reduce<JsonObject | undefined>((schema, segment) => {
    if (schema === undefined) return undefined;
    const below = typeof segment === 'number' ? schema.items : memberOf(schema, segment);
    return isJsonObject(below) ? below : undefined;
  }, root);
}

function memberOf({ properties, additionalProperties }: JsonObject, name: string): JsonValue | undefined {
  return isJsonObject(properties) && Object.hasOwn(properties, name)
    ? properties[name]
    : additionalProperties;
}
