import { jsonEqual } from '../../../api/json-equal.ts';
import { valueAt } from '../../../api/json-members.ts';
import { isJsonObject, type JsonValue } from '../../../api/json-value.ts';
import type { StructuralSchema } from '../../structural/structural-schema.ts';

/** A value of the new object with its counterpart in the old one; `old` undefined: there is none. */
interface Correlated {
  readonly value: JsonValue;
  readonly old: JsonValue;
  readonly schema: StructuralSchema;
}

/**
 * Where the evaluation stands in both objects. A failed rule is forgiven when its value did not change, or, where old
 * and new cannot be matched (list items without keys), when the nearest parent that can did not.
 */
export interface Ratchet {
  readonly current: Correlated | undefined;
  readonly parent: Correlated | undefined;
}

export const noRatchet: Ratchet = { current: undefined, parent: undefined };

/** Where a walk through a value of an object begins; `old`: what it was before, if it was there. */
export function startRatchet(
  schema: StructuralSchema,
  value: JsonValue,
  old: JsonValue | undefined,
): Ratchet {
  if (old === undefined || old === null) return noRatchet;
  const current = { value, old, schema };
  return { current, parent: current };
}

function correlatedField(at: Correlated, field: string): Correlated | undefined {
  if (!isJsonObject(at.value) || !isJsonObject(at.old)) return undefined;
  const value = valueAt(at.value, field);
  const old = valueAt(at.old, field);
  const { properties, additionalProperties } = at.schema;
  const property =
    properties !== undefined && Object.hasOwn(properties, field) ? properties[field] : undefined;
  const schema = property ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return value === undefined || old === undefined || schema === undefined
    ? undefined
    : { value, old, schema };
}

/** The key texts of a list map's item; undefined when a key is missing or no scalar. */
function itemKey(item: JsonValue | undefined, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const parts: string[] = [];
  for (const key of keys) {
    const value = valueAt(item, key);
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    parts.push(`${typeof value === 'string' ? 's' : 'n'}${value}`);
  }
  return JSON.stringify(parts);
}

/** Finds the item with the same keys in an old list, for lists that are maps. */
export function oldItemOf(
  schema: StructuralSchema,
  old: JsonValue | undefined,
): (item: JsonValue) => JsonValue | undefined {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (schema['x-kubernetes-list-type'] !== 'map' || keys.length === 0 || !Array.isArray(old))
    return () => undefined;
  const byKey = new Map<string, JsonValue>();
  for (const item of old) {
    const key = itemKey(item, keys);
    if (key !== undefined && !byKey.has(key)) byKey.set(key, item);
  }
  return (item) => {
    const key = itemKey(item, keys);
    return key === undefined ? undefined : byKey.get(key);
  };
}

function correlatedItem(at: Correlated, index: number): Correlated | undefined {
  if (!Array.isArray(at.value) || at.schema.items === undefined) return undefined;
  const value: JsonValue | undefined = at.value[index];
  const old = value === undefined ? undefined : oldItemOf(at.schema, at.old)(value);
  return value === undefined || old === undefined ? undefined : { value, old, schema: at.schema.items };
}

/** One step of the walk: to a field of an object. */
export function ratchetField(ratchet: Ratchet, field: string): Ratchet {
  if (ratchet.current === undefined) return ratchet;
  if (ratchet.parent === undefined && (field === 'apiVersion' || field === 'kind')) return noRatchet;
  return { current: correlatedField(ratchet.current, field), parent: ratchet.current };
}

/** One step of the walk: to an item of a list. */
export function ratchetItem(ratchet: Ratchet, index: number): Ratchet {
  if (ratchet.current === undefined) return ratchet;
  return { current: correlatedItem(ratchet.current, index), parent: ratchet.current };
}

function unchangedList(at: Correlated, value: readonly JsonValue[], old: readonly JsonValue[]): boolean {
  if (value.length !== old.length) return false;
  if (at.schema['x-kubernetes-list-type'] !== 'map') return jsonEqual(value, old);
  const oldItem = oldItemOf(at.schema, old);
  const { items } = at.schema;
  return value.every((item) => {
    const before = oldItem(item);
    return (
      before !== undefined && items !== undefined && isUnchanged({ value: item, old: before, schema: items })
    );
  });
}

/** Equal, where the order of list maps does not count and fields unknown to the schema count as changed. */
function isUnchanged(at: Correlated): boolean {
  const { value, old } = at;
  if (Array.isArray(value) && Array.isArray(old)) return unchangedList(at, value, old);
  if (!isJsonObject(value) || !isJsonObject(old)) return jsonEqual(value, old);
  const keys = Object.keys(value);
  if (keys.length !== Object.keys(old).length) return false;
  return keys.every((key) => {
    const child = correlatedField(at, key);
    return child !== undefined && isUnchanged(child);
  });
}

/** Whether a failure here is forgiven. */
export function isForgiven(ratchet: Ratchet): boolean {
  const at = ratchet.current ?? ratchet.parent;
  return at !== undefined && isUnchanged(at);
}
