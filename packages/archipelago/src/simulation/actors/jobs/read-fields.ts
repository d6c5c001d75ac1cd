import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { valueAt } from '../importer/importer-world.ts';

const nothing: JsonObject = {};

/** The object at a path; an empty one where there is none. */
export function objectAt(object: unknown, ...path: readonly string[]): JsonObject {
  const value = valueAt(object, ...path);
  return isJsonObject(value) ? value : nothing;
}

/** The objects in the list at a path. */
export function objectsAt(object: unknown, ...path: readonly string[]): readonly JsonObject[] {
  const value = valueAt(object, ...path);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The texts in the list at a path. */
export function textsAt(object: unknown, ...path: readonly string[]): readonly string[] {
  const value = valueAt(object, ...path);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function numberAt(object: unknown, ...path: readonly string[]): number | undefined {
  const value = valueAt(object, ...path);
  return typeof value === 'number' ? value : undefined;
}

/** The condition of a type in `status.conditions`. */
export function conditionAt(object: unknown, type: string): JsonObject | undefined {
  return objectsAt(object, 'status', 'conditions').find((one) => one.type === type);
}

export function isTrue(object: unknown, type: string): boolean {
  return conditionAt(object, type)?.status === 'True';
}

/** The statuses of all containers of a pod, those that initialize first. */
export function containerStatuses(pod: unknown): readonly JsonObject[] {
  return [
    ...objectsAt(pod, 'status', 'initContainerStatuses'),
    ...objectsAt(pod, 'status', 'containerStatuses'),
  ];
}
