import { jsonEqual } from '../../../api/json-equal.ts';
import type { JsonValue } from '../../../api/json-value.ts';
import {
  type CelValue,
  isError,
  isList,
  isMap,
  isMessage,
  kindOf,
  type ListValue,
  type MapValue,
  type MessageValue,
  overloadError,
} from './cel-value.ts';
import { equalNumbers } from './compare.ts';
import { equalLibraryValues } from './library-equality.ts';
import { mapKeyText } from './map-value.ts';

/** Equality can fail: comparing what a schema does not know with something else has no answer. */
type Equality = CelValue;

function equalElements(a: ListValue, b: ListValue): Equality {
  for (const [index, item] of a.items.entries()) {
    const equal = equalValues(item, b.items[index] ?? null);
    if (equal !== true) return equal;
  }
  return true;
}

function equalSets(a: ListValue, b: ListValue): Equality {
  const keys = new Set(a.items.map((item) => mapKeyText(item)));
  return b.items.every((item) => {
    const key = mapKeyText(item);
    return key !== undefined && keys.has(key);
  });
}

/** The text of an item's key properties in a list map; undefined for what is no object of the schema. */
export function itemKeyText(item: CelValue, keys: readonly string[]): string | undefined {
  if (!isMap(item) || item.source === undefined) return undefined;
  const { object } = item.source;
  return JSON.stringify(keys.map((key) => (Object.hasOwn(object, key) ? jsonKey(object[key]) : null)));
}

function jsonKey(value: JsonValue | undefined): JsonValue {
  if (value === undefined) return null;
  return typeof value === 'bigint' ? String(value) : value;
}

function equalListMaps(a: ListValue, b: ListValue, keys: readonly string[]): Equality {
  const byKey = new Map(a.items.map((item) => [itemKeyText(item, keys), item]));
  for (const item of b.items) {
    const key = itemKeyText(item, keys);
    const mine = key === undefined ? undefined : byKey.get(key);
    if (mine === undefined) return false;
    const equal = equalValues(mine, item);
    if (equal !== true) return equal;
  }
  return true;
}

function equalLists(a: ListValue, b: CelValue): Equality {
  if (!isList(b)) return a.merge === undefined ? false : overloadError(b);
  if (a.items.length !== b.items.length) return false;
  if (a.merge?.kind === 'set') return equalSets(a, b);
  return a.merge?.kind === 'map' ? equalListMaps(a, b, a.merge.keys) : equalElements(a, b);
}

function equalUnknownField(a: MapValue, b: MapValue, key: string): Equality {
  if (b.source === undefined) return overloadError(null);
  const mine = a.source?.object[key];
  return !Object.hasOwn(b.source.object, key) || jsonEqual(mine, b.source.object[key]);
}

function equalSchemaObjects(a: MapValue, b: MapValue): Equality {
  for (const key of Object.keys(a.source?.object ?? {})) {
    if (a.source?.knows(key)) continue;
    const equal = equalUnknownField(a, b, key);
    if (equal !== true) return equal;
  }
  return equalEntries(a, b);
}

function equalEntries(a: MapValue, b: MapValue): Equality {
  for (const key of a.keys()) {
    const mine = a.find(key);
    const other = b.find(key);
    if ((mine === undefined) !== (other === undefined)) return false;
    if (mine === undefined || other === undefined) continue;
    const equal = equalValues(mine, other);
    if (equal !== true) return equal;
  }
  return true;
}

function equalMaps(a: MapValue, b: CelValue): Equality {
  if (!isMap(b)) return a.source === undefined ? false : overloadError(b);
  if (a.size !== b.size) return false;
  return a.source === undefined ? equalEntries(a, b) : equalSchemaObjects(a, b);
}

function equalOptionals(a: CelValue | undefined, b: CelValue | undefined): Equality {
  if (a === undefined || b === undefined) return a === b;
  return equalValues(a, b);
}

function equalObjects(
  a: Exclude<CelValue, null | string | number | bigint | boolean>,
  b: CelValue,
): Equality {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a.kind === 'list') return equalLists(a, b);
  return a.kind === 'map' ? equalMaps(a, b) : equalOthers(a, b);
}

function equalOthers(a: Exclude<Box, ListValue | MapValue>, b: CelValue): Equality {
  if (a.kind === 'message') return isMessage(b) && equalMessages(a, b);
  if (kindOf(a) !== kindOf(b) || b === null || typeof b !== 'object' || b instanceof Uint8Array) return false;
  return equalBoxes(a, b);
}

function equalMessages(a: MessageValue, b: MessageValue): Equality {
  if (a.name !== b.name || a.fields.size !== b.fields.size) return false;
  for (const [name, value] of a.fields) {
    const other = b.fields.get(name);
    const equal = other === undefined ? false : equalValues(value, other);
    if (equal !== true) return equal;
  }
  return true;
}

type Box = Exclude<CelValue, null | string | number | bigint | boolean | Uint8Array>;

function equalBoxes(a: Box, b: Box): Equality {
  if (a.kind === 'duration' || a.kind === 'timestamp') return 'nanos' in b && a.nanos === b.nanos;
  if (a.kind === 'optional') return b.kind === 'optional' && equalOptionals(a.value, b.value);
  if (a.kind === 'type') return b.kind === 'type' && a.type.name === b.type.name;
  if (a.kind === 'json') return b.kind === 'json' && jsonEqual(a.json, b.json);
  return equalLibraryValues(a, b);
}

/** `a == b`: true, false, or an error when the values cannot be compared. */
export function equalValues(a: CelValue, b: CelValue): CelValue {
  if (a === null || b === null) return a === b;
  if (isError(a)) return a;
  if (isError(b)) return b;
  const numbers = equalNumbers(a, b);
  if (numbers !== undefined) return numbers;
  return typeof a === 'object' ? equalObjects(a, b) : a === b;
}
