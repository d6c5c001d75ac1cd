import { isUnreachable } from '../../../cluster/unreachable-error.ts';
import { isUsageError } from '../../../process/io.ts';

/** Why it could not be looked, where a command would end with that sentence. Throws what is a mistake of ours. */
export function problemOf(error: unknown): {
  readonly kind: 'notSeen' | 'notThere';
  readonly message: string;
} {
  if (isUnreachable(error)) return { kind: 'notSeen', message: error.message };
  if (isUsageError(error)) return { kind: 'notThere', message: error.message };
  throw error;
}
