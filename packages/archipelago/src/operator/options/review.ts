import type { JsonObject } from '@archipelago/apimachinery';
import type { FieldFinding } from '../../config/framework/setting.ts';

/** A question of an API server about an object (`admission.k8s.io/v1`). */
export interface Review {
  readonly uid: string;
  readonly operation: 'create' | 'update' | 'delete';
  /** As it is to be; of a deletion, as it is. */
  readonly object: JsonObject;
  /** As it is stored; only on update. */
  readonly oldObject: JsonObject | undefined;
}

/** What is answered; `code` is the status that the client gets. */
export type ReviewAnswer =
  | { readonly allowed: true; readonly warnings: readonly FieldFinding[] }
  | {
      readonly allowed: false;
      readonly code: 403 | 422;
      readonly refusals: readonly FieldFinding[];
      readonly warnings: readonly FieldFinding[];
    };

/** `unready`: the cluster has not been read yet, so nothing can be said. */
export type Judgement = ReviewAnswer | { readonly unready: string };
