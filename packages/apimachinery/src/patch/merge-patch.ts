import { objectAt, valueAt } from '../api/json-members.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import { objectOf } from './object-of.ts';

/**
 * Applies a JSON merge patch (RFC 7386): members of objects are merged, null removes, anything else replaces.
 * The document given is never changed; lists are taken over as they are, nulls in them included. Both documents
 * must be nested less than some thousand levels, which `parseJson` sees to.
 */
export function applyMergePatch(document: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const target: JsonObject = objectAt(document);
  const kept = Object.entries(target).filter(([key]) => valueAt(patch, key) === undefined);
  const merged = Object.entries(patch).flatMap(([key, value]): [string, JsonValue][] =>
    value === undefined || value === null ? [] : [[key, applyMergePatch(valueAt(target, key), value)]],
  );
  return objectOf([...kept, ...merged]);
}

/**
 * Applies a merge patch as Kubernetes' API server does (json-patch v4.13), which differs from RFC 7386: a list
 * that replaces anything but an object loses the null members of the objects in it.
 */
export function applyServerMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  const kept = Object.entries(document).filter(([key]) => valueAt(patch, key) === undefined);
  const merged = Object.entries(patch).flatMap(([key, value]): [string, JsonValue][] =>
    value === undefined || value === null ? [] : [[key, mergeMember(valueAt(document, key), value)]],
  );
  return objectOf([...kept, ...merged]);
}

function mergeMember(current: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(current)) return withoutNulls(patch);
  return isJsonObject(patch) ? applyServerMergePatch(current, patch) : patch;
}

/** Without the members that are null, on every level; null items of lists stay. */
export function withoutNulls(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  return objectOf(
    Object.entries(value).flatMap(([key, member]): [string, JsonValue][] =>
      member === undefined || member === null ? [] : [[key, withoutNulls(member)]],
    ),
  );
}
