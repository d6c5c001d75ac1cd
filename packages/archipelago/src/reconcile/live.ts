import type { JsonObject } from '@archipelago/apimachinery';
import type { ForeignFields } from './foreign-fields.ts';

/** What is known of one object in the cluster. */
export type Live =
  /** Not read yet: nothing may be concluded. */
  | { readonly state: 'unknown' }
  /**
   * The server has no such kind; `definition` is the CustomResourceDefinition that would bring it, and `lack` what
   * is the matter with it where it is there: *is being deleted*. `remains`: the object itself was still there.
   */
  | {
      readonly state: 'notServed';
      readonly definition: string;
      readonly lack?: string | undefined;
      readonly remains?: boolean;
    }
  /** The server does not let us read it; its words. */
  | { readonly state: 'forbidden'; readonly message: string }
  | { readonly state: 'absent' }
  | {
      readonly state: 'present';
      /** The object without its managedFields. */
      readonly object: JsonObject;
      /** Field managers besides ours that wrote parts that are ours. */
      readonly foreignWriters: readonly string[];
      /** What they and others wrote, where anybody did. */
      readonly foreignFields?: readonly ForeignFields[];
    };
