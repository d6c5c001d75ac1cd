/** By name: under which values the objects of a store are found. */
export interface StoreIndexes<T> {
  find(index: string, value: string): readonly string[];
  move(key: string, old: T | undefined, object: T | undefined): void;
}

/** Empty indexes. */
export function createStoreIndexes<T>(
  declared: Readonly<Record<string, (object: T) => readonly string[]>>,
): StoreIndexes<T> {
  const indexes = new Map(
    Object.entries(declared).map(([name, valuesOf]) => [
      name,
      { valuesOf, keys: new Map<string, Set<string>>() },
    ]),
  );
  return {
    find(index, value) {
      const found = indexes.get(index);
      if (found === undefined) {
        throw new Error(`no index ${JSON.stringify(index)}; declared: ${[...indexes.keys()].join(', ')}`);
      }
      return [...(found.keys.get(value) ?? [])];
    },
    move(key, old, object) {
      for (const { valuesOf, keys } of indexes.values()) {
        for (const value of old === undefined ? [] : valuesOf(old)) {
          leave(keys, value, key);
        }
        for (const value of object === undefined ? [] : valuesOf(object)) {
          keys.set(value, (keys.get(value) ?? new Set()).add(key));
        }
      }
    },
  };
}

function leave(keys: Map<string, Set<string>>, value: string, key: string): void {
  const members = keys.get(value);
  members?.delete(key);
  if (members?.size === 0) {
    keys.delete(value);
  }
}
