import type { JsonObject } from '@archipelago/apimachinery';
import type { FactName } from './fact-kinds.ts';

/** What came of reading a kind. */
export type Reading =
  | { readonly state: 'read'; readonly objects: readonly JsonObject[] }
  /** There are none, or the cluster does not know the kind. */
  | { readonly state: 'absent' }
  /** There are more than are read. */
  | { readonly state: 'tooMany'; readonly atMost: number }
  /** `code`: the HTTP status; 403 where a right is missing. */
  | { readonly state: 'failed'; readonly code: number };

/** What is known of a cluster at one moment. */
export interface Facts {
  readonly readings: ReadonlyMap<FactName, Reading>;
  /** When it was read; milliseconds since 1970. */
  readonly now: number;
}

/** A kind that nobody read is not there. */
export function readingOf({ readings }: Facts, name: FactName): Reading {
  return readings.get(name) ?? { state: 'absent' };
}
