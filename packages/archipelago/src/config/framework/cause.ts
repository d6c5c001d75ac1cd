import type { FieldPath } from './field-path.ts';

/** Why a leaf of an operand has the value it has. */
export type Cause =
  | { readonly kind: 'written'; readonly by: string }
  | { readonly kind: 'default'; readonly by: string }
  | { readonly kind: 'fact'; readonly fact: string }
  | { readonly kind: 'opinion'; readonly because: string }
  | { readonly kind: 'patch'; readonly by: string };

/** The cause of one leaf of a value, given the leaf's path inside that value. */
export type CauseOf = (leaf: FieldPath) => Cause;

/** One line for people: what stands behind `#` in `render --why`. */
export function printCause(cause: Cause): string {
  switch (cause.kind) {
    case 'written':
      return cause.by;
    case 'default':
      return `default of ${cause.by}`;
    case 'fact':
      return `cluster: ${cause.fact}`;
    case 'opinion':
      return `opinion: ${cause.because}`;
    case 'patch':
      return `patched by ${cause.by}`;
  }
}
