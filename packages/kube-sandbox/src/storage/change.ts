import type { ObjectKey, StoredObject } from './stored-object.ts';

/** What happens to a store, as it is written down and done again. */
export type Change =
  /** Created or replaced, at the revision of the object. */
  | { readonly type: 'put'; readonly stored: StoredObject }
  | { readonly type: 'remove'; readonly key: ObjectKey; readonly revision: number }
  /** The history of a resource begins. */
  | { readonly type: 'register'; readonly resource: string }
  /** A resource is gone, with its objects and history. */
  | { readonly type: 'unregister'; readonly resource: string }
  /** An object that was there before the history begins. */
  | { readonly type: 'place'; readonly stored: StoredObject }
  /** Revisions up to this one may have been given out, to changes that are not known any more. */
  | { readonly type: 'advance'; readonly revision: number };
