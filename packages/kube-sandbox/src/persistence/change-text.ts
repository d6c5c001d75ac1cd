import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import { jsonText } from '../json/json-text.ts';
import type { Change } from '../storage/change.ts';
import type { ObjectKey } from '../storage/object-store.ts';

/** What stands in a file of a data folder, one on each line. */
export type FileRecord =
  | Change
  /** The first line. `revision` is the one that the file goes on from, or that it is the state at. */
  | {
      readonly type: 'header';
      readonly file: string;
      readonly format: number;
      readonly revision: number;
    }
  /** The cluster was ended and nothing is missing before this. */
  | { readonly type: 'closed' }
  /** The last line of a checkpoint. */
  | { readonly type: 'end'; readonly count: number };

/** A record as one line of JSON without its end. `textOf` prints objects. */
export function printRecord(record: FileRecord, textOf: (object: JsonObject) => string = jsonText): string {
  if (record.type !== 'put' && record.type !== 'place') return JSON.stringify(membersOf(record));
  const key = JSON.stringify(parts(record.stored.key));
  return `{"${record.type}":${key},"object":${textOf(record.stored.object)}}`;
}

function parts({ resource, namespace, name }: ObjectKey): readonly string[] {
  return [resource, namespace, name];
}

function membersOf(record: Exclude<FileRecord, { type: 'put' | 'place' }>): JsonObject {
  switch (record.type) {
    case 'remove':
      return { remove: parts(record.key), revision: record.revision };
    case 'register':
    case 'unregister':
      return { [record.type]: record.resource };
    case 'advance':
      return { advance: record.revision };
    case 'header':
      return { file: record.file, format: record.format, revision: record.revision };
    case 'closed':
      return { closed: true };
    case 'end':
      return { end: record.count };
  }
}

type Reader = (value: JsonValue, rest: JsonObject) => FileRecord | undefined;

const readers = new Map<string, Reader>([
  ['put', (value, rest) => objectRecord('put', value, rest)],
  ['place', (value, rest) => objectRecord('place', value, rest)],
  ['remove', removal],
  ['register', (value) => (typeof value === 'string' ? { type: 'register', resource: value } : undefined)],
  [
    'unregister',
    (value) => (typeof value === 'string' ? { type: 'unregister', resource: value } : undefined),
  ],
  ['advance', (value) => (typeof value === 'number' ? { type: 'advance', revision: value } : undefined)],
  ['file', header],
  ['closed', () => ({ type: 'closed' })],
  ['end', (value) => (typeof value === 'number' ? { type: 'end', count: value } : undefined)],
]);

/** Reads what `printRecord` printed; undefined: it is something else. */
export function parseRecord(text: string): FileRecord | undefined {
  const value = parsed(text);
  if (!isJsonObject(value)) return undefined;
  const [first] = Object.entries(value);
  return first?.[1] === undefined ? undefined : readers.get(first[0])?.(first[1], value);
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function keyOf(value: JsonValue | undefined): ObjectKey | undefined {
  if (!isJsonList(value)) return undefined;
  const [resource, namespace, name] = value;
  if (typeof resource !== 'string' || typeof namespace !== 'string' || typeof name !== 'string')
    return undefined;
  return { resource, namespace, name };
}

function objectRecord(
  type: 'put' | 'place',
  value: JsonValue,
  { object }: JsonObject,
): FileRecord | undefined {
  const key = keyOf(value);
  if (key === undefined || !isJsonObject(object)) return undefined;
  const revision = Number(metadataOf(object).resourceVersion);
  return Number.isSafeInteger(revision) ? { type, stored: { key, revision, object } } : undefined;
}

function removal(value: JsonValue, { revision }: JsonObject): FileRecord | undefined {
  const key = keyOf(value);
  return key === undefined || typeof revision !== 'number' ? undefined : { type: 'remove', key, revision };
}

function header(file: JsonValue, { format, revision }: JsonObject): FileRecord | undefined {
  if (typeof file !== 'string' || typeof format !== 'number' || typeof revision !== 'number')
    return undefined;
  return { type: 'header', file, format, revision };
}
