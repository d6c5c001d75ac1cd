import type { StoreEvent } from './store-event.ts';

/** What a store keeps of an object. */
export interface StoreEntry<T> {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly namespace: string | undefined;
  readonly object: T;
}

/** What there is to tell when one entry takes the place of another. */
export function changeEvents<T>(
  old: StoreEntry<T> | undefined,
  entry: StoreEntry<T> | undefined,
  sameContent: ((old: T, object: T) => boolean) | undefined,
): readonly StoreEvent<T>[] {
  if (old === undefined) {
    return entry === undefined ? [] : [{ type: 'added', object: entry.object }];
  }
  if (entry === undefined) {
    return [{ type: 'deleted', object: old.object }];
  }
  if (old.uid !== entry.uid) {
    // Deleted and made again while nobody watched: another object of the same name.
    return [
      { type: 'deleted', object: old.object },
      { type: 'added', object: entry.object },
    ];
  }
  const unchanged =
    (old.resourceVersion !== undefined && old.resourceVersion === entry.resourceVersion) ||
    sameContent?.(old.object, entry.object) === true;
  return unchanged ? [] : [{ type: 'updated', old: old.object, object: entry.object }];
}
