import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { Static, TSchema } from '@sinclair/typebox';

/**
 * A refusal that needs nothing but the value, so that the API server can decide it, too: in CEL for the definition, in TypeScript
 * for `validate` and the operator. A test holds them against each other, words included.
 */
export interface Rule<V> {
  /** The member it is about, below the value that it is declared with: `ca.duration`; left out: the value itself. */
  readonly at?: string;
  readonly reason: 'TooSmall' | 'Conflict' | 'Duplicate' | 'Invalid' | 'Missing';
  readonly holds: (value: V) => boolean;
  /** True where the value, `self`, is accepted. */
  readonly cel: string;
  /** What is wrong; with amounts: `says` for TypeScript, `cel` for the same text as an expression. */
  readonly message: string | { readonly says: (value: V) => string; readonly cel: string };
  readonly fix: string;
  /** Where it is broken, the CEL cannot be computed: an API server refuses also an update that leaves the value as it was. */
  readonly isUncomputable?: true;
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
    // API servers leave the message out where something is a duplicate
    reason: reason === 'Missing' ? 'FieldValueRequired' : 'FieldValueInvalid',
  };
}

/** The TypeScript side of a rule. Its type was erased when it was declared; the schema it stands with has accepted the value. */
export function rulesOf(schema: JsonObject & Ruled): readonly Rule<JsonValue>[] {
  return schema[rulesKey] ?? [];
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
