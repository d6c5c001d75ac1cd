import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
  valueAt,
} from '@archipelago/apimachinery';
import type { FieldPath } from '../config/framework/field-path.ts';

/** An entry of `metadata.managedFields` that is not ours. */
export interface ForeignFields {
  readonly manager: string;
  /** When it was written last. */
  readonly time: string;
  /** As `fieldsV1` has them. */
  readonly fields: JsonObject;
}

/**
 * Who made a field of the object what it is: of those that own it whoever wrote last. Undefined: nobody says so, as of a field that was
 * taken away, which nobody owns any more.
 */
export function lastWriterOf(
  entries: readonly ForeignFields[],
  object: JsonObject,
  path: FieldPath,
): string | undefined {
  const owners = entries.filter(({ fields }) => owns(fields, object, path));
  return owners.reduce<ForeignFields | undefined>(
    (last, entry) => (last === undefined || entry.time >= last.time ? entry : last),
    undefined,
  )?.manager;
}

/** A set without members is a leaf: all that is below it belongs to whoever has it. */
function owns(fields: JsonValue, value: JsonValue | undefined, path: FieldPath): boolean {
  const [segment, ...rest] = path;
  if (segment === undefined) return true;
  if (!isJsonObject(fields)) return false;
  const members = Object.keys(fields).filter((key) => key !== '.');
  if (members.length === 0) return !('.' in fields);
  const item = valueAt(value, segment);
  const key = members.find((each) => isOf(each, segment, item));
  return key !== undefined && owns(fields[key] ?? {}, item, rest);
}

/** `f:` names a member, `i:` a place, `k:` an item by some of its members, `v:` an item by what it is. */
function isOf(key: string, segment: string | number, item: JsonValue | undefined): boolean {
  if (typeof segment === 'string') return key === `f:${segment}`;
  if (key === `i:${segment}`) return true;
  const said = jsonIn(key.slice(2));
  if (said === undefined || item === undefined) return false;
  if (key.startsWith('v:')) return printJson(said) === printJson(item);
  if (!key.startsWith('k:') || !isJsonObject(said) || !isJsonObject(item)) return false;
  return Object.entries(said).every(([name, value]) => item[name] === value);
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
