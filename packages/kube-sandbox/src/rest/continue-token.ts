import type { Refusal } from '../refusals/refusal.ts';
import { badRequest } from '../refusals/status.ts';

/** Where a list goes on: after the object `namespace/name`, at a revision (-1: whatever is there now). */
export interface ContinueToken {
  readonly revision: number;
  readonly after: string;
}

export function printContinueToken(token: ContinueToken): string {
  const text = JSON.stringify({ v: 'meta.k8s.io/v1', rv: token.revision, start: token.after });
  return Buffer.from(text).toString('base64url');
}

/** Reads a token; anything this server did not make is refused. */
export function parseContinueToken(text: string): ContinueToken | Refusal {
  const refused = badRequest('continue key is not valid: illegal base64 data or unknown encoding');
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof value !== 'object' || value === null || !('rv' in value) || !('start' in value))
      return refused;
    const { rv, start } = value;
    if (typeof rv !== 'number' || typeof start !== 'string') return refused;
    return { revision: rv, after: start };
  } catch {
    return refused;
  }
}
