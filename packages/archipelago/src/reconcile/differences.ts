import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  valueAt,
} from '@archipelago/apimachinery';
import type { FieldPath } from '../config/framework/field-path.ts';
import type { FieldDifference } from '../engine/plan/action.ts';

/**
 * Every field in which two documents differ, as deep down as they are comparable. `null` equals absence, as
 * servers store neither. Lists of different lengths differ as a whole.
 */
export function differences(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: FieldPath = [],
): readonly FieldDifference[] {
  const [old, wanted] = [before ?? undefined, after ?? undefined];
  // most of what is compared is equal: no path is built for it
  if (jsonEqual(old, wanted)) return [];
  if (isJsonObject(old) && isJsonObject(wanted)) return memberDifferences(old, wanted, path);
  if (isJsonList(old) && isJsonList(wanted) && old.length === wanted.length)
    return old.flatMap((item, index) => differences(item, wanted[index], [...path, index]));
  // what is left are scalars, kinds of values that differ, and lists of different lengths
  return [{ path, before: old, after: wanted }];
}

function memberDifferences(
  before: JsonObject,
  after: JsonObject,
  path: FieldPath,
): readonly FieldDifference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => differences(valueAt(before, key), valueAt(after, key), [...path, key]));
}
