import { isUnreachable } from '../../../cluster/unreachable-error.ts';
import { isUsageError } from '../../../process/io.ts';
import { forBrowsers } from './for-browsers.ts';

/** Why it could not be looked, where a command would end with that sentence. Throws what is a mistake of ours. */
export function problemOf(error: unknown): {
  readonly kind: 'notSeen' | 'notThere';
  readonly message: string;
} {
  if (isUnreachable(error)) return { kind: 'notSeen', message: error.say(forBrowsers) };
  if (isUsageError(error)) return { kind: 'notThere', message: error.say(forBrowsers) };
  throw error;
}
