import { type JsonValue, type KubernetesObject, textAt, valueAt } from '@archipelago/apimachinery';
import { type CredentialEntry, findCredential, parseDockerConfig } from '@archipelago/oci-registry';

type LoginKey = '.dockerconfigjson' | '.dockercfg';

/** What is known of a secret that may hold image logins; never a login itself. */
export type LoginFacts =
  | {
      readonly kind: 'logins';
      /** What they are for: `host[:port]`, or that with the start of a path. */
      readonly scopes: readonly string[];
      /** What they are under. */
      readonly key: LoginKey;
    }
  | { readonly kind: 'useless'; readonly reason: string; readonly fix: string };

/** Types of secrets that are logins for registries. */
const loginTypes: ReadonlyMap<string, LoginKey> = new Map([
  ['kubernetes.io/dockerconfigjson', '.dockerconfigjson'],
  ['kubernetes.io/dockercfg', '.dockercfg'],
]);

/** The logins themselves, or why a Secret is none. */
type SecretLogins =
  | { readonly kind: 'logins'; readonly key: LoginKey; readonly entries: readonly CredentialEntry[] }
  | Extract<LoginFacts, { kind: 'useless' }>;

/** The one judge of a Secret of the cluster: whatever one of another type holds, it is not for the host that a config names. */
export function loginsIn(secret: KubernetesObject): SecretLogins {
  const type = textAt(secret, 'type') || 'Opaque';
  const key = loginTypes.get(type);
  if (key === undefined)
    return {
      kind: 'useless',
      reason: `is of type ${type}; logins are of type ${[...loginTypes.keys()].join(' or ')}`,
      fix: 'make one with kubectl create secret docker-registry, and name that',
    };
  const text = Buffer.from(textAt(secret, 'data', key), 'base64').toString('utf8');
  const parsed = parseDockerConfig(text, key);
  return parsed.kind === 'refused'
    ? { kind: 'useless', reason: `cannot be read: ${parsed.field} ${parsed.reason}`, fix: parsed.fix }
    : { kind: 'logins', key, entries: parsed.value };
}

/** What may be known of a Secret. */
export function loginFacts(secret: KubernetesObject): LoginFacts {
  const found = loginsIn(secret);
  return found.kind === 'useless'
    ? found
    : { kind: 'logins', key: found.key, scopes: found.entries.map(({ scope }) => scope) };
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
    const key = textAt(secret, 'logins', 'key') === '.dockercfg' ? '.dockercfg' : '.dockerconfigjson';
    return { kind: 'logins', key, scopes: list.filter((scope) => typeof scope === 'string') };
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
