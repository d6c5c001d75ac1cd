import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { Static, TSchema } from '@sinclair/typebox';
import { jsonSchema } from './json-schema.ts';
import type { FieldFinding, Reason } from './setting.ts';

/**
 * A refusal that needs nothing but the value, so that the API server can decide it, too: in CEL for the definition, in TypeScript
 * for `validate` and the operator. A test holds them against each other, words included.
 */
export interface Rule<V> {
  /** The member it is about, below the value that it is declared with: `ca.duration`; left out: the value itself. */
  readonly at?: string;
  readonly reason: Reason;
  readonly holds: (value: V) => boolean;
  /** True where the value, `self`, is accepted. */
  readonly cel: string;
  /** What is wrong; with amounts: `says` for TypeScript, `cel` for the same text as an expression. */
  readonly message: string | { readonly says: (value: V) => string; readonly cel: string };
  readonly fix: string;
}

const rulesKey = Symbol('rules');

interface Ruled {
  readonly [rulesKey]?: readonly Rule<JsonValue>[];
}

const keyword = 'x-kubernetes-validations';

/** The schema with rules about its value: the definition carries them, and `ruleFindings` finds them. */
export function withRules<S extends TSchema>(schema: S, rules: readonly Rule<Static<S>>[]): S {
  return { ...schema, [keyword]: rules.map(validationOf), [rulesKey]: rules };
}

function validationOf<V>({ at, cel, message, fix, reason }: Rule<V>): JsonObject {
  return {
    rule: cel,
    ...(typeof message === 'string'
      ? { message: `${message}; ${fix}` }
      : { messageExpression: `${message.cel} + ${JSON.stringify(`; ${fix}`)}`, message: fix }),
    ...(at === undefined ? {} : { fieldPath: `.${at}` }),
    reason: reason === 'Missing' ? 'FieldValueRequired' : 'FieldValueInvalid',
  };
}

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

/** The TypeScript side of a rule. Its type was erased when it was declared; the schema it stands with has accepted the value. */
function rulesOf(schema: JsonObject & Ruled): readonly Rule<JsonValue>[] {
  return schema[rulesKey] ?? [];
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

/** The schema without what `ruleFindings` decides: nobody needs CEL for it then. */
export function withoutRules(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): readonly (readonly [string, JsonValue])[] => {
      if (name === keyword || value === undefined) return [];
      return [[name, isJsonObject(value) ? withoutRules(value) : value]];
    }),
  );
}
