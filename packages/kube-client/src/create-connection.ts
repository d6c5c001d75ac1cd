import type { Clock } from '@archipelago/apimachinery';
import type { Connection, Headers, TlsMaterial } from './connection.ts';
import { CredentialError } from './credential-error.ts';
import { type CredentialPlugin, createCredentialPlugin, type PluginCredential } from './exec-credential.ts';
import type { Impersonation, Origin, UserEntry } from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { LocalMachine } from './local-machine.ts';
import { createRotatingFile, type RotatingFile } from './rotating-file.ts';
import type { SelectedContext } from './select-context.ts';

/** Turns a selected context into a connection. Files and plugins are read when a request needs them. */
export function createConnection(selected: SelectedContext, machine: LocalMachine, clock: Clock): Connection {
  const { cluster, user, server, namespace } = selected;
  const sources = sourcesOf(selected, machine, clock);
  let tls: TlsMaterial = { insecure: false };
  return {
    server,
    namespace,
    async material() {
      const plugin = (await sources.plugin?.get()) ?? {};
      const next: TlsMaterial = {
        ca: await sources.ca(),
        cert: (await sources.cert()) ?? plugin.cert,
        key: (await sources.key()) ?? plugin.key,
        serverName: cluster.serverName,
        insecure: cluster.insecure,
      };
      tls = sameTls(tls, next) ? tls : next;
      const token = await tokenOf(user, sources, plugin);
      const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      return { headers: { ...authorization, ...impersonationHeaders(user?.impersonate) }, tls };
    },
    refused() {
      sources.tokenFile?.forget();
      sources.plugin?.forget();
      return sources.tokenFile !== undefined || sources.plugin !== undefined;
    },
  };
}

type TextSource = () => Promise<string | undefined>;

interface Sources {
  readonly ca: TextSource;
  readonly cert: TextSource;
  readonly key: TextSource;
  readonly tokenFile: RotatingFile | undefined;
  readonly plugin: CredentialPlugin | undefined;
}

function sourcesOf(selected: SelectedContext, machine: LocalMachine, clock: Clock): Sources {
  const { cluster, user } = selected;
  const source = (pem: EmbeddedPem, path: string | undefined): TextSource => {
    const embedded = decodePem(pem);
    if (embedded !== undefined || path === undefined) {
      return async () => embedded;
    }
    const file = createRotatingFile(machine, clock, path);
    return () => file.read();
  };
  const ca = { data: cluster.caData, origin: cluster.origin, field: 'certificate-authority-data' };
  if (user === undefined) {
    const none: TextSource = async () => undefined;
    return { ca: source(ca, cluster.caFile), cert: none, key: none, tokenFile: undefined, plugin: undefined };
  }
  const { origin, token, tokenFile } = user;
  // A token makes the plugin needless, as in client-go.
  const exec = (token ?? tokenFile) === undefined ? user.exec : undefined;
  return {
    ca: source(ca, cluster.caFile),
    cert: source({ data: user.certData, origin, field: 'client-certificate-data' }, user.certFile),
    key: source({ data: user.keyData, origin, field: 'client-key-data' }, user.keyFile),
    tokenFile: tokenFile === undefined ? undefined : createRotatingFile(machine, clock, tokenFile),
    plugin: exec === undefined ? undefined : createCredentialPlugin(machine, clock, { exec, cluster }),
  };
}

interface EmbeddedPem {
  readonly data: string | undefined;
  readonly origin: Origin;
  readonly field: string;
}

function decodePem({ data, origin, field }: EmbeddedPem): string | undefined {
  if (data === undefined) {
    return undefined;
  }
  const text = /^[A-Za-z0-9+/\s]*=*\s*$/.test(data) ? Buffer.from(data, 'base64').toString('utf8') : '';
  if (!text.includes('-----BEGIN ')) {
    throw new KubeconfigError({
      file: origin.file,
      field: `${origin.field}.${field}`,
      reason: 'is not a PEM text in base64',
      fix: `write the output of "base64 -w0 FILE", or the file's path as ${field.replace(/-data$/, '')}`,
    });
  }
  return text;
}

/** The token file stands over the token, which stands in while the file cannot be read (as in client-go). */
async function tokenOf(
  user: UserEntry | undefined,
  { tokenFile }: Sources,
  plugin: PluginCredential,
): Promise<string | undefined> {
  if (tokenFile === undefined) {
    return user?.token ?? plugin.token;
  }
  try {
    return (await tokenFile.read()).trim();
  } catch (error) {
    if (user?.token !== undefined && error instanceof CredentialError) {
      return user.token;
    }
    throw error;
  }
}

function sameTls(a: TlsMaterial, b: TlsMaterial): boolean {
  return (
    a.ca === b.ca &&
    a.cert === b.cert &&
    a.key === b.key &&
    a.serverName === b.serverName &&
    a.insecure === b.insecure
  );
}

function impersonationHeaders(impersonate: Impersonation | undefined): Headers {
  if (impersonate === undefined) {
    return {};
  }
  const { user, uid, groups, extra } = impersonate;
  const extras = Object.entries(extra).map(([key, values]): [string, readonly string[]] => [
    `Impersonate-Extra-${encodeURIComponent(key)}`,
    values,
  ]);
  return {
    'Impersonate-User': user,
    ...(uid === undefined ? {} : { 'Impersonate-Uid': uid }),
    ...(groups.length === 0 ? {} : { 'Impersonate-Group': groups }),
    ...Object.fromEntries(extras),
  };
}
