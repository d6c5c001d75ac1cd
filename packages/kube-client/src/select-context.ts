import type { ClusterEntry, ContextEntry, Kubeconfig, UserEntry } from './kubeconfig.ts';
import { KubeconfigError, type KubeconfigProblem } from './kubeconfig-error.ts';

/** Choices that stand over the current context, as kubectl's flags of these names. */
export interface ContextChoice {
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
}

/** One cluster, one user, one namespace. */
export interface SelectedContext {
  readonly cluster: ClusterEntry;
  /** Absent: anonymous. */
  readonly user: UserEntry | undefined;
  readonly namespace: string;
  readonly server: URL;
}

/** Finds what a context names; throws a KubeconfigError for what is missing or cannot be used. */
export function selectContext(config: Kubeconfig, choice: ContextChoice): SelectedContext {
  const { place, names } = contextOf(config, choice);
  const cluster = entryNamed(config.clusters, chosen(place, 'cluster', [choice.cluster, names.cluster]));
  const userName = chosen(place, 'user', [choice.user, names.user]);
  const user = userName.name === '' ? undefined : entryNamed(config.users, userName);
  refuseUnusable(cluster, user);
  return {
    cluster,
    user,
    namespace: choice.namespace ?? names.namespace ?? 'default',
    server: serverUrl(cluster),
  };
}

/** The context's entry, or nothing but a place for messages where flags make a context needless. */
function contextOf(
  config: Kubeconfig,
  choice: ContextChoice,
): { readonly place: Place; readonly names: Partial<ContextEntry> } {
  const current = { file: config.files.join(', '), field: 'current-context' };
  const place = choice.context === undefined ? current : flag('context');
  const name = choice.context ?? config.currentContext;
  if (name !== '') {
    const entry = entryNamed(config.contexts, { kind: 'context', name, place });
    return { place: entry.origin, names: entry };
  }
  if (choice.cluster === undefined) {
    throw new KubeconfigError({
      ...place,
      reason: 'is not set, and no context was chosen',
      fix: `choose one with --context (${known(config.contexts)})`,
    });
  }
  return { place, names: {} };
}

/** A name from a flag, else from the context, and where it was written. */
function chosen(
  context: Place,
  kind: 'cluster' | 'user',
  [fromFlag, fromContext]: readonly [string | undefined, string | undefined],
): Reference {
  return fromFlag === undefined
    ? { kind, name: fromContext ?? '', place: below(context, kind) }
    : { kind, name: fromFlag, place: flag(kind) };
}

interface Reference {
  readonly kind: string;
  readonly name: string;
  readonly place: Place;
}

type Place = Pick<KubeconfigProblem, 'file' | 'field'>;

function flag(name: string): Place {
  return { file: 'command line', field: `--${name}` };
}

function below({ file, field }: Place, name: string): Place {
  return { file, field: `${field}.${name}` };
}

function known(entries: ReadonlyMap<string, unknown>): string {
  return entries.size === 0 ? 'there is none' : `there are: ${[...entries.keys()].join(', ')}`;
}

function entryNamed<T>(entries: ReadonlyMap<string, T>, { kind, name, place }: Reference): T {
  const entry = entries.get(name);
  if (entry === undefined) {
    throw new KubeconfigError({
      ...place,
      value: name,
      reason: name === '' ? `names no ${kind}` : `no ${kind} has this name`,
      fix: `name a ${kind} (${known(entries)})`,
    });
  }
  return entry;
}

function refuseUnusable(
  { origin, proxyUrl, insecure, caData, caFile }: ClusterEntry,
  user: UserEntry | undefined,
) {
  if (proxyUrl !== undefined) {
    throw new KubeconfigError({
      ...below(origin, 'proxy-url'),
      value: proxyUrl,
      reason: 'asks for a proxy, which is not supported',
      fix: 'use a server address that can be reached directly, through a tunnel say',
    });
  }
  if (insecure && (caData ?? caFile) !== undefined) {
    throw new KubeconfigError({
      ...below(origin, 'insecure-skip-tls-verify'),
      value: 'true',
      reason: 'contradicts the certificate authority beside it',
      fix: 'remove one of the two',
    });
  }
  if (user?.unsupported !== undefined) {
    throw new KubeconfigError({
      ...below(user.origin, user.unsupported),
      reason:
        user.unsupported === 'auth-provider'
          ? 'was replaced by credential plugins in Kubernetes 1.26'
          : 'is basic authentication, which API servers refuse since Kubernetes 1.19',
      fix: 'use a token, a client certificate or a credential plugin (exec)',
    });
  }
}

function serverUrl({ server, origin }: ClusterEntry): URL {
  const place = below(origin, 'server');
  if (server === '') {
    throw new KubeconfigError({ ...place, reason: 'is missing', fix: 'write the address of the API server' });
  }
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new KubeconfigError({
      ...place,
      value: server,
      reason: 'is no address that starts with https:// or http://',
      fix: `write https://${server.replace(/^[a-z]*:\/\//, '')} say`,
    });
  }
  return url;
}
