import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { TSchema } from '@sinclair/typebox';
import { type Rule, rulesOf } from '../shapes/rule.ts';
import { jsonSchema } from './json-schema.ts';
import type { FieldFinding } from './setting.ts';

/** What rules of the schema, and of the schemas inside it, have against a value that the schema has accepted. */
export function ruleFindings(
  schema: TSchema,
  value: JsonValue | undefined,
  at: string,
): readonly FieldFinding[] {
  return findingsIn(jsonSchema(schema), value, at);
}

function findingsIn(schema: JsonObject, value: JsonValue | undefined, at: string): readonly FieldFinding[] {
  if (value === undefined || value === null || !hasRules(schema)) return [];
  return [
    ...rulesOf(schema).flatMap((rule) => (rule.holds(value) ? [] : [findingOf(rule, value, at)])),
    ...membersOf(schema, value).flatMap(([inner, member, name]) => findingsIn(inner, member, `${at}${name}`)),
  ];
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

type Member = readonly [schema: JsonObject, value: JsonValue | undefined, name: string];

function membersOf(schema: JsonObject, value: JsonValue): readonly Member[] {
  const { properties, items, additionalProperties } = schema;
  if (Array.isArray(value))
    return isJsonObject(items) ? value.map((each, index) => [items, each, `[${index}]`]) : [];
  if (!isJsonObject(value)) return [];
  const known = isJsonObject(properties) ? properties : {};
  return Object.entries(value).flatMap(([name, member]): readonly Member[] => {
    const inner = Object.hasOwn(known, name) ? known[name] : additionalProperties;
    return isJsonObject(inner) ? [[inner, member, `.${name}`]] : [];
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
