import { covers, neededScopes, printScope } from './access-scope.ts';
import { errorAnswer, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';
import type { RegistryUsers } from './registry-users.ts';
import type { Route } from './route.ts';
import type { TokenService } from './token-service.ts';

/** Who may do what. */
export type AccessControl =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'basic';
      readonly users: RegistryUsers;
      /** What everybody may do. */
      readonly anonymous: 'pull' | undefined;
    }
  | { readonly kind: 'bearer'; readonly tokens: TokenService };

const SERVICE = 'archipelago-sandbox';

function challenged(call: RegistryCall, challenge: string): RegistryAnswer {
  const answer = errorAnswer('UNAUTHORIZED', { detail: { method: call.method, path: call.path } });
  return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': challenge } };
}

function refuseBasic(call: RegistryCall, users: RegistryUsers): RegistryAnswer | undefined {
  return users.verifyBasic(call.headers.authorization) === undefined
    ? challenged(call, `Basic realm="${SERVICE}"`)
    : undefined;
}

/** Where to get a token that would do, and what is wrong with the one that was sent. */
function bearerChallenge(call: RegistryCall, route: Route, problem: string | undefined): string {
  const scopes = neededScopes(call, route).map(printScope).join(' ');
  const scope = scopes === '' ? '' : `,scope="${scopes}"`;
  const error = problem === undefined ? '' : `,error="${problem}"`;
  return `Bearer realm="${call.origin}/token",service="${SERVICE}"${scope}${error}`;
}

function refuseBearer(call: RegistryCall, route: Route, tokens: TokenService): RegistryAnswer | undefined {
  const [, token] = /^bearer +(\S+)$/i.exec(call.headers.authorization ?? '') ?? [];
  if (token === undefined) return challenged(call, bearerChallenge(call, route, undefined));
  const granted = tokens.scopesOf(token);
  if (granted === undefined) return challenged(call, bearerChallenge(call, route, 'invalid_token'));
  return covers(granted, neededScopes(call, route))
    ? undefined
    : challenged(call, bearerChallenge(call, route, 'insufficient_scope'));
}

/** The base is none: clients ask there how they are to prove themselves, and would push without a login otherwise. */
function isPull(call: RegistryCall, route: Route): boolean {
  const scopes = neededScopes(call, route);
  return (
    scopes.length > 0 &&
    isAnonymous(call.headers.authorization) &&
    scopes.every(({ actions }) => actions.every((action) => action === 'pull'))
  );
}

/** skopeo and buildah, where they have no login and the base asks for one, send a name and a password of no letters. */
function isAnonymous(header: string | undefined): boolean {
  return header === undefined || /^basic +Og==$/i.test(header);
}

/** Undefined: the request may go on. */
export function refuseAccess(
  access: AccessControl,
  call: RegistryCall,
  route: Route,
): RegistryAnswer | undefined {
  switch (access.kind) {
    case 'open':
      return undefined;
    case 'basic':
      return access.anonymous === 'pull' && isPull(call, route) ? undefined : refuseBasic(call, access.users);
    case 'bearer':
      return route.kind === 'token' ? undefined : refuseBearer(call, route, access.tokens);
  }
}
