import type { JsonValue } from '@archipelago/apimachinery';

/** The decoded scalar, or why Go's decoder refuses it. */
export type ScalarResult = { readonly value: JsonValue } | { readonly problem: string };
