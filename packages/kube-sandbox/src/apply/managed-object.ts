import {
  compareBytes,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  marshal,
  objectAt,
  valueAt,
} from '@archipelago/apimachinery';
import { type Managers, printManagedFields } from './managers.ts';

/**
 * The object with these managers as its managedFields. Where it is the live object but for the times, the times
 * stay as they are: a write that changes nothing changes nothing.
 */
export function withManagedFields(
  object: JsonObject,
  managers: Managers,
  live: JsonObject | undefined,
): JsonObject {
  return keepTimes(setManagedFields(object, printManagedFields(managers)), live);
}

/**
 * The updated object with the live object's managedFields where they differ in their times only and everything
 * else is the same. To be called again after defaulting, which can make an object the same again.
 */
export function keepTimes(updated: JsonObject, live: JsonObject | undefined): JsonObject {
  if (live === undefined) return updated;
  const kept = managedFieldsOf(live);
  if (kept === undefined || !jsonEqual(withoutTimes(updated), withoutTimes(live))) return updated;
  return setManagedFields(updated, kept);
}

/** The object's `metadata.managedFields`. */
export function managedFieldsOf(object: JsonObject): JsonValue | undefined {
  const metadata = valueAt(object, 'metadata');
  return isJsonObject(metadata) ? valueAt(metadata, 'managedFields') : undefined;
}

/** The object with these managedFields; none at all where the list is empty. */
export function setManagedFields(object: JsonObject, managedFields: JsonValue): JsonObject {
  const metadata = valueAt(object, 'metadata');
  const isEmpty = isJsonList(managedFields) && managedFields.length === 0;
  if (isEmpty && managedFieldsOf(object) === undefined) return object;
  const { managedFields: _former, ...others } = objectAt(metadata);
  return { ...object, metadata: isEmpty ? others : { ...others, managedFields } };
}

/** Entries are ordered by time among other things: without times the order says nothing. */
function withoutTimes(object: JsonObject): JsonObject {
  const managedFields = managedFieldsOf(object);
  if (!isJsonList(managedFields)) return object;
  const entries = managedFields.map((entry) => {
    if (!isJsonObject(entry)) return entry;
    const { time: _time, ...others } = entry;
    return others;
  });
  return setManagedFields(
    object,
    entries.sort((left, right) => compareBytes(marshal(left), marshal(right))),
  );
}
