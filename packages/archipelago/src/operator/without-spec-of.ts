import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  valueAt,
} from '@archipelago/apimachinery';

/**
 * The object's `metadata.managedFields` where `manager` owns nothing of the spec; undefined where that is so already. What somebody applies
 * server-side conflicts with every field that another manager owns, a default that was only filled in among them.
 */
export function withoutSpecOf(manager: string, object: KubernetesObject): readonly JsonValue[] | undefined {
  const managedFields = valueAt(object, 'metadata', 'managedFields');
  const entries: readonly JsonValue[] = Array.isArray(managedFields) ? managedFields : [];
  if (!entries.some((entry) => isSpecOf(manager, entry))) return undefined;
  const left = entries.flatMap((entry): readonly JsonValue[] =>
    isSpecOf(manager, entry) ? withoutSpec(entry) : [entry],
  );
  // an empty list would leave everything as it is: the API server takes one empty entry for a reset
  return left.length === 0 ? [{}] : left;
}

function isSpecOf(manager: string, entry: JsonValue): entry is JsonObject & { fieldsV1: JsonObject } {
  return (
    isJsonObject(entry) &&
    entry.manager === manager &&
    isJsonObject(entry.fieldsV1) &&
    entry.fieldsV1['f:spec'] !== undefined
  );
}

function withoutSpec(entry: JsonObject & { fieldsV1: JsonObject }): readonly JsonObject[] {
  const { 'f:spec': _, ...fieldsV1 } = entry.fieldsV1;
  return Object.keys(fieldsV1).length === 0 ? [] : [{ ...entry, fieldsV1 }];
}
