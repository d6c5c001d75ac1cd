import type { JsonObject } from '@archipelago/apimachinery';

/** Where an object lives: the stored resource (`group/plural`), its namespace (`''` for none), its name. */
export interface ObjectKey {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** An object at one revision. `object` carries `metadata.resourceVersion` and is deeply frozen. */
export interface StoredObject {
  readonly key: ObjectKey;
  readonly revision: number;
  readonly object: JsonObject;
}

/** One change; `previous` is the object before it. A removed object carries the revision of its removal. */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly revision: number;
  readonly stored: StoredObject;
  readonly previous?: StoredObject;
}
