import { createHash } from 'node:crypto';
import type { CredentialEntry } from '../credentials/credential.ts';
import type { Repository } from '../references/image-reference.ts';

/** With whose rights and whose trust a registry is asked. */
export interface RegistryAccess {
  readonly credentials: readonly CredentialEntry[];
  /** Certificates in PEM, besides the usual authorities. */
  readonly ca: string | undefined;
}

/** A request of the distribution API, before anything is known about authorization. */
export interface RegistryCall {
  readonly repository: Repository;
  /** Plain HTTP and unverified certificates are allowed. */
  readonly insecure: boolean;
  readonly access: RegistryAccess;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v2/`, or an address that the registry gave. */
  readonly target: string | URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly push?: boolean;
  /** Another repository to read from, for mounting. */
  readonly from?: string;
  /** A phrase for messages: `manifest of os:v1`. */
  readonly asked: string;
  readonly signal: AbortSignal;
  /**
   * Asked right before each request of the call; where it says no, nothing is sent, and the call is `aborted`. A signal tells of an
   * end when somebody runs to raise it: a process that was suspended finds out by its clock.
   */
  readonly isAllowed?: () => boolean;
}

/** The rights a call needs, as token services name them. */
export function scopesOf({ repository, method, push, from }: RegistryCall): readonly string[] {
  const rights = method === 'DELETE' ? 'delete,pull' : push === true ? 'pull,push' : 'pull';
  const own = `repository:${repository.repository}:${rights}`;
  return from === undefined ? [own] : [own, `repository:${from}:pull`];
}

const known = new WeakMap<RegistryAccess, string>();

/** Tells accesses apart without keeping their secrets: equal ones have one identity. */
export function identityOf(access: RegistryAccess): string {
  const found = known.get(access);
  if (found !== undefined) return found;
  const identity = createHash('sha256').update(JSON.stringify(access)).digest('base64url');
  known.set(access, identity);
  return identity;
}
