import { isJsonObject, type JsonObject, parseJson } from '@archipelago/apimachinery';
import type { Refusal } from '../refusals/refusal.ts';
import { badRequest } from '../refusals/status.ts';

/** Where a list goes on: after the object `namespace/name`, at a revision (-1: whatever is there now). */
export interface ContinueToken {
  readonly revision: number;
  readonly after: string;
}

const VERSION = 'meta.k8s.io/v1';

function invalidToken(problem: string): Refusal {
  return badRequest(`invalid continue token: continue key is not valid: ${problem}`);
}

export function printContinueToken(token: ContinueToken): string {
  const text = JSON.stringify({ v: VERSION, rv: token.revision, start: token.after });
  return Buffer.from(text).toString('base64url');
}

/** Reads a token; anything this server did not make is refused. */
export function parseContinueToken(text: string): ContinueToken | Refusal {
  const { v: version, rv: revision, start } = decoded(text) ?? {};
  if (typeof version !== 'string') return invalidToken('illegal base64 data or unknown encoding');
  if (version !== VERSION) return invalidToken(`server does not recognize this encoded version ${version}`);
  if (typeof revision !== 'number' || typeof start !== 'string' || start === '')
    return invalidToken('illegal base64 data or unknown encoding');
  return start.split('/').includes('..') ? invalidToken(start) : { revision, after: start };
}

function decoded(text: string): JsonObject | undefined {
  try {
    const value = parseJson(Buffer.from(text, 'base64url').toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
