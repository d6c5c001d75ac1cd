import type { Advice } from '../../advice/advice.ts';
import { flagAdvice } from '../../advice/flag-advice.ts';
import { isUnreachable } from '../../cluster/unreachable-error.ts';
import { isUsageError } from '../../process/io.ts';
import type { StatusPart } from './status-schema.ts';

/** A part that could not be looked at. */
type Unknown = Pick<StatusPart, 'state' | 'summary' | 'problems'> & { readonly state: 'unknown' };

export function unknown(message: string, fix?: string): Unknown {
  const problem = fix === undefined ? { message } : { message, fix };
  return { state: 'unknown', summary: 'could not be looked at', problems: [problem] };
}

/** What `look` finds, or why it could not look: a part that is not there or may not be read holds no other up. */
export async function lookedAt<T>(look: () => Promise<T>, advice: Advice = flagAdvice): Promise<T | Unknown> {
  try {
    return await look();
  } catch (error) {
    if (isUnreachable(error) || isUsageError(error)) return unknown(error.say(advice));
    throw error;
  }
}
