import type { JsonValue } from '@archipelago/apimachinery';
import { FieldReader } from './field-reader.ts';
import type {
  ClusterEntry,
  ContextEntry,
  ExecEntry,
  Impersonation,
  Kubeconfig,
  UserEntry,
} from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';

/** How a path written in a kubeconfig becomes one that can be opened: relative to the file's folder. */
type ResolvePath = (path: string) => string;

/**
 * Reads one kubeconfig from its YAML already parsed. Throws a KubeconfigError for what kubectl
 * refuses too: another kind, values of another type, two entries of one name.
 */
export function parseKubeconfig(file: string, document: JsonValue, resolvePath: ResolvePath): Kubeconfig {
  const root = new FieldReader(file, '', document);
  const kind = root.text('kind') ?? 'Config';
  const apiVersion = root.text('apiVersion') ?? 'v1';
  if (kind !== 'Config' || apiVersion !== 'v1') {
    throw new KubeconfigError({
      file,
      field: kind === 'Config' ? 'apiVersion' : 'kind',
      value: kind === 'Config' ? apiVersion : kind,
      reason: 'is no kubeconfig, which has apiVersion v1 and kind Config',
      fix: 'name the kubeconfig instead of this file',
    });
  }
  return {
    files: [file],
    currentContext: root.text('current-context') ?? '',
    clusters: entries(root, 'clusters', (named) => clusterEntry(named.object('cluster'), resolvePath)),
    users: entries(root, 'users', (named) => userEntry(named.object('user'), resolvePath)),
    contexts: entries(root, 'contexts', (named) => contextEntry(named.object('context'))),
  };
}

function entries<T>(
  root: FieldReader,
  list: string,
  read: (named: FieldReader) => T,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const named of root.objects(list)) {
    const name = named.requiredText('name', `give the entry of ${list} a name`);
    if (found.has(name)) {
      throw new KubeconfigError({
        file: root.file,
        field: named.path('name'),
        value: name,
        reason: `is the name of an earlier entry of ${list} too`,
        fix: 'rename or remove one of them',
      });
    }
    found.set(name, read(named));
  }
  return found;
}

function originOf({ file, field }: FieldReader) {
  return { file, field };
}

function clusterEntry(cluster: FieldReader, resolvePath: ResolvePath): ClusterEntry {
  return {
    origin: originOf(cluster),
    server: cluster.text('server') ?? '',
    caData: cluster.text('certificate-authority-data'),
    caFile: pathOf(cluster, 'certificate-authority', resolvePath),
    insecure: cluster.flag('insecure-skip-tls-verify'),
    serverName: cluster.text('tls-server-name'),
    proxyUrl: cluster.text('proxy-url'),
  };
}

function userEntry(user: FieldReader, resolvePath: ResolvePath): UserEntry {
  const unsupported = (['auth-provider', 'username', 'password'] as const).find((name) => user.has(name));
  return {
    origin: originOf(user),
    token: user.text('token'),
    tokenFile: pathOf(user, 'tokenFile', resolvePath),
    certData: user.text('client-certificate-data'),
    certFile: pathOf(user, 'client-certificate', resolvePath),
    keyData: user.text('client-key-data'),
    keyFile: pathOf(user, 'client-key', resolvePath),
    exec: user.has('exec') ? execEntry(user.object('exec'), resolvePath) : undefined,
    impersonate: impersonation(user),
    unsupported,
  };
}

function contextEntry(context: FieldReader): ContextEntry {
  return {
    origin: originOf(context),
    cluster: context.text('cluster') ?? '',
    user: context.text('user') ?? '',
    namespace: context.text('namespace'),
  };
}

function execEntry(exec: FieldReader, resolvePath: ResolvePath): ExecEntry {
  const command = exec.requiredText('command', 'name the credential plugin to run');
  const env = exec
    .objects('env')
    .map((variable): [string, string] => [
      variable.requiredText('name', 'give the environment variable a name'),
      variable.text('value') ?? '',
    ]);
  if (exec.text('interactiveMode') === 'Always') {
    throw new KubeconfigError({
      file: exec.file,
      field: exec.path('interactiveMode'),
      value: 'Always',
      reason: 'asks for a terminal, which plugins are not given here',
      fix: 'use a plugin that works without one (interactiveMode IfAvailable or Never)',
    });
  }
  return {
    apiVersion: execVersion(exec),
    // A bare name is looked up in PATH; one with a slash is relative to the file.
    command: /[/\\]/.test(command) ? resolvePath(command) : command,
    args: exec.texts('args'),
    env: Object.fromEntries(env),
    installHint: exec.text('installHint') ?? '',
    provideClusterInfo: exec.flag('provideClusterInfo'),
  };
}

function execVersion(exec: FieldReader): ExecEntry['apiVersion'] {
  const version = exec.requiredText('apiVersion', 'write client.authentication.k8s.io/v1');
  switch (version) {
    case 'client.authentication.k8s.io/v1':
    case 'client.authentication.k8s.io/v1beta1':
      return version;
    default:
      throw new KubeconfigError({
        file: exec.file,
        field: exec.path('apiVersion'),
        value: version,
        reason: 'is no version of credential plugins that is spoken here',
        fix: 'use a plugin of client.authentication.k8s.io/v1 or v1beta1',
      });
  }
}

function impersonation(user: FieldReader): Impersonation | undefined {
  const as = user.text('as');
  const groups = user.texts('as-groups');
  const uid = user.text('as-uid');
  const extra = user.object('as-user-extra');
  if (as === undefined) {
    if (groups.length > 0 || uid !== undefined || extra.names().length > 0) {
      user.requiredText('as', 'name the user to impersonate, or remove as-groups, as-uid and as-user-extra');
    }
    return undefined;
  }
  return {
    user: as,
    uid,
    groups,
    extra: Object.fromEntries(extra.names().map((name) => [name, extra.texts(name)])),
  };
}

function pathOf(reader: FieldReader, name: string, resolvePath: ResolvePath): string | undefined {
  const path = reader.text(name);
  return path === undefined ? undefined : resolvePath(path);
}
