import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonPatchOperation,
  type JsonValue,
  jsonEqual,
} from '@archipelago/apimachinery';

/**
 * What has to be added to `before` so that everything of `after` is in it, as a JSON patch. Items of lists are added at the end, so that
 * several such patches of one object go together in any order; what `after` no longer has stays.
 */
export function additionsOf(before: JsonValue, after: JsonValue, at = ''): readonly JsonPatchOperation[] {
  if (jsonEqual(before, after)) return [];
  if (isJsonList(before) && isJsonList(after)) return toList(before, after, at);
  if (isJsonObject(before) && isJsonObject(after)) return toObject(before, after, at);
  return [{ op: 'replace', path: at, value: after }];
}

function toObject(before: JsonObject, after: JsonObject, at: string): readonly JsonPatchOperation[] {
  return Object.entries(after).flatMap(([key, value]): readonly JsonPatchOperation[] => {
    const path = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const known = before[key];
    if (value === undefined) return [];
    return known === undefined ? [{ op: 'add', path, value }] : additionsOf(known, value, path);
  });
}

/** Rules of a role are whole; any other list that is as long as before has something new inside an item. */
function toList(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  at: string,
): readonly JsonPatchOperation[] {
  if (before.length === after.length && !at.endsWith('/rules'))
    return after.flatMap((item, index) => additionsOf(before[index] ?? null, item, `${at}/${index}`));
  return missingIn(before, after).map((value) => ({ op: 'add', path: `${at}/-`, value }));
}

/** Each as many times more as it is there more often. */
function missingIn(before: readonly JsonValue[], after: readonly JsonValue[]): readonly JsonValue[] {
  const left = [...before];
  return after.filter((item) => {
    const found = left.findIndex((each) => jsonEqual(each, item));
    if (found !== -1) left.splice(found, 1);
    return found === -1;
  });
}
