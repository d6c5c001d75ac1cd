import type { Refusal } from '../refusals/refusal.ts';
import { refuse } from '../refusals/status.ts';
import type { ApiRequest, User } from '../requests/api-request.ts';

const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Finds the user of a bearer token. */
type TokenLookup = (token: string) => User | undefined;

function unauthorized(): Refusal {
  return refuse({ code: 401, message: 'Unauthorized', reason: 'Unauthorized' });
}

/** The caller of a request. Without a bearer token it is anonymous; an unknown token is refused. */
export function authenticate(request: ApiRequest, lookup: TokenLookup): User | Refusal {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '');
  const token = match?.[1];
  if (token === undefined) return ANONYMOUS;
  return lookup(token) ?? unauthorized();
}
