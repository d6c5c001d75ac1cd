import type { JsonObject } from '@archipelago/apimachinery';
import type { Change } from './change.ts';
import type { Journal } from './journal.ts';
import type { ObjectStore } from './object-store.ts';
import { Shelves } from './shelves.ts';
import type { ObjectKey, StoredObject, StoreEvent } from './stored-object.ts';

type Listener = (event: StoreEvent) => void;

/** Keeps everything in memory, and in a journal where it has one. `history` is the number of changes remembered per resource. */
export class MemoryStore implements ObjectStore {
  readonly #shelves: Shelves;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #everywhere = new Set<Listener>();
  readonly #untold: { readonly listeners: ReadonlySet<Listener>; readonly event: StoreEvent }[] = [];
  #telling = false;
  #journal: Journal | undefined;

  constructor(history: number, revision: number) {
    this.#shelves = new Shelves(history, revision);
  }

  get revision(): number {
    return this.#shelves.revision;
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.#shelves.get(key);
  }

  list(resource: string, namespace: string | undefined): readonly StoredObject[] {
    return this.#shelves.list(resource, namespace);
  }

  all(): readonly StoredObject[] {
    return this.#shelves.resources.flatMap((resource) => this.list(resource, undefined));
  }

  listAt(
    resource: string,
    namespace: string | undefined,
    revision: number,
  ): readonly StoredObject[] | undefined {
    return this.#shelves.listAt(resource, namespace, revision);
  }

  put(key: ObjectKey, object: JsonObject): StoredObject {
    const stored = this.#shelves.next(key, object);
    this.#journal?.append({ type: 'put', stored });
    this.#tell(this.#shelves.put(stored));
    return stored;
  }

  remove(key: ObjectKey): StoredObject | undefined {
    const previous = this.get(key);
    if (previous === undefined) return undefined;
    this.#journal?.append({ type: 'remove', key, revision: this.revision + 1 });
    const event = this.#shelves.take(previous);
    this.#tell(event);
    return event.stored;
  }

  /** A listener may change objects itself: those changes are told after this one, to everybody. */
  #tell(event: StoreEvent): void {
    this.#untold.push({ listeners: this.#listenersOf(event.stored.key.resource), event });
    if (this.#telling) return;
    this.#telling = true;
    let told = 0;
    try {
      // it grows on the way; taking each one from the front would move all others each time
      for (const next of this.#untold) {
        told += 1;
        for (const listener of [...next.listeners, ...this.#everywhere]) listener(next.event);
      }
    } finally {
      this.#untold.splice(0, told);
      this.#telling = false;
    }
  }

  #listenersOf(resource: string): Set<Listener> {
    const listeners = this.#listeners.get(resource) ?? new Set();
    this.#listeners.set(resource, listeners);
    return listeners;
  }

  eventsSince(resource: string, revision: number): readonly StoreEvent[] | undefined {
    return this.#shelves.eventsSince(resource, revision);
  }

  register(resource: string): void {
    if (this.#shelves.resources.includes(resource)) return;
    this.#journal?.append({ type: 'register', resource });
    this.#shelves.begin(resource);
  }

  unregister(resource: string): void {
    this.#journal?.append({ type: 'unregister', resource });
    this.#shelves.forget(resource);
    this.#listeners.delete(resource);
  }

  subscribe(resource: string, listener: Listener): () => void {
    this.#shelves.begin(resource);
    const listeners = this.#listenersOf(resource);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  subscribeAll(listener: Listener): () => void {
    this.#everywhere.add(listener);
    return () => this.#everywhere.delete(listener);
  }

  compact(): void {
    this.#shelves.compact();
  }

  /** From now on every change is written down before it is made. */
  recordTo(journal: Journal): void {
    this.#journal = journal;
  }

  /** All there is, as it is in this moment. */
  contents(): readonly Change[] {
    return this.#shelves.contents();
  }

  /** Does a change again that was written down, and tells nobody. False: it does not go on from what there is. */
  restore(change: Change): boolean {
    return this.#shelves.restore(change);
  }

  /** Tells all objects as if each were new, those of `first` before the others: for listeners of a store that was restored. */
  retell(first: string): void {
    const later = this.#shelves.resources.filter((resource) => resource !== first);
    for (const resource of [first, ...later]) {
      for (const stored of this.list(resource, undefined))
        this.#tell({ type: 'ADDED', revision: stored.revision, stored });
    }
  }
}
