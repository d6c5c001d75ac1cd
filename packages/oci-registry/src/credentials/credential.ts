import type { Repository } from '../references/image-reference.ts';

/** How a registry is told who asks. */
export type Credential =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** A refresh token that the registry's token service takes instead of a password. */
  | { readonly kind: 'identityToken'; readonly token: string }
  /** A token that is sent as it is. */
  | { readonly kind: 'registryToken'; readonly token: string };

/** A credential and what it is for: `host[:port]`, or that with the first components of a repository's path. */
export interface CredentialEntry {
  readonly scope: string;
  readonly credential: Credential;
}

/**
 * The credential for a repository: the entry whose scope is the longest whole-component prefix of `registry/repository`; of equal
 * scopes the first (containers-auth.json). A scope's first label may be `*`, as in Kubernetes' pull secrets, when no literal fits.
 */
export function findCredential(
  entries: readonly CredentialEntry[],
  { registry, repository }: Repository,
): Credential | undefined {
  const components = [registry, ...repository.split('/')];
  for (let length = components.length; length > 0; length -= 1) {
    const scope = components.slice(0, length).join('/');
    const found = entries.find((entry) => entry.scope === scope);
    if (found !== undefined) return found.credential;
  }
  return entries.find(({ scope }) => scope.startsWith('*.') && matchesWildcard(scope, registry, repository))
    ?.credential;
}

function matchesWildcard(scope: string, registry: string, repository: string): boolean {
  const [host = '', ...path] = scope.split('/');
  const labels = registry.split('.');
  const sameHost = labels.length > 1 && ['*', ...labels.slice(1)].join('.') === host;
  return sameHost && `${repository}/`.startsWith(path.length === 0 ? '' : `${path.join('/')}/`);
}
