import {
  isForgiven,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Ratchet,
  ratchetField,
  ratchetItem,
  startRatchet,
  valueAt,
} from '@archipelago/apimachinery';
import type { TSchema } from '@sinclair/typebox';
import { type Rule, rulesOf } from '../shapes/rule.ts';
import { asBefore } from './as-before.ts';
import { jsonSchema, structuralSchema } from './json-schema.ts';
import type { FieldFinding } from './setting.ts';

/**
 * What rules of the schema, and of the schemas inside it, have against a value that the schema has accepted. With `former`, what the value was
 * before an update, those about what was left as it was are warnings: an API server forgives the same.
 */
export function ruleFindings(
  schema: TSchema,
  value: JsonValue | undefined,
  at: string,
  former?: JsonValue,
): readonly FieldFinding[] {
  const plain = jsonSchema(schema);
  if (value === undefined || value === null || !hasRules(plain)) return [];
  // a creation has nothing to compare, and needs no schema for it
  const ratchet = startRatchet(former === undefined ? {} : structuralSchema(schema), value, former);
  return findingsIn({ schema: plain, value, at, ratchet });
}

interface Place {
  readonly schema: JsonObject;
  readonly value: JsonValue | undefined;
  readonly at: string;
  readonly ratchet: Ratchet;
}

function findingsIn({ schema, value, at, ratchet }: Place): readonly FieldFinding[] {
  if (value === undefined || value === null || !hasRules(schema)) return [];
  const broken = rulesOf(schema).filter((rule) => !rule.holds(value));
  const forgiven = broken.length > 0 && isForgiven(ratchet);
  const told = broken.map((rule) => {
    const finding = findingOf(rule, value, at);
    return forgiven && rule.isUncomputable !== true ? asBefore(finding) : finding;
  });
  return [...told, ...placesIn({ schema, value, at, ratchet }).flatMap(findingsIn)];
}

function findingOf(rule: Rule<JsonValue>, value: JsonValue, at: string): FieldFinding {
  const { at: leaf, reason, message, fix } = rule;
  const found = leaf === undefined ? value : valueAt(value, ...leaf.split('.'));
  return {
    level: 'error',
    at: leaf === undefined ? at : `${at}.${leaf}`,
    reason,
    ...(found === undefined || typeof found === 'object' ? {} : { value: found }),
    message: typeof message === 'string' ? message : message.says(value),
    fix,
  };
}

function placesIn({ schema, value, at, ratchet }: Place): readonly Place[] {
  const { properties, items, additionalProperties } = schema;
  if (Array.isArray(value)) {
    if (!isJsonObject(items)) return [];
    return value.map((each, index) => ({
      schema: items,
      value: each,
      at: `${at}[${index}]`,
      ratchet: ratchetItem(ratchet, index),
    }));
  }
  if (!isJsonObject(value)) return [];
  const known = isJsonObject(properties) ? properties : {};
  return Object.entries(value).flatMap(([name, member]): readonly Place[] => {
    const inner = Object.hasOwn(known, name) ? known[name] : additionalProperties;
    if (!isJsonObject(inner)) return [];
    return [{ schema: inner, value: member, at: `${at}.${name}`, ratchet: ratchetField(ratchet, name) }];
  });
}

const ruled = new WeakMap<JsonObject, boolean>();

/** Most schemas have none, and their values are not walked. */
function hasRules(schema: JsonObject): boolean {
  const known = ruled.get(schema);
  if (known !== undefined) return known;
  const { properties, items, additionalProperties } = schema;
  const inner = [...(isJsonObject(properties) ? Object.values(properties) : []), items, additionalProperties];
  const found = rulesOf(schema).length > 0 || inner.some((each) => isJsonObject(each) && hasRules(each));
  ruled.set(schema, found);
  return found;
}
