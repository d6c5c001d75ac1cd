import type { JsonObject, JsonValue } from '../api/json-value.ts';

/** The object with every field replaced; a field without a replacement is dropped. */
export function mapFields(
  object: JsonObject,
  replace: (key: string, value: JsonValue) => JsonValue | undefined,
): JsonObject {
  let changed = false;
  const entries: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(object)) {
    const next = value === undefined ? undefined : replace(key, value);
    if (next !== value) changed = true;
    if (next !== undefined) entries.push([key, next]);
  }
  return changed ? Object.fromEntries(entries) : object;
}

/** The list with every item replaced. */
export function mapItems(
  list: readonly JsonValue[],
  replace: (item: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  let changed = false;
  const items = list.map((item, index) => {
    const next = replace(item, index);
    if (next !== item) changed = true;
    return next;
  });
  return changed ? items : list;
}
