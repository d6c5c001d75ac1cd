import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { TSchema } from '@sinclair/typebox';
import { goDurationPattern } from '../shapes/go-duration.ts';
import { quantityPattern } from '../shapes/quantity.ts';
import { durationText } from './duration-text.ts';
import { quantityText } from './quantity-text.ts';

/**
 * The value as the operands' API types print it: amounts and durations in their one spelling, optional lists and
 * maps left out where they are empty. What the schema does not know stays as it is.
 */
export function canonicalValue(schema: unknown, value: JsonValue): JsonValue {
  if (!isSchema(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => canonicalValue(schema.items, item));
  if (isJsonObject(value)) return canonicalMembers(schema, value);
  switch (schema.pattern) {
    case quantityPattern:
      return isAmount(value) ? quantityText(value) : value;
    case goDurationPattern:
      return typeof value === 'string' ? durationText(value) : value;
    default:
      return value;
  }
}

function isAmount(value: JsonValue): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

function canonicalMembers(schema: TSchema, value: JsonObject): JsonObject {
  const members = Object.entries(value).flatMap(([key, member]) => {
    const below = memberSchema(schema, key);
    if (member === undefined || (isOptional(schema, key) && isEmpty(below, member))) return [];
    return [[key, canonicalValue(below, member)] as const];
  });
  return Object.fromEntries(members);
}

function isSchema(schema: unknown): schema is TSchema {
  return isJsonObject(schema);
}

function memberSchema({ properties, additionalProperties }: TSchema, key: string): unknown {
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

function isOptional({ properties, required }: TSchema, key: string): boolean {
  const isMember = isJsonObject(properties) && Object.hasOwn(properties, key);
  return isMember && !(Array.isArray(required) && required.includes(key));
}

/** An empty object with named members is a value: it says that something is on. */
function isEmpty(schema: unknown, value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isSchema(schema) || !isJsonObject(value)) return false;
  return schema.additionalProperties !== undefined && Object.keys(value).length === 0;
}
