import { type JsonObject, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import { trackChange } from '../apply/apply-fields.ts';
import type { ServerState } from '../calls/call.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { deleteStored } from '../rest/delete.ts';
import type { Propagation } from '../rest/delete-options.ts';
import type { ObjectKey, StoredObject, StoreEvent } from '../storage/object-store.ts';
import { OwnerIndex, ownersOf, uidOf } from './owner-index.ts';

const MANAGER = 'kube-controller-manager';

function isDeleting(object: JsonObject): boolean {
  return valueAt(metadataOf(object), 'deletionTimestamp') !== undefined;
}

function has(object: JsonObject, finalizer: string): boolean {
  return textsAt(metadataOf(object), 'finalizers').includes(finalizer);
}

/** Deletes objects whose owners are gone, and does what the `orphan` and `foregroundDeletion` finalizers say. */
export class GarbageCollector {
  readonly #server: ServerState;
  readonly #index = new OwnerIndex();

  constructor(server: ServerState) {
    this.#server = server;
  }

  start(): void {
    // of objects that are there already, none is without its owner because that comes later
    for (const stored of this.#server.store.all())
      this.#index.record({ type: 'ADDED', revision: stored.revision, stored });
    this.#server.store.subscribeAll((event) => this.#changed(event));
  }

  #changed(event: StoreEvent): void {
    this.#index.record(event);
    const { object, key } = event.stored;
    if (event.type === 'DELETED') {
      for (const dependent of this.#index.dependentsOf(uidOf(object))) this.#reconsider(dependent);
      for (const owner of ownersOf(object)) this.#settleOwner(textAt(owner, 'uid'));
      return;
    }
    if (ownersOf(object).length > 0) this.#reconsider(key);
    if (isDeleting(object)) this.#settleOwner(uidOf(object));
  }

  /** An owner that waits for its dependents. */
  #settleOwner(uid: string): void {
    const key = this.#index.find(uid);
    const stored = key === undefined ? undefined : this.#server.store.get(key);
    if (stored === undefined || !isDeleting(stored.object)) return;
    if (has(stored.object, 'orphan')) this.#orphan(stored);
    else if (has(stored.object, 'foregroundDeletion')) this.#deleteForeground(stored);
  }

  #orphan(owner: StoredObject): void {
    const uid = uidOf(owner.object);
    for (const key of this.#index.dependentsOf(uid))
      this.#dropOwners(key, (reference) => reference.uid === uid);
    this.#dropFinalizer(owner.key, 'orphan');
  }

  #deleteForeground(owner: StoredObject): void {
    const uid = uidOf(owner.object);
    for (const key of this.#index.dependentsOf(uid)) this.#reconsider(key);
    const blocking = this.#index.dependentsOf(uid).some((key) => {
      const stored = this.#server.store.get(key);
      const references = stored === undefined ? [] : ownersOf(stored.object);
      return references.some((reference) => reference.uid === uid && reference.blockOwnerDeletion === true);
    });
    if (!blocking) this.#dropFinalizer(owner.key, 'foregroundDeletion');
  }

  /**
   * Whether the owner a reference names is there, is waiting to be deleted after its dependents, or is gone. An owner in
   * another namespace is as good as gone; what is in no namespace and names an owner in one is never collected.
   */
  #stateOf(reference: JsonObject, dependent: ObjectKey): 'there' | 'waiting' | 'gone' {
    const { registry, store } = this.#server;
    const kind = registry.findKind(textAt(reference, 'apiVersion'), textAt(reference, 'kind'));
    if (kind?.namespaced === true && dependent.namespace === '') return 'there';
    const key = this.#index.find(textAt(reference, 'uid'));
    const stored = key === undefined ? undefined : store.get(key);
    if (stored === undefined || !['', dependent.namespace].includes(stored.key.namespace)) return 'gone';
    return isDeleting(stored.object) && has(stored.object, 'foregroundDeletion') ? 'waiting' : 'there';
  }

  /** Deletes an object no owner of which is left; where some are, the others are struck off. */
  #reconsider(key: ObjectKey): void {
    const stored = this.#server.store.get(key);
    if (stored === undefined || isDeleting(stored.object)) return;
    const states = ownersOf(stored.object).map((reference) => this.#stateOf(reference, key));
    if (states.every((state) => state === 'there')) return;
    if (states.includes('there')) {
      this.#dropOwners(key, (reference) => this.#stateOf(reference, key) !== 'there');
      return;
    }
    this.#delete(stored, states.includes('waiting') ? 'Foreground' : 'Background');
  }

  #delete(stored: StoredObject, wanted: Propagation): void {
    const type = this.#server.registry.stored().find((one) => one.storage === stored.key.resource);
    if (type === undefined) return;
    // Without dependents there is nothing to wait for.
    const alone = this.#index.dependentsOf(uidOf(stored.object)).length === 0;
    const own = has(stored.object, 'orphan') ? undefined : alone ? 'Background' : wanted;
    const options = {
      dryRun: false,
      propagation: own,
      uid: '',
      resourceVersion: '',
      gracePeriodSeconds: undefined,
    };
    deleteStored({ server: this.#server, type }, stored, options);
  }

  #dropOwners(key: ObjectKey, drops: (reference: JsonObject) => boolean): void {
    const stored = this.#server.store.get(key);
    if (stored === undefined) return;
    const kept = ownersOf(stored.object).filter((reference) => !drops(reference));
    this.#write(stored, { ownerReferences: kept.length === 0 ? undefined : kept });
  }

  #dropFinalizer(key: ObjectKey, finalizer: string): void {
    const stored = this.#server.store.get(key);
    if (stored === undefined) return;
    const kept = textsAt(metadataOf(stored.object), 'finalizers').filter((name) => name !== finalizer);
    if (kept.length === 0) this.#server.store.remove(key);
    else this.#write(stored, { finalizers: kept });
  }

  #write(stored: StoredObject, metadata: JsonObject): void {
    const type = this.#server.registry.stored().find((one) => one.storage === stored.key.resource);
    if (type === undefined) return;
    const object = withMetadata(stored.object, metadata);
    const context = { server: this.#server, type, subresource: '' };
    this.#server.store.put(
      stored.key,
      trackChange(context, { live: stored.object, object, manager: MANAGER }),
    );
  }
}
