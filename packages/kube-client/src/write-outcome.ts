import type { KubernetesObject } from '@archipelago/apimachinery';

/** What became of a write, as far as a mirror is concerned. */
export type WriteOutcome =
  /** Created, changed, or going with finalizers. */
  | { readonly state: 'written'; readonly object: KubernetesObject }
  /** Deleted, or a deletion found nothing. */
  | { readonly state: 'gone'; readonly uid: string | undefined }
  /** Refused, or nobody answered: what is shown is right. */
  | { readonly state: 'nothing' };
