import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ObjectName } from './resource.ts';

/** What happened to an object, with what was kept of it. */
export type StoreEvent<T> =
  | { readonly type: 'added'; readonly object: T }
  | { readonly type: 'updated'; readonly old: T; readonly object: T }
  | { readonly type: 'deleted'; readonly object: T };

/** Reads what an informer knows. Objects are what `trim` kept of them. */
export interface StoreReader<T> {
  get(name: ObjectName): T | undefined;
  /** All objects, or those of one namespace. */
  list(namespace?: string): readonly T[];
  /** The objects an index puts under `value`; throws for an index that was not declared. */
  byIndex(index: string, value: string): readonly T[];
  readonly size: number;
}

/** What to keep of an object, and how to find it again. */
export interface StoreShape<T> {
  /** Keeps the needed fields only; must not throw. */
  readonly trim: (object: KubernetesObject) => T;
  /** True when the difference is of no interest: the new one is stored, nothing is told. */
  readonly sameContent?: ((old: T, object: T) => boolean) | undefined;
  /** By name: under which values an object is found. */
  readonly indexes?: Readonly<Record<string, (object: T) => readonly string[]>> | undefined;
}

/** The store as the informer writes it; every change says what to tell. */
export interface InformerStore<T> extends StoreReader<T> {
  put(object: KubernetesObject): readonly StoreEvent<T>[];
  remove(object: KubernetesObject): readonly StoreEvent<T>[];
  /** What is kept of an object, for `add`. */
  gather(object: KubernetesObject): Gathered<T>;
  /** A new complete state is about to be gathered, page by page. */
  beginReplacement(): Replacement<T>;
}

/** A complete state being gathered; the store keeps the former one until `finish`. */
interface Replacement<T> {
  add(objects: readonly Gathered<T>[]): void;
  finish(): readonly StoreEvent<T>[];
}

/** An object of a complete state being gathered, trimmed. */
interface Gathered<T> {
  readonly key: string;
  readonly entry: Entry<T>;
}

interface Entry<T> {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly namespace: string | undefined;
  readonly object: T;
}

/** An empty store. */
export function createInformerStore<T>(shape: StoreShape<T>): InformerStore<T> {
  return new MapStore(shape);
}

class MapStore<T> implements InformerStore<T> {
  readonly #shape: StoreShape<T>;
  readonly #indexes: Indexes<T>;
  #entries = new Map<string, Entry<T>>();

  constructor(shape: StoreShape<T>) {
    this.#shape = shape;
    this.#indexes = createIndexes(shape.indexes ?? {});
  }

  get size(): number {
    return this.#entries.size;
  }

  get(name: ObjectName): T | undefined {
    return this.#entries.get(keyOf(name))?.object;
  }

  list(namespace?: string): readonly T[] {
    return [...this.#entries.values()]
      .filter((entry) => namespace === undefined || entry.namespace === namespace)
      .map((entry) => entry.object);
  }

  byIndex(index: string, value: string): readonly T[] {
    return this.#indexes.find(index, value).flatMap((key) => this.#entries.get(key)?.object ?? []);
  }

  put(object: KubernetesObject): readonly StoreEvent<T>[] {
    const key = keyOf(object.metadata);
    const old = this.#entries.get(key);
    const entry = this.#entryOf(object);
    this.#entries.set(key, entry);
    return this.#changed(key, old, entry);
  }

  remove(object: KubernetesObject): readonly StoreEvent<T>[] {
    const key = keyOf(object.metadata);
    const old = this.#entries.get(key);
    this.#entries.delete(key);
    return this.#changed(key, old, undefined);
  }

  gather(object: KubernetesObject): Gathered<T> {
    return { key: keyOf(object.metadata), entry: this.#entryOf(object) };
  }

  beginReplacement(): Replacement<T> {
    const next = new Map<string, Entry<T>>();
    return {
      add: (objects) => {
        for (const { key, entry } of objects) next.set(key, entry);
      },
      finish: () => {
        const before = this.#entries;
        this.#entries = next;
        const keys = new Set([...before.keys(), ...next.keys()]);
        return [...keys].flatMap((key) => this.#changed(key, before.get(key), next.get(key)));
      },
    };
  }

  #entryOf(object: KubernetesObject): Entry<T> {
    const { uid, resourceVersion, namespace } = object.metadata;
    return { uid, resourceVersion, namespace, object: this.#shape.trim(object) };
  }

  #changed(key: string, old: Entry<T> | undefined, entry: Entry<T> | undefined): readonly StoreEvent<T>[] {
    this.#indexes.move(key, old?.object, entry?.object);
    return changeEvents(this.#shape, old, entry);
  }
}

/** Namespaces and names hold no slash. */
function keyOf({ namespace, name }: ObjectName): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function changeEvents<T>(
  { sameContent }: StoreShape<T>,
  old: Entry<T> | undefined,
  entry: Entry<T> | undefined,
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

interface Indexes<T> {
  find(index: string, value: string): readonly string[];
  move(key: string, old: T | undefined, object: T | undefined): void;
}

function createIndexes<T>(declared: Readonly<Record<string, (object: T) => readonly string[]>>): Indexes<T> {
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
