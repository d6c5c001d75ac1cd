import { isJsonObject, type JsonObject, type JsonValue, textAt } from '@archipelago/apimachinery';
import { fieldManager } from './field-manager.ts';
import type { ForeignFields } from './foreign-fields.ts';

/** An object as it is kept in memory. */
export interface ObservedObject {
  /** Everything but managedFields. */
  readonly object: JsonObject;
  /** Field managers besides ours that wrote something other than metadata and status. */
  readonly foreignWriters: readonly string[];
  /**
   * Who besides us has written what, the status left out, for the events about what is put back. It is told of the very version that
   * was seen, and costs no request; an object that only we write has none, and keeps nothing. Absent: nobody has.
   */
  readonly foreignFields?: readonly ForeignFields[];
}

/** Keeps of an object what reconciling needs. */
export function observed(whole: unknown): ObservedObject {
  const object = isJsonObject(whole) ? whole : {};
  const { managedFields, ...metadata } = isJsonObject(object.metadata) ? object.metadata : {};
  const entries: readonly JsonValue[] = Array.isArray(managedFields) ? managedFields : [];
  const foreignFields = entries.flatMap(foreignFieldsOf);
  return {
    object: { ...object, metadata },
    foreignWriters: foreignFields.flatMap(writerOf),
    ...(foreignFields.length === 0 ? {} : { foreignFields }),
  };
}

function foreignFieldsOf(entry: JsonValue): readonly ForeignFields[] {
  if (!isJsonObject(entry) || typeof entry.manager !== 'string') return [];
  const { manager, fieldsV1 } = entry;
  if (manager === fieldManager || !isJsonObject(fieldsV1)) return [];
  const { 'f:status': _, ...fields } = fieldsV1;
  return Object.keys(fields).length === 0 ? [] : [{ manager, time: textAt(entry, 'time') ?? '', fields }];
}

function writerOf({ manager, fields }: ForeignFields): readonly string[] {
  return Object.keys(fields).some((name) => name !== 'f:metadata') ? [manager] : [];
}
