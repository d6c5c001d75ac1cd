import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';

/** A member of what may be no object at all. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  );
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = member(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = member(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** The objects of a list; empty for what is no list. */
export function objectsAt(value: unknown, ...path: readonly string[]): readonly JsonObject[] {
  const found = member(value, ...path);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

/** The texts of a list; empty for what is no list. */
export function textsAt(value: unknown, ...path: readonly string[]): readonly string[] {
  const found = member(value, ...path);
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
}

/** A condition of a status, by type. */
export function conditionOf(object: unknown, type: string): JsonObject | undefined {
  return objectsAt(object, 'status', 'conditions').find((one) => one.type === type);
}

/** Whether a condition of a status is True. */
export function isTrue(object: unknown, type: string): boolean {
  return conditionOf(object, type)?.status === 'True';
}
