import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonPatchOperation,
  type JsonValue,
  jsonEqual,
} from '@archipelago/apimachinery';

/** The JSON patch (RFC 6902) that makes `after` of `before`. Of a list in which items came or went only those and what follows from them is said. */
export function changesBetween(
  before: JsonValue,
  after: JsonValue,
  path = '',
): readonly JsonPatchOperation[] {
  if (jsonEqual(before, after)) return [];
  if (isJsonList(before) && isJsonList(after)) return changesOfList(before, after, path);
  if (isJsonObject(before) && isJsonObject(after)) return changesOfObject(before, after, path);
  return [{ op: 'replace', path, value: after }];
}

function changesOfObject(before: JsonObject, after: JsonObject, path: string): readonly JsonPatchOperation[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): readonly JsonPatchOperation[] => {
    const [was, is] = [own(before, name), own(after, name)];
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (was === undefined) return is === undefined ? [] : [{ op: 'add', path: at, value: is }];
    return is === undefined ? [{ op: 'remove', path: at }] : changesBetween(was, is, at);
  });
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** What is the same at the start and at the end stays; between, items are compared place by place. */
function changesOfList(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  path: string,
): readonly JsonPatchOperation[] {
  const start = sameAtStart(before, after);
  const end = sameAtStart(before.slice(start).reverse(), after.slice(start).reverse());
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const both = Math.min(old.length, fresh.length);
  return [
    ...fresh
      .slice(0, both)
      .flatMap((item, index) => changesBetween(old[index] ?? null, item, `${path}/${start + index}`)),
    // each takes the place of the one before
    ...old.slice(both).map(() => ({ op: 'remove', path: `${path}/${start + both}` })),
    ...fresh
      .slice(both)
      .map((value, index) => ({ op: 'add', path: `${path}/${start + both + index}`, value })),
  ];
}

function sameAtStart(left: readonly JsonValue[], right: readonly JsonValue[]): number {
  const most = Math.min(left.length, right.length);
  const first = left.slice(0, most).findIndex((item, index) => !jsonEqual(item, right[index]));
  return first === -1 ? most : first;
}
