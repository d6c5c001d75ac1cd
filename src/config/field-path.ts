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

export type Segment = string | number;
export type FieldPath = readonly Segment[];

const segmentPattern = /\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g;

/** Reads `spec.a[0].b` and `metadata.annotations["x.y/z"]`; the inverse of {@link printFieldPath}. */
export function parseFieldPath(text: string): FieldPath {
  return [...text.matchAll(segmentPattern)].map(([, quoted, index, name]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (name ?? '') : quoted.replace(/\\(.)/g, '$1');
  });
}

/** The notation people write: dots, `[0]` for list items, `["k.e/y"]` for keys that are no plain words. */
export function printFieldPath(path: FieldPath): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`;
    if (!/^[\w-]+$/.test(segment)) return `${text}["${segment.replace(/["\\]/g, '\\$&')}"]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');
}
