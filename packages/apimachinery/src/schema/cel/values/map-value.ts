import { type CelValue, celError, isError, isMap, type MapValue } from './cel-value.ts';
import { valueText } from './value-text.ts';

/** One text per key: strings, booleans and numbers; equal numbers of different types share one. */
export function mapKeyText(key: CelValue): string | undefined {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `b${key}`;
  if (typeof key === 'bigint') return `n${key}`;
  if (typeof key === 'number') return Number.isInteger(key) ? `n${BigInt(key)}` : `n${key}`;
  if (typeof key !== 'object' || key === null || key instanceof Uint8Array) return undefined;
  return key.kind === 'uint' ? `n${key.value}` : undefined;
}

interface Entry {
  readonly key: CelValue;
  readonly value: CelValue;
}

/** A map under construction; its entries can be added to until it is given away. */
interface GrowingMap extends MapValue {
  insert(key: CelValue, value: CelValue): void;
}

export function createMap(pairs: Iterable<readonly [CelValue, CelValue]> = []): GrowingMap {
  const entries = new Map<string, Entry>();
  const insert = (key: CelValue, value: CelValue): void => {
    const text = mapKeyText(key);
    if (text !== undefined) entries.set(text, { key, value });
  };
  for (const [key, value] of pairs) insert(key, value);
  return {
    kind: 'map',
    get size() {
      return entries.size;
    },
    find: (key) => {
      const text = mapKeyText(key);
      return text === undefined ? undefined : entries.get(text)?.value;
    },
    keys: () => [...entries.values()].map((entry) => entry.key),
    insert,
  };
}

/** Key and value of every entry. */
export function mapEntries(map: MapValue): readonly (readonly [CelValue, CelValue])[] {
  return map.keys().map((key) => [key, map.find(key) ?? null] as const);
}

function isGrowing(map: MapValue): map is GrowingMap {
  return 'insert' in map;
}

/** The map with one more entry; the accumulator of a macro grows in place. An existing key is an error. */
export function insertEntry(map: CelValue, key: CelValue, value: CelValue): CelValue {
  if (!isMap(map)) return isError(map) ? map : celError('no such overload');
  if (map.find(key) !== undefined) return celError(`insert failed: key ${valueText(key)} already exists`);
  const target = isGrowing(map) ? map : createMap(mapEntries(map));
  target.insert(key, value);
  return target;
}
