import { type JsonObject, objectsAt, textAt } from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import type { ObjectKey, StoreEvent } from '../storage/object-store.ts';

function address(key: ObjectKey): string {
  return `${key.resource} ${key.namespace} ${key.name}`;
}

/** The owner references of an object. */
export function ownersOf(object: JsonObject): readonly JsonObject[] {
  return objectsAt(metadataOf(object), 'ownerReferences');
}

export function uidOf(object: JsonObject): string {
  return textAt(metadataOf(object), 'uid');
}

/** Knows which objects exist, by uid, and which name which owners. */
export class OwnerIndex {
  readonly #keys = new Map<string, ObjectKey>();
  readonly #dependents = new Map<string, Map<string, ObjectKey>>();

  record(event: StoreEvent): void {
    if (event.previous !== undefined) this.#forget(event.previous.key, event.previous.object);
    if (event.type !== 'DELETED') this.#remember(event.stored.key, event.stored.object);
  }

  #remember(key: ObjectKey, object: JsonObject): void {
    this.#keys.set(uidOf(object), key);
    for (const owner of ownersOf(object)) {
      const uid = textAt(owner, 'uid');
      const dependents = this.#dependents.get(uid) ?? new Map<string, ObjectKey>();
      this.#dependents.set(uid, dependents.set(address(key), key));
    }
  }

  #forget(key: ObjectKey, object: JsonObject): void {
    this.#keys.delete(uidOf(object));
    for (const owner of ownersOf(object)) {
      const uid = textAt(owner, 'uid');
      const dependents = this.#dependents.get(uid);
      dependents?.delete(address(key));
      if (dependents?.size === 0) this.#dependents.delete(uid);
    }
  }

  find(uid: string): ObjectKey | undefined {
    return this.#keys.get(uid);
  }

  dependentsOf(uid: string): readonly ObjectKey[] {
    return [...(this.#dependents.get(uid)?.values() ?? [])];
  }
}
