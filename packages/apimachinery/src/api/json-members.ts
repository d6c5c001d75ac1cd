import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';

/** The name of a member, or the index of a list's item. */
type Key = string | number;

const emptyObject: JsonObject = {};
const emptyList: readonly JsonValue[] = [];

/**
 * The value at a path, which may be empty; undefined where the path ends early. Only an object's own members count,
 * never what it inherits (`constructor`, `__proto__`), and only numbers lead into lists.
 */
export function valueAt(value: JsonValue | undefined, ...path: readonly Key[]): JsonValue | undefined;
export function valueAt(value: unknown, key: Key, ...path: readonly Key[]): JsonValue | undefined;
export function valueAt(value: unknown, ...path: readonly Key[]): unknown {
  return follow(value, path);
}

function follow(value: unknown, path: readonly Key[]): unknown {
  let found = value;
  for (const key of path) found = memberOf(found, key);
  return found;
}

function memberOf(value: unknown, key: Key): JsonValue | undefined {
  if (isJsonList(value)) return typeof key === 'number' ? value[key] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The text at a path; `''` where it is absent or no text. Kubernetes makes no difference between the two. */
export function textAt(value: unknown, ...path: readonly Key[]): string {
  const found = follow(value, path);
  return typeof found === 'string' ? found : '';
}

/** The number at a path; undefined where it is absent or no `number`, which a `bigint` is not. */
export function numberAt(value: unknown, ...path: readonly Key[]): number | undefined {
  const found = follow(value, path);
  return typeof found === 'number' ? found : undefined;
}

/** The object at a path; an empty one where it is absent or no object. */
export function objectAt(value: unknown, ...path: readonly Key[]): JsonObject {
  const found = follow(value, path);
  return isJsonObject(found) ? found : emptyObject;
}

/** The list at a path; an empty one where it is absent or no list. */
export function listAt(value: unknown, ...path: readonly Key[]): readonly JsonValue[] {
  const found = follow(value, path);
  return isJsonList(found) ? found : emptyList;
}

/** The objects in the list at a path. */
export function objectsAt(value: unknown, ...path: readonly Key[]): readonly JsonObject[] {
  return listAt(value, ...path).filter(isJsonObject);
}

/** The texts in the list at a path. */
export function textsAt(value: unknown, ...path: readonly Key[]): readonly string[] {
  return listAt(value, ...path).filter((item) => typeof item === 'string');
}
