import type { KubernetesObject } from '@archipelago/apimachinery';
import { eventsHeld, type HeldEvent, HeldEvents } from './held-events.ts';
import { OwnWrites } from './own-writes.ts';
import type { ObjectName } from './resource.ts';
import { isOlder } from './resource-version.ts';
import { replaceEntry, type StoreEntry } from './store-entry.ts';
import type { StoreEvent } from './store-event.ts';
import { createStoreIndexes, type StoreIndexes } from './store-indexes.ts';
import type { WriteOutcome } from './write-outcome.ts';

/** Reads what an informer knows. Objects are what `trim` kept of them. */
export interface StoreReader<T> {
  /** The same object for as long as it does not change. */
  get(name: ObjectName): T | undefined;
  /** All objects, or those of one namespace. The array of all is the same until one changes. */
  list(namespace?: string): readonly T[];
  /** The objects an index puts under `value`; throws for an index that was not declared. */
  byIndex(index: string, value: string): readonly T[];
  readonly size: number;
}

/** What to keep of an object, and how to find it again. */
export interface StoreShape<T> {
  /** Keeps the needed fields only; must not throw. */
  readonly trim: (object: KubernetesObject) => T;
  /** True when the difference is of no interest: nothing is told. Where there is none at all, the object that is stored stays. */
  readonly sameContent?: ((old: T, object: T) => boolean) | undefined;
  /** By name: under which values an object is found. */
  readonly indexes?: Readonly<Record<string, (object: T) => readonly string[]>> | undefined;
}

/** The store as the informer writes it; every change says what to tell. */
export interface InformerStore<T> extends StoreReader<T> {
  put(object: KubernetesObject): readonly StoreEvent<T>[];
  remove(object: KubernetesObject): readonly StoreEvent<T>[];
  /** A write is about to be sent: what is heard of the object is told when it has ended. False: one is under way. */
  beginWrite(name: ObjectName): boolean;
  /** What the write came to is in the store from now on; gives what is to be told. */
  endWrite(name: ObjectName, outcome: WriteOutcome): readonly StoreEvent<T>[];
  /** What is kept of an object, for `add`. */
  gather(object: KubernetesObject): Gathered<T>;
  /** A new complete state is about to be gathered, page by page. */
  beginReplacement(): Replacement<T>;
}

/** A complete state being gathered; the store keeps the former one until `finish`. */
interface Replacement<T> {
  add(objects: readonly Gathered<T>[]): void;
  /** `resourceVersion`: of the whole list. */
  finish(resourceVersion?: string): readonly StoreEvent<T>[];
}

/** An object of a complete state being gathered, trimmed. */
interface Gathered<T> {
  readonly key: string;
  readonly entry: StoreEntry<T>;
}

/** An empty store. */
export function createInformerStore<T>(shape: StoreShape<T>): InformerStore<T> {
  return new MapStore(shape);
}

class MapStore<T> implements InformerStore<T> {
  readonly #shape: StoreShape<T>;
  readonly #indexes: StoreIndexes<T>;
  readonly #own = new OwnWrites();
  readonly #held = new HeldEvents<T>();
  #entries = new Map<string, StoreEntry<T>>();
  #listed: readonly T[] | undefined;

  constructor(shape: StoreShape<T>) {
    this.#shape = shape;
    this.#indexes = createStoreIndexes(shape.indexes ?? {});
  }

  get size(): number {
    return this.#entries.size;
  }

  get(name: ObjectName): T | undefined {
    return this.#entries.get(keyOf(name))?.object;
  }

  list(namespace?: string): readonly T[] {
    if (namespace === undefined) {
      this.#listed ??= [...this.#entries.values()].map(({ object }) => object);
      return this.#listed;
    }
    return [...this.#entries.values()]
      .filter((entry) => entry.namespace === namespace)
      .map(({ object }) => object);
  }

  byIndex(index: string, value: string): readonly T[] {
    return this.#indexes.find(index, value).flatMap((key) => this.#entries.get(key)?.object ?? []);
  }

  put(object: KubernetesObject): readonly StoreEvent<T>[] {
    const key = keyOf(object.metadata);
    const entry = this.#entryOf(object);
    return this.#own.isOld(key, entry, false) ? [] : this.#hear(key, entry, entry.resourceVersion);
  }

  remove(object: KubernetesObject): readonly StoreEvent<T>[] {
    const key = keyOf(object.metadata);
    const { uid, resourceVersion } = object.metadata;
    const isOld = this.#own.isOld(key, { uid, resourceVersion }, true);
    return isOld ? [] : this.#hear(key, undefined, resourceVersion);
  }

  beginWrite(name: ObjectName): boolean {
    return this.#held.begin(keyOf(name));
  }

  endWrite(name: ObjectName, outcome: WriteOutcome): readonly StoreEvent<T>[] {
    const key = keyOf(name);
    const held = this.#held.end(key);
    const own = this.#take(key, outcome, held);
    return [...eventsHeld(held, outcome), ...own.map((event) => ({ ...event, isOwn: true as const }))];
  }

  gather(object: KubernetesObject): Gathered<T> {
    return { key: keyOf(object.metadata), entry: this.#entryOf(object) };
  }

  beginReplacement(): Replacement<T> {
    const { order } = this.#own;
    const next = new Map<string, StoreEntry<T>>();
    return {
      add: (objects) => {
        for (const { key, entry } of objects) next.set(key, entry);
      },
      finish: (resourceVersion) => this.#replace(next, order, resourceVersion),
    };
  }

  #replace(
    next: Map<string, StoreEntry<T>>,
    order: number,
    resourceVersion: string | undefined,
  ): readonly StoreEvent<T>[] {
    const before = this.#entries;
    const list = { order, resourceVersion, get: (key: string) => next.get(key) };
    for (const [key, state] of this.#own.unlisted(list)) {
      const ours = before.get(key);
      if (state === 'gone') next.delete(key);
      else if (ours !== undefined) next.set(key, ours);
    }
    this.#entries = next;
    const keys = new Set([...before.keys(), ...next.keys()]);
    const events = [...keys].flatMap((key) => {
      const changed = this.#replaceEntry(key, before.get(key), next.get(key));
      return this.#held.listed(key, changed, resourceVersion);
    });
    this.#held.endList(resourceVersion);
    return events;
  }

  /** What of our write the store is to show; nothing where the server has shown as much, or more. */
  #take(key: string, outcome: WriteOutcome, held: readonly HeldEvent<T>[]): readonly StoreEvent<T>[] {
    switch (outcome.state) {
      case 'nothing':
        return [];
      case 'gone':
        return this.#takeOut(key, outcome.uid);
      case 'written':
        return this.#putIn(key, this.#entryOf(outcome.object), held);
    }
  }

  #putIn(key: string, entry: StoreEntry<T>, held: readonly HeldEvent<T>[]): readonly StoreEvent<T>[] {
    const old = this.#entries.get(key);
    const isShown = held.some(({ version }) => !isOlder(version, entry.resourceVersion));
    const isPassed = old?.uid === entry.uid && isOlder(entry.resourceVersion, old?.resourceVersion);
    if (isShown || isPassed) return [];
    if (old?.resourceVersion !== entry.resourceVersion) this.#own.wrote(key, entry);
    return this.#set(key, entry);
  }

  /** Whatever was heard meanwhile: no object comes back under its uid, so a list that still shows it was read before. */
  #takeOut(key: string, uid: string | undefined): readonly StoreEvent<T>[] {
    const old = this.#entries.get(key);
    if (uid === undefined || old?.uid !== uid) return [];
    this.#own.removed(key, old);
    return this.#set(key, undefined);
  }

  /** As a watch shows it. */
  #hear(
    key: string,
    entry: StoreEntry<T> | undefined,
    version: string | undefined,
  ): readonly StoreEvent<T>[] {
    return this.#held.watched(key, this.#set(key, entry), version);
  }

  #set(key: string, entry: StoreEntry<T> | undefined): readonly StoreEvent<T>[] {
    return this.#replaceEntry(key, this.#entries.get(key), entry);
  }

  #entryOf(object: KubernetesObject): StoreEntry<T> {
    const { uid, resourceVersion, namespace } = object.metadata;
    return { uid, resourceVersion, namespace, object: this.#shape.trim(object) };
  }

  #replaceEntry(
    key: string,
    old: StoreEntry<T> | undefined,
    made: StoreEntry<T> | undefined,
  ): readonly StoreEvent<T>[] {
    const { entry, events } = replaceEntry(old, made, this.#shape.sameContent);
    if (entry === undefined) this.#entries.delete(key);
    else this.#entries.set(key, entry);
    if (old?.object !== entry?.object) {
      this.#listed = undefined;
      this.#indexes.move(key, old?.object, entry?.object);
    }
    return events;
  }
}

/** Namespaces and names hold no slash. */
function keyOf({ namespace, name }: ObjectName): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
