import { type JsonValue, type KubernetesObject, textAt, valueAt } from '@archipelago/apimachinery';
import { type CredentialEntry, credentialsOfSecret, findCredential } from '@archipelago/oci-registry';

/** What is known of a secret that may hold image logins; never a login itself. */
export type LoginFacts =
  | {
      readonly kind: 'logins';
      /** What they are for: `host[:port]`, or that with the start of a path. */
      readonly scopes: readonly string[];
    }
  | { readonly kind: 'useless'; readonly reason: string; readonly fix: string };

const loginTypes = ['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'];

/** Reads a Secret of the cluster. */
export function loginFacts(secret: KubernetesObject): LoginFacts {
  const type = textAt(secret, 'type') || 'Opaque';
  if (!loginTypes.includes(type))
    return {
      kind: 'useless',
      reason: `is of type ${type}, not ${loginTypes[0]}`,
      fix: 'make it anew with kubectl create secret docker-registry',
    };
  const parsed = credentialsOfSecret(secret, '');
  return parsed.kind === 'refused'
    ? { kind: 'useless', reason: `cannot be read: ${parsed.field} ${parsed.reason}`, fix: parsed.fix }
    : { kind: 'logins', scopes: parsed.value.map(({ scope }) => scope) };
}

/** What was read of an object that keeps the facts of its secret: while it is the same, so are they. */
const alreadyRead = new WeakMap<KubernetesObject, LoginFacts>();

/** The facts that a mirrored Secret keeps, under `logins`. */
export function keptLoginFacts(secret: KubernetesObject): LoginFacts {
  const facts =
    alreadyRead.get(secret) ?? (secret.logins === undefined ? loginFacts(secret) : factsIn(secret));
  alreadyRead.set(secret, facts);
  return facts;
}

function factsIn(secret: KubernetesObject): LoginFacts {
  if (textAt(secret, 'logins', 'kind') === 'logins') {
    const scopes = valueAt(secret, 'logins', 'scopes');
    const list: readonly JsonValue[] = Array.isArray(scopes) ? scopes : [];
    return { kind: 'logins', scopes: list.filter((scope) => typeof scope === 'string') };
  }
  const [reason, fix] = [textAt(secret, 'logins', 'reason'), textAt(secret, 'logins', 'fix')];
  return { kind: 'useless', reason, fix };
}

/** Whether one of them is for a repository, `registry/path`; a secret that is empty on purpose means that none is needed. */
export function hasLoginFor(scopes: readonly string[], repository: string): boolean {
  const [registry = '', ...path] = repository.split('/');
  const entries = scopes.map((scope): CredentialEntry => ({ scope, credential: noCredential }));
  return (
    scopes.length === 0 || findCredential(entries, { registry, repository: path.join('/') }) !== undefined
  );
}

const noCredential = { kind: 'registryToken', token: '' } as const;
