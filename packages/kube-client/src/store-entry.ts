import { isDeepStrictEqual } from 'node:util';
import type { StoreEvent } from './store-event.ts';

/** What a store keeps of an object. */
export interface StoreEntry<T> {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly namespace: string | undefined;
  readonly object: T;
}

/** An entry that takes the place of another. */
interface Replaced<T> {
  /** What is kept: what is still the same stays the very object, so that who compares by identity finds it unchanged. */
  readonly entry: StoreEntry<T> | undefined;
  readonly events: readonly StoreEvent<T>[];
}

/** What is to be kept, and what there is to tell, when one entry takes the place of another. */
export function replaceEntry<T>(
  old: StoreEntry<T> | undefined,
  entry: StoreEntry<T> | undefined,
  sameContent: ((old: T, object: T) => boolean) | undefined,
): Replaced<T> {
  if (old === undefined) return { entry, events: entry === undefined ? [] : [added(entry)] };
  if (entry === undefined) return { entry, events: [deleted(old)] };
  // Deleted and made again while nobody watched: another object of the same name.
  if (old.uid !== entry.uid) return { entry, events: [deleted(old), added(entry)] };
  const isSameVersion = old.resourceVersion !== undefined && old.resourceVersion === entry.resourceVersion;
  if (isSameVersion) return { entry: { ...entry, object: old.object }, events: [] };
  if (sameContent?.(old.object, entry.object) !== true)
    return { entry, events: [{ type: 'updated', old: old.object, object: entry.object }] };
  // what is of no interest may still be needed, the version for a write say
  const isEqual = isDeepStrictEqual(old.object, entry.object);
  return { entry: isEqual ? { ...entry, object: old.object } : entry, events: [] };
}

function added<T>({ object }: StoreEntry<T>): StoreEvent<T> {
  return { type: 'added', object };
}

function deleted<T>({ object }: StoreEntry<T>): StoreEvent<T> {
  return { type: 'deleted', object };
}
