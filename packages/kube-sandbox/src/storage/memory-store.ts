import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { EventLog } from './event-log.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { ObjectKey, ObjectStore, StoredObject, StoreEvent } from './object-store.ts';

type Listener = (event: StoreEvent) => void;

interface Shelf {
  readonly objects: Map<string, StoredObject>;
  readonly log: EventLog;
  readonly listeners: Set<Listener>;
  /** The objects in key order; undefined after one was added or removed. */
  sorted: readonly StoredObject[] | undefined;
  /** Of each namespace that was asked for since the last change. */
  readonly byNamespace: Map<string, readonly StoredObject[]>;
}

/** Sorts as the bytes of `namespace/name` do. */
function path(key: ObjectKey): string {
  return `${key.namespace}/${key.name}`;
}

function compare(left: StoredObject, right: StoredObject): number {
  const a = path(left.key);
  const b = path(right.key);
  return a < b ? -1 : a > b ? 1 : 0;
}

function withRevision(object: JsonObject, revision: number): JsonObject {
  const metadata = objectAt(object, 'metadata');
  return freezeDeeply({ ...object, metadata: { ...metadata, resourceVersion: String(revision) } });
}

function changed(shelf: Shelf): void {
  shelf.sorted = undefined;
  shelf.byNamespace.clear();
}

/** Keeps everything in memory. `history` is the number of changes remembered per resource. */
export class MemoryStore implements ObjectStore {
  readonly #shelves = new Map<string, Shelf>();
  readonly #everywhere = new Set<Listener>();
  readonly #history: number;
  readonly #untold: { readonly shelf: Shelf; readonly event: StoreEvent }[] = [];
  #telling = false;
  #revision: number;

  constructor(history: number, revision: number) {
    this.#history = history;
    this.#revision = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  #shelf(resource: string): Shelf {
    const known = this.#shelves.get(resource);
    if (known !== undefined) return known;
    const log = new EventLog(this.#revision, this.#history);
    const shelf: Shelf = {
      objects: new Map(),
      log,
      listeners: new Set(),
      sorted: [],
      byNamespace: new Map(),
    };
    this.#shelves.set(resource, shelf);
    return shelf;
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.#shelves.get(key.resource)?.objects.get(path(key));
  }

  list(resource: string, namespace: string | undefined): readonly StoredObject[] {
    const shelf = this.#shelf(resource);
    shelf.sorted ??= [...shelf.objects.values()].sort(compare);
    if (namespace === undefined) return shelf.sorted;
    const known = shelf.byNamespace.get(namespace);
    if (known !== undefined) return known;
    const inside = shelf.sorted.filter((stored) => stored.key.namespace === namespace);
    shelf.byNamespace.set(namespace, inside);
    return inside;
  }

  listAt(
    resource: string,
    namespace: string | undefined,
    revision: number,
  ): readonly StoredObject[] | undefined {
    const shelf = this.#shelf(resource);
    const undo = shelf.log.since(revision);
    if (undo === undefined) return undefined;
    const objects = new Map(shelf.objects);
    for (const event of [...undo].reverse()) {
      if (event.previous === undefined) objects.delete(path(event.stored.key));
      else objects.set(path(event.stored.key), event.previous);
    }
    return [...objects.values()]
      .filter((stored) => namespace === undefined || stored.key.namespace === namespace)
      .sort(compare);
  }

  put(key: ObjectKey, object: JsonObject): StoredObject {
    const shelf = this.#shelf(key.resource);
    const previous = shelf.objects.get(path(key));
    this.#revision += 1;
    const stored = { key, revision: this.#revision, object: withRevision(object, this.#revision) };
    shelf.objects.set(path(key), stored);
    changed(shelf);
    const change = { revision: stored.revision, stored };
    this.#tell(
      shelf,
      previous === undefined ? { type: 'ADDED', ...change } : { type: 'MODIFIED', ...change, previous },
    );
    return stored;
  }

  remove(key: ObjectKey): StoredObject | undefined {
    const shelf = this.#shelf(key.resource);
    const previous = shelf.objects.get(path(key));
    if (previous === undefined) return undefined;
    this.#revision += 1;
    const stored = { key, revision: this.#revision, object: withRevision(previous.object, this.#revision) };
    shelf.objects.delete(path(key));
    changed(shelf);
    this.#tell(shelf, { type: 'DELETED', revision: stored.revision, stored, previous });
    return stored;
  }

  /** A listener may change objects itself: those changes are told after this one, to everybody. */
  #tell(shelf: Shelf, event: StoreEvent): void {
    shelf.log.append(event);
    this.#untold.push({ shelf, event });
    if (this.#telling) return;
    this.#telling = true;
    let told = 0;
    try {
      // it grows on the way; taking each one from the front would move all others each time
      for (const next of this.#untold) {
        told += 1;
        for (const listener of [...next.shelf.listeners, ...this.#everywhere]) listener(next.event);
      }
    } finally {
      this.#untold.splice(0, told);
      this.#telling = false;
    }
  }

  eventsSince(resource: string, revision: number): readonly StoreEvent[] | undefined {
    return this.#shelf(resource).log.since(revision);
  }

  register(resource: string): void {
    this.#shelf(resource);
  }

  unregister(resource: string): void {
    this.#shelves.delete(resource);
  }

  subscribe(resource: string, listener: Listener): () => void {
    const { listeners } = this.#shelf(resource);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  subscribeAll(listener: Listener): () => void {
    this.#everywhere.add(listener);
    return () => this.#everywhere.delete(listener);
  }

  compact(): void {
    for (const shelf of this.#shelves.values()) shelf.log.compact(this.#revision);
  }
}
