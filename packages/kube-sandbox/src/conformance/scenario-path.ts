import { isJsonObject, type JsonValue, listAt, valueAt } from '@archipelago/apimachinery';

const PART = /\[\*\]|\[(\d+)\]|\[([^\]=]+)=([^\]]*)\]|\['([^']+)'\]|([^.[\]]+)/g;

function everything(value: JsonValue, list: readonly JsonValue[]): readonly JsonValue[] {
  return isJsonObject(value) ? Object.values(value).filter((one) => one !== undefined) : list;
}

function named(value: JsonValue, name: string): readonly JsonValue[] {
  const found = isJsonObject(value) ? valueAt(value, name) : undefined;
  return found === undefined ? [] : [found];
}

function children(value: JsonValue, part: RegExpMatchArray): readonly JsonValue[] {
  const [text, index, selector, wanted, quoted, plain] = part;
  const list: readonly JsonValue[] = listAt(value);
  if (text === '[*]') return everything(value, list);
  if (index !== undefined) return list.slice(Number(index), Number(index) + 1);
  if (selector === undefined) return named(value, quoted ?? plain ?? '');
  return list.filter((item) => isJsonObject(item) && String(valueAt(item, selector)) === wanted);
}

/** All values a scenario's path leads to. */
export function valuesAt(root: JsonValue, path: string): readonly JsonValue[] {
  const parts = [...path.matchAll(PART)];
  return parts.reduce<readonly JsonValue[]>(
    (values, part) => values.flatMap((value) => children(value, part)),
    [root],
  );
}

/** The picked paths of an answer: a list where the path has `[*]`, null where nothing is found. */
export function pick(body: JsonValue, paths: readonly string[]): JsonValue {
  const picked = paths.map((path) => {
    const values = valuesAt(body, path);
    return [path, path.includes('[*]') ? values : (values[0] ?? null)] as const;
  });
  return Object.fromEntries(picked);
}
