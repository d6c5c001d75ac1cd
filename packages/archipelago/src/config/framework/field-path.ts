import { isJsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';

/** The type found at a dotted path, or `never` when the path does not exist. Members of maps exist under any key. */
export type ValueAt<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? ValueAt<NonNullable<T[Head]>, Rest>
    : never
  : Path extends keyof T
    ? NonNullable<T[Path]>
    : never;

/** `Path` itself when it exists in `T`; otherwise a type that names the mistake. */
export type ExistingPath<T, Path extends string> = [ValueAt<T, Path>] extends [never]
  ? `no such field: ${Path}`
  : Path;

/** `At<'a.b', V>` is `{ a?: { b?: V } }`. */
export type At<Path extends string, V> = Path extends `${infer Head}.${infer Rest}`
  ? { readonly [K in Head]?: At<Rest, V> }
  : { readonly [K in Path]?: V };

type Segment = string | number;
export type FieldPath = readonly Segment[];

const segmentPattern = /\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g;

/** Reads `spec.a[0].b` and `metadata.annotations["x.y/z"]`; the inverse of {@link printFieldPath}. */
export function parseFieldPath(text: string): FieldPath {
  return [...text.matchAll(segmentPattern)].map(([, quoted, index, name]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (name ?? '') : quoted.replace(/\\(.)/g, '$1');
  });
}

/**
 * The path of a field that a message names as Kubernetes does, where keys with dots stand without quotes
 * (`spec.nodeSelector.kubernetes.io/arch`): at each object the longest key that fits.
 */
export function locateField(text: string, root: JsonValue): FieldPath {
  const path: Segment[] = [];
  let [rest, node]: [string, JsonValue | undefined] = [text, root];
  while (rest !== '') {
    const [segment, length] = firstSegment(rest, node);
    path.push(segment);
    rest = rest.slice(length).replace(/^\./, '');
    node = valueAt(node, segment);
  }
  return path;
}

function firstSegment(
  text: string,
  node: JsonValue | undefined,
): readonly [segment: Segment, length: number] {
  const keys = isJsonObject(node) ? Object.keys(node) : [];
  const fitting = keys.filter(
    (key) => key !== '' && text.startsWith(key) && /^(?:$|[.[])/.test(text.slice(key.length)),
  );
  const [longest] = fitting.sort((a, b) => b.length - a.length);
  if (longest !== undefined) return [longest, longest.length];
  const [first] = text.matchAll(segmentPattern);
  const [segment = text] = parseFieldPath(first?.[0] ?? text);
  return [segment, first === undefined ? text.length : first.index + first[0].length];
}

/** The notation people write: dots, `[0]` for list items, `["k.e/y"]` for keys that are no plain words. */
export function printFieldPath(path: FieldPath): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`;
    if (!/^[\w-]+$/.test(segment)) return `${text}["${segment.replace(/["\\]/g, '\\$&')}"]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');
}

/** The field `key` below the one at `at`, both as messages name them. */
export function fieldBelow(at: string, key: string): string {
  return printFieldPath([...parseFieldPath(at), key]);
}
