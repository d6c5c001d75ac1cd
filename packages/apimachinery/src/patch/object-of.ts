import type { JsonObject, JsonValue } from '../api/json-value.ts';

/** A JSON object under construction. */
export interface MutableObject {
  [key: string]: JsonValue | undefined;
}

/** Sets a member whatever its name: `__proto__` becomes a member like any other. */
export function setOwnMember(object: MutableObject, key: string, value: JsonValue | undefined): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** An object of these members; members that are undefined are left out. */
export function objectOf(members: Iterable<readonly [string, JsonValue | undefined]>): JsonObject {
  const object: MutableObject = {};
  for (const [key, value] of members) {
    if (value !== undefined) setOwnMember(object, key, value);
  }
  return object;
}
