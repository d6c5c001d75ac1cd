import { type JsonObject, type JsonValue, jsonEqual, valueAt } from '@archipelago/apimachinery';
import { type FieldPath, FieldSet } from './field-set.ts';
import { type FieldType, type ListType, type MapType, memberType } from './field-type.ts';
import { itemsByElement } from './list-items.ts';
import { fieldElement } from './path-element.ts';
import { asList, asMap, isOneValue, isSameType, memberNames, narrowType } from './typed-value.ts';

/** Fields in which two objects differ. */
export interface Comparison {
  readonly added: FieldSet;
  readonly removed: FieldSet;
  readonly modified: FieldSet;
}

/** Compares two values of a type field by field. */
export function compareValues(before: JsonValue, after: JsonValue, type: FieldType): Comparison {
  const comparison = { added: new FieldSet(), removed: new FieldSet(), modified: new FieldSet() };
  compare({ before, after, path: [], comparison }, type);
  return comparison;
}

interface Pair {
  /** At least one of the two is there. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly path: FieldPath;
  readonly comparison: Comparison;
}

function compare(pair: Pair, type: FieldType): void {
  // Most of two objects is the same, and then it is often the very same.
  if (pair.before === pair.after) return;
  const left = narrowType(type, pair.before);
  const right = narrowType(type, pair.after);
  let isLeaf: boolean;
  if (pair.after === undefined) {
    isLeaf = compareAs(pair, left);
  } else if (pair.before === undefined || isSameType(left, right)) {
    isLeaf = compareAs(pair, right);
  } else {
    compareAs(pair, left);
    isLeaf = compareAs(pair, right);
  }
  if (isLeaf) return;
  if (pair.before === undefined) pair.comparison.added.insert(pair.path);
  else if (pair.after === undefined) pair.comparison.removed.insert(pair.path);
}

/** True when the pair was compared as a whole. */
function compareAs(pair: Pair, type: FieldType): boolean {
  if (isOneValue([pair.before, pair.after], type)) return compareLeaf(pair);
  if (type.map !== undefined) {
    compareMembers(pair, type.map, { before: asMap(pair.before), after: asMap(pair.after) });
  } else if (type.list !== undefined) {
    compareItems(pair, type.list);
  }
  return false;
}

function compareLeaf({ before, after, path, comparison }: Pair): true {
  if (before === undefined) comparison.added.insert(path);
  else if (after === undefined) comparison.removed.insert(path);
  else if (!jsonEqual(before, after)) comparison.modified.insert(path);
  return true;
}

function compareMembers(
  pair: Pair,
  map: MapType,
  objects: { readonly before: JsonObject | undefined; readonly after: JsonObject | undefined },
): void {
  for (const name of memberNames(objects.before, objects.after)) {
    const type = memberType(map, name);
    if (type === undefined) continue;
    const before = objects.before === undefined ? undefined : valueAt(objects.before, name);
    const after = objects.after === undefined ? undefined : valueAt(objects.after, name);
    if (before === undefined && after === undefined) continue;
    compare({ before, after, path: [...pair.path, fieldElement(name)], comparison: pair.comparison }, type());
  }
}

function compareItems(pair: Pair, list: ListType): void {
  const before = itemsByElement(list, asList(pair.before));
  const after = itemsByElement(list, asList(pair.after));
  for (const element of new Set([...before.keys(), ...after.keys()])) {
    const path = [...pair.path, element];
    compareSameKey(
      { ...pair, path },
      { before: before.get(element) ?? [], after: after.get(element) ?? [], type: list.item() },
    );
  }
}

interface SameKey {
  readonly before: readonly JsonValue[];
  readonly after: readonly JsonValue[];
  readonly type: FieldType;
}

/** Compares the items with one key; where there are several of them they count as one value. */
function compareSameKey(pair: Pair, { before, after, type }: SameKey): void {
  const { comparison, path } = pair;
  if (before.length <= 1 && after.length <= 1) {
    compare({ ...pair, before: before[0], after: after[0] }, type);
  } else if (before.length > 1 && after.length > 1) {
    if (!jsonEqual(before, after)) comparison.modified.insert(path);
  } else if (before.length > 1) {
    if (after.length === 1) compare({ ...pair, before: undefined, after: after[0] }, type);
    comparison.removed.insert(path);
  } else {
    if (before.length === 1) compare({ ...pair, before: before[0], after: undefined }, type);
    comparison.added.insert(path);
  }
}
