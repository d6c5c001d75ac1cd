import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { Change } from './change.ts';
import { EventLog } from './event-log.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { ObjectKey, StoredObject, StoreEvent } from './stored-object.ts';

interface Shelf {
  readonly objects: Map<string, StoredObject>;
  readonly log: EventLog;
  /** The objects in key order; undefined after one was added or removed. */
  sorted: readonly StoredObject[] | undefined;
  /** Of each namespace that was asked for since the last change. */
  readonly byNamespace: Map<string, readonly StoredObject[]>;
}

/** Revisions after one and before another that belong to changes nobody knows any more. */
interface LostRevisions {
  readonly after: number;
  readonly before: number;
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

/** Objects by resource with a bounded history, under one revision. Nobody listens here. */
export class Shelves {
  readonly #shelves = new Map<string, Shelf>();
  readonly #history: number;
  readonly #lost: LostRevisions[] = [];
  #revision: number;

  constructor(history: number, revision: number) {
    this.#history = history;
    this.#revision = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  get resources(): readonly string[] {
    return [...this.#shelves.keys()];
  }

  /** The shelf of a resource; one that is not known begins now. */
  #shelf(resource: string): Shelf {
    const known = this.#shelves.get(resource);
    if (known !== undefined) return known;
    const log = new EventLog(this.#revision, this.#history);
    const shelf: Shelf = { objects: new Map(), log, sorted: [], byNamespace: new Map() };
    this.#shelves.set(resource, shelf);
    return shelf;
  }

  begin(resource: string): void {
    this.#shelf(resource);
  }

  forget(resource: string): void {
    this.#shelves.delete(resource);
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
    const { log } = this.#shelf(resource);
    const isWhole = this.#lost.length === 0 && log.isWhole;
    if (isWhole && revision < log.floor) return [];
    const undo = this.eventsSince(resource, revision);
    if (undo === undefined) return undefined;
    const objects = new Map(this.#shelf(resource).objects);
    for (const event of [...undo].reverse()) {
      if (event.previous === undefined) objects.delete(path(event.stored.key));
      else objects.set(path(event.stored.key), event.previous);
    }
    return [...objects.values()]
      .filter((stored) => namespace === undefined || stored.key.namespace === namespace)
      .sort(compare);
  }

  eventsSince(resource: string, revision: number): readonly StoreEvent[] | undefined {
    if (this.#lost.some(({ after, before }) => revision > after && revision < before)) return undefined;
    return this.#shelf(resource).log.since(revision);
  }

  /** What an object would be as the next change. */
  next(key: ObjectKey, object: JsonObject): StoredObject {
    const revision = this.#revision + 1;
    return { key, revision, object: withRevision(object, revision) };
  }

  /** Puts what `next` made in its place. */
  put(stored: StoredObject): StoreEvent {
    const { key, revision } = stored;
    const shelf = this.#shelf(key.resource);
    const previous = shelf.objects.get(path(key));
    this.#revision = revision;
    shelf.objects.set(path(key), stored);
    changed(shelf);
    const event: StoreEvent =
      previous === undefined
        ? { type: 'ADDED', revision, stored }
        : { type: 'MODIFIED', revision, stored, previous };
    shelf.log.append(event);
    return event;
  }

  /** Takes an object away. */
  take(previous: StoredObject): StoreEvent {
    const shelf = this.#shelf(previous.key.resource);
    const stored = this.next(previous.key, previous.object);
    this.#revision = stored.revision;
    shelf.objects.delete(path(stored.key));
    changed(shelf);
    const event: StoreEvent = { type: 'DELETED', revision: stored.revision, stored, previous };
    shelf.log.append(event);
    return event;
  }

  compact(): void {
    for (const shelf of this.#shelves.values()) shelf.log.compact(this.#revision);
  }

  /** All there is, as it is in this moment: what `restore` makes it of again. */
  contents(): readonly Change[] {
    return [...this.#shelves].flatMap(([resource, { objects }]): readonly Change[] => [
      { type: 'register', resource },
      ...[...objects.values()].map((stored) => ({ type: 'place', stored }) as const),
    ]);
  }

  /** Does a change again that was written down. False: it does not go on from what there is. */
  restore(change: Change): boolean {
    switch (change.type) {
      case 'put':
        if (change.stored.revision !== this.#revision + 1) return false;
        this.put(change.stored);
        freezeDeeply(change.stored.object);
        return true;
      case 'remove':
        return this.#restoreRemoval(change.key, change.revision);
      case 'place':
        return this.#place(change.stored);
      case 'register':
        this.begin(change.resource);
        return true;
      case 'unregister':
        this.forget(change.resource);
        return true;
      case 'advance':
        return this.#advance(change.revision);
    }
  }

  #restoreRemoval(key: ObjectKey, revision: number): boolean {
    const previous = this.get(key);
    if (previous === undefined || revision !== this.#revision + 1) return false;
    this.take(previous);
    return true;
  }

  #place(stored: StoredObject): boolean {
    const shelf = this.#shelf(stored.key.resource);
    freezeDeeply(stored.object);
    shelf.log.compact(shelf.log.floor);
    shelf.objects.set(path(stored.key), stored);
    changed(shelf);
    return stored.revision <= this.#revision;
  }

  /** Who knows a revision in between knows of a change that is lost, and has to look anew. */
  #advance(revision: number): boolean {
    if (revision < this.#revision) return false;
    this.#lost.push({ after: this.#revision, before: revision });
    this.#revision = revision;
    return true;
  }
}
