import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
} from '@archipelago/apimachinery';
import { keepFields } from '../../../doctor/facts/keep-fields.ts';
import { isNameOfSecret, removed, scrubText } from './scrub-text.ts';

/** The value without what looks like a login, in any text below it and under any name of a secret. */
function scrubJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return scrubText(value);
  if (isJsonList(value)) return value.map(scrubJson);
  return isJsonObject(value) ? scrubMembers(value) : value;
}

/** An object of a cluster that is shown as it is: without what was applied last, who manages it, and the values of environments. */
export function scrubObject(object: JsonObject): JsonObject {
  return scrubMembers(withoutEnvironments(keepFields(object, 'whole')));
}

/** The same for an object. */
export function scrubMembers(object: JsonObject): JsonObject {
  return mapMembers(object, (name, below) =>
    typeof below === 'string' && isNameOfSecret(name) ? removed : scrubJson(below),
  );
}

function withoutEnvironments(object: JsonObject): JsonObject {
  return mapMembers(object, (name, below) => {
    if (isJsonList(below)) return below.map(name === 'env' ? withoutValue : withoutEnvironmentsIn);
    return withoutEnvironmentsIn(below);
  });
}

function withoutEnvironmentsIn(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(withoutEnvironmentsIn);
  return isJsonObject(value) ? withoutEnvironments(value) : value;
}

function withoutValue(variable: JsonValue): JsonValue {
  const { value, ...rest } = objectAt(variable);
  return value === undefined ? rest : { ...rest, value: removed };
}

function mapMembers(object: JsonObject, of: (name: string, below: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, below]) => (below === undefined ? [] : [[name, of(name, below)]])),
  );
}
