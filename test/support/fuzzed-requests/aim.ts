import type { Draw } from '../seeded-random.ts';
import type { FuzzedKind } from './fuzzed-kind.ts';

/** Where a request goes, and what it is about. */
export interface Aim {
  readonly draw: Draw;
  readonly kind: FuzzedKind;
  readonly collection: string;
  readonly name: string;
}
