import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesStatus } from './kubernetes-status.ts';

/** One event of a watch. */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubernetesObject }
  /** The watch has seen everything up to this version. */
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }
  /** The server ends the watch; 410 means the history is gone. */
  | { readonly type: 'ERROR'; readonly status: KubernetesStatus }
  /** Not what an API server sends; nothing after it is read. */
  | { readonly type: 'MALFORMED'; readonly reason: string };
