/** A value that knows where it was written, so that errors can say so. */
export interface Origin {
  /** File the entry is from. */
  readonly file: string;
  /** `clusters[0].cluster`. */
  readonly field: string;
}

/** One cluster entry. Paths are absolute or relative to the working directory, never to the file. */
export interface ClusterEntry {
  readonly origin: Origin;
  readonly server: string;
  readonly caData?: string | undefined;
  readonly caFile?: string | undefined;
  readonly insecure: boolean;
  readonly serverName?: string | undefined;
  readonly proxyUrl?: string | undefined;
}

/** A credential plugin. */
export interface ExecEntry {
  readonly apiVersion: 'client.authentication.k8s.io/v1' | 'client.authentication.k8s.io/v1beta1';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
}

/** Whom requests are made as, with the user's own credentials. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** One user entry. */
export interface UserEntry {
  readonly origin: Origin;
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly certData?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyData?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly exec?: ExecEntry | undefined;
  readonly impersonate?: Impersonation | undefined;
  /** Ways to sign in that no API server accepts any more, as written. */
  readonly unsupported?: 'username' | 'password' | 'auth-provider' | undefined;
}

/** One context entry. */
export interface ContextEntry {
  readonly origin: Origin;
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string | undefined;
}

/** What one file, or several merged, say. */
export interface Kubeconfig {
  /** Files it came from, in order. */
  readonly files: readonly string[];
  readonly currentContext: string;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
}

/**
 * Merges files as kubectl does: the first file that sets the current context wins, and for each
 * name the first file that has an entry of that name, whole; nothing is mixed from two entries.
 */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  return {
    files: configs.flatMap((config) => config.files),
    currentContext: configs.find((config) => config.currentContext !== '')?.currentContext ?? '',
    clusters: firstOfEachName(configs.map((config) => config.clusters)),
    users: firstOfEachName(configs.map((config) => config.users)),
    contexts: firstOfEachName(configs.map((config) => config.contexts)),
  };
}

function firstOfEachName<T>(maps: readonly ReadonlyMap<string, T>[]): ReadonlyMap<string, T> {
  return new Map(maps.toReversed().flatMap((map) => [...map]));
}
