import type { JsonObject, JsonValue } from '@archipelago/apimachinery';

/** What a page of the console shows. */
export interface PageDocument extends JsonObject {
  /** The same as the command of this name says with `-o json`; absent: it was never seen. */
  readonly view?: JsonValue;
  /** What had to be assumed. */
  readonly notes: readonly string[];
  /** Why it could not be looked; `view` is what was seen last. Absent: it could. */
  readonly problem?: { readonly kind: 'notSeen' | 'notThere' | 'bug'; readonly message: string };
}
