import type { JsonValue } from '../../../api/json-value.ts';

/** The decoded scalar, or why Go's decoder refuses it. */
export type ScalarResult = { readonly value: JsonValue } | { readonly problem: string };
