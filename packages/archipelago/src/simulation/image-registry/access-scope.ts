import type { RegistryCall } from './registry-answer.ts';
import type { Route } from './route.ts';

const actions = ['pull', 'push', 'delete'] as const;
type Action = (typeof actions)[number];

/** Actions on a repository, as tokens name them: `repository:machines/disk:pull,push`. */
export interface AccessScope {
  readonly name: string;
  readonly actions: readonly Action[];
}

/** More than any client asks for at once. */
const MOST_SCOPES = 20;

export function printScope(scope: AccessScope): string {
  return `repository:${scope.name}:${scope.actions.join(',')}`;
}

/** Reads the scopes of a token request; what is no repository's scope is left out, as token services do. */
export function parseScopes(texts: readonly string[]): readonly AccessScope[] {
  const words = texts.flatMap((text) => text.split(' ')).slice(0, MOST_SCOPES);
  return words.flatMap((word) => {
    const [, name, wanted] = /^repository:([^:]+):([a-z,]+)$/.exec(word) ?? [];
    if (name === undefined || wanted === undefined) return [];
    const named = new Set(wanted.split(','));
    return [{ name, actions: actions.filter((action) => named.has(action)) }];
  });
}

function actionsOf(method: string): readonly Action[] {
  if (method === 'GET' || method === 'HEAD') return ['pull'];
  return method === 'DELETE' ? ['delete'] : ['pull', 'push'];
}

/** What a request needs. Nothing for the base, and for a token, which is asked for with other credentials. */
export function neededScopes({ method, query }: RegistryCall, route: Route): readonly AccessScope[] {
  if (route.kind === 'base' || route.kind === 'token') return [];
  const from = route.kind === 'uploads' ? query.get('from') : null;
  const mounted: readonly AccessScope[] = from === null ? [] : [{ name: from, actions: ['pull'] }];
  return [{ name: route.name, actions: actionsOf(method) }, ...mounted];
}

/** Whether the first scopes allow what the others need. */
export function covers(granted: readonly AccessScope[], needed: readonly AccessScope[]): boolean {
  return needed.every(({ name, actions: wanted }) =>
    wanted.every((action) => granted.some((scope) => scope.name === name && scope.actions.includes(action))),
  );
}
