import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { fieldManager } from './field-manager.ts';

/** An object as it is kept in memory. */
export interface ObservedObject {
  /** Everything but managedFields. */
  readonly object: JsonObject;
  /** Field managers besides ours that wrote something other than metadata and status. */
  readonly foreignWriters: readonly string[];
}

/** Keeps of an object what reconciling needs. */
export function observed(whole: unknown): ObservedObject {
  const object = isJsonObject(whole) ? whole : {};
  const { managedFields, ...metadata } = isJsonObject(object.metadata) ? object.metadata : {};
  const entries: readonly JsonValue[] = Array.isArray(managedFields) ? managedFields : [];
  return { object: { ...object, metadata }, foreignWriters: entries.flatMap(foreignWriter) };
}

function foreignWriter(entry: JsonValue): readonly string[] {
  if (!isJsonObject(entry) || typeof entry.manager !== 'string') return [];
  const { manager, fieldsV1 } = entry;
  if (manager === fieldManager || !isJsonObject(fieldsV1)) return [];
  const content = Object.keys(fieldsV1).filter((name) => !['f:metadata', 'f:status'].includes(name));
  return content.length === 0 ? [] : [manager];
}
