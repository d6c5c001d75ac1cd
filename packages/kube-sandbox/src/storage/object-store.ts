import type { JsonObject } from '@archipelago/apimachinery';
import type { Change } from './change.ts';
import type { ObjectKey, StoredObject, StoreEvent } from './stored-object.ts';

export type { ObjectKey, StoredObject, StoreEvent } from './stored-object.ts';

/**
 * Objects under one strictly growing revision, with a bounded history per resource. All operations are
 * synchronous and atomic; a durable store can stand behind the same interface.
 */
export interface ObjectStore {
  /** Revision of the last change. */
  readonly revision: number;
  get(key: ObjectKey): StoredObject | undefined;
  /** In key order (namespace, then name); all namespaces when `namespace` is undefined. */
  list(resource: string, namespace: string | undefined): readonly StoredObject[];
  /** The objects of all resources, in no order. */
  all(): readonly StoredObject[];
  /** The list as it was at a revision, or undefined when its history is gone. */
  listAt(
    resource: string,
    namespace: string | undefined,
    revision: number,
  ): readonly StoredObject[] | undefined;
  /** Creates or replaces. */
  put(key: ObjectKey, object: JsonObject): StoredObject;
  /** Removes; the result carries the revision of the removal. */
  remove(key: ObjectKey): StoredObject | undefined;
  /** Changes after a revision, or undefined when the history does not reach back so far. */
  eventsSince(resource: string, revision: number): readonly StoreEvent[] | undefined;
  /** Starts the history of a resource at the present revision, unless it has one. */
  register(resource: string): void;
  /** Forgets a resource's objects and history without telling anybody: the resource is gone. */
  unregister(resource: string): void;
  /** Called for every change of the resource, in order. Returns the unsubscription. */
  subscribe(resource: string, listener: (event: StoreEvent) => void): () => void;
  /** Called for every change of every resource. */
  subscribeAll(listener: (event: StoreEvent) => void): () => void;
  /** All there is, as it is in this moment. */
  contents(): readonly Change[];
  /** Forgets all history up to now, as a compaction does. */
  compact(): void;
}
