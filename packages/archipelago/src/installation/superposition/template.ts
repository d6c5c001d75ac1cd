import type { JsonValue } from '@archipelago/apimachinery';

/** Something of a template, and when it is there; no condition: always. */
export interface Part {
  readonly when: string | undefined;
  readonly value: Template;
}

/** A member of an object. */
export interface Member extends Part {
  readonly key: string;
}

/** JSON of which parts depend on what is chosen. */
export type Template =
  /** The same for every choice. */
  | { readonly kind: 'same'; readonly value: JsonValue }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly items: readonly Part[] }
  /** One of these, each under a condition of its own. */
  | { readonly kind: 'either'; readonly ways: readonly Part[] };
