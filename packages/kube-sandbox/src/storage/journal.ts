import type { Change } from './change.ts';

/** Where changes are written down. */
export interface Journal {
  /** Returns when the change outlives this process; throws when it cannot be written down: it is not made then. */
  append(change: Change): void;
}
