/** What happened to an object, with what was kept of it. `isOwn`: it is what a write through the informer came to. */
export type StoreEvent<T> = { readonly isOwn?: true } & (
  | { readonly type: 'added'; readonly object: T }
  | { readonly type: 'updated'; readonly old: T; readonly object: T }
  | { readonly type: 'deleted'; readonly object: T }
);
