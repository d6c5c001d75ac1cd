import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createKubernetesClient,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import {
  apiServerArguments,
  createAuthority,
  etcdArguments,
  freePorts,
  type Guard,
  type KubernetesAuthority,
  type KubernetesProcess,
  startGuard,
  startProcess,
  writeMaterial,
  writeServerPair,
} from '@archipelago/kube-sandbox/real';

/** A real etcd, kube-apiserver and kube-controller-manager on loopback, with nothing in them. */
export interface RealKubernetes {
  /** `https://127.0.0.1:PORT`, the same after a restart. */
  readonly url: string;
  /** PEM. */
  readonly caCertificate: string;
  /** Everything it wrote: logs, keys. Removed by `stop`. */
  readonly folder: string;
  /** One JSON event per line, without RequestReceived; level Metadata where `auditRules` say nothing else. */
  readonly auditLog: string;
  /** User `admin` of the group `system:masters`. */
  readonly adminKubeconfig: string;
  /** Path of a kubeconfig with a client certificate for this user; made at first use. */
  kubeconfig(user: string, groups?: readonly string[]): Promise<string>;
  /** Stops the API server, runs `whileDown`, and starts it again: same state, same port. */
  restartApiServer(options?: RestartOptions): Promise<void>;
  /** Makes etcd forget its history up to now. */
  compact(): Promise<void>;
  /** Ends everything; nothing of it is left. */
  stop(): Promise<void>;
}

interface RestartOptions {
  readonly whileDown?: () => Promise<void>;
  /** `renewed`: another serving certificate, of the same authority. */
  readonly certificate?: 'same' | 'renewed';
}

export interface KubernetesOptions {
  /** Further flags of kube-apiserver. */
  readonly apiServerFlags?: readonly string[];
  /** Controllers that somebody else plays. */
  readonly without?: readonly string[];
  /** Controllers beside the usual ones. */
  readonly further?: readonly string[];
  /** Rules of the audit policy that come before the usual one. */
  readonly auditRules?: readonly object[];
}

const startMs = 60_000;
const controllers = [
  'garbage-collector-controller',
  'namespace-controller',
  'job-controller',
  'ttl-after-finished-controller',
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
  'clusterrole-aggregation-controller',
];

function auditPolicy({ auditRules = [] }: KubernetesOptions): object {
  return {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [...auditRules, { level: 'Metadata' }],
  };
}

/**
 * Starts them on free ports with certificates of their own, RBAC and an audit log, and resolves when the API is ready
 * and service accounts are made. The programs are those of the folder KUBEBUILDER_ASSETS, which `npm run test:real`
 * sets; see kubernetes-programs.ts.
 */
export async function startKubernetes(options: KubernetesOptions = {}): Promise<RealKubernetes> {
  const programs = process.env.KUBEBUILDER_ASSETS;
  if (programs === undefined || programs === '')
    throw new Error(
      'KUBEBUILDER_ASSETS is not set; run this by npm run test:real, which builds the programs',
    );
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-kubernetes-'));
  const guard = startGuard(folder);
  const place = { programs, folder, guard };
  try {
    return await start(place, options);
  } catch (error) {
    await guard.finish();
    throw error;
  }
}

interface Place {
  readonly programs: string;
  readonly folder: string;
  readonly guard: Guard;
}

interface Server extends Place {
  readonly authority: KubernetesAuthority;
  readonly etcdUrl: string;
  readonly url: string;
  readonly flags: readonly string[];
}

async function start(place: Place, options: KubernetesOptions): Promise<RealKubernetes> {
  const { apiServerFlags = [] } = options;
  const { folder, guard } = place;
  const [etcdPort, peerPort, port] = await freePorts(3);
  const authority = await createAuthority();
  const url = `https://127.0.0.1:${port}`;
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const server: Server = { ...place, authority, url, etcdUrl, flags: apiServerFlags };
  await writeMaterial(folder, authority);
  writeFileSync(join(folder, 'audit-policy.json'), JSON.stringify(auditPolicy(options)));
  const etcd = startProcess(place, 'etcd', etcdArguments(folder, etcdUrl, `http://127.0.0.1:${peerPort}`));
  await etcd.until(async () => (await fetch(`${etcdUrl}/health`)).ok, startMs);
  const kubeconfig = kubeconfigWriter(server);
  const adminKubeconfig = await kubeconfig('admin', ['system:masters']);
  const admin = await clientOf(adminKubeconfig);
  let apiServer = await startApiServer(server, admin);
  const manager = await startManager(
    server,
    await kubeconfig('kube-controller-manager', ['system:masters']),
    options,
  );
  const path = awaited(options);
  await manager.until(async () => (await admin.raw({ method: 'GET', path })).ok, startMs);
  return {
    url,
    caCertificate: authority.certificate,
    folder,
    auditLog: join(folder, 'audit.log'),
    adminKubeconfig,
    kubeconfig,
    restartApiServer: async ({ whileDown, certificate = 'same' } = {}) => {
      // its watches would keep it for a minute; a crash does not wait for them either
      await apiServer.stop(500);
      if (certificate === 'renewed') await writeServerPair(folder, authority);
      await whileDown?.();
      apiServer = await startApiServer(server, admin);
    },
    compact: () => compact(etcdUrl),
    stop: async () => {
      admin.close();
      await Promise.all([manager.stop(), apiServer.stop()]);
      await etcd.stop();
      await guard.finish();
    },
  };
}

/** What is there as soon as others can work with the cluster. */
function awaited({ without = [] }: KubernetesOptions): string {
  const namespace = '/api/v1/namespaces/default';
  return without.includes('serviceaccount-controller') ? namespace : `${namespace}/serviceaccounts/default`;
}

async function startApiServer(server: Server, admin: KubernetesClient): Promise<KubernetesProcess> {
  const { folder, etcdUrl, url, flags } = server;
  const apiServer = startProcess(server, 'kube-apiserver', [
    ...apiServerArguments(folder, etcdUrl, url),
    `--audit-policy-file=${join(folder, 'audit-policy.json')}`,
    `--audit-log-path=${join(folder, 'audit.log')}`,
    ...flags,
  ]);
  await apiServer.until(async () => (await admin.raw({ method: 'GET', path: '/readyz' })).ok, startMs);
  return apiServer;
}

async function startManager(
  server: Server,
  kubeconfig: string,
  { without = [], further = [] }: KubernetesOptions,
): Promise<KubernetesProcess> {
  const { folder } = server;
  return startProcess(server, 'kube-controller-manager', [
    `--kubeconfig=${kubeconfig}`,
    `--controllers=${[...controllers, ...further].filter((name) => !without.includes(name)).join(',')}`,
    '--leader-elect=false',
    '--secure-port=0',
    `--service-account-private-key-file=${join(folder, 'accounts.key')}`,
    `--root-ca-file=${join(folder, 'ca.crt')}`,
  ]);
}

async function clientOf(kubeconfig: string): Promise<KubernetesClient> {
  const connection = await loadConnection({ kubeconfig });
  return createKubernetesClient({ transport: nodeTransport(connection), userAgent: 'test-set-up' });
}

function kubeconfigWriter({ folder, url, authority }: Server): RealKubernetes['kubeconfig'] {
  const written = new Map<string, Promise<string>>();
  const write = async (user: string, groups: readonly string[]) => {
    const pair = await authority.client(user, groups);
    const path = join(folder, 'users', `${user.replaceAll(/[^\w.-]/g, '_')}-${written.size}.json`);
    mkdirSync(join(folder, 'users'), { recursive: true });
    const config = kubeconfigOf({ url, ca: authority.certificate, user, ...pair });
    writeFileSync(path, JSON.stringify(config, undefined, 2), { mode: 0o600 });
    return path;
  };
  return (user, groups = []) => {
    const key = JSON.stringify([user, groups]);
    const known = written.get(key) ?? write(user, groups);
    written.set(key, known);
    return known;
  };
}

interface UserConfig {
  readonly url: string;
  readonly ca: string;
  readonly user: string;
  readonly certificate: string;
  readonly privateKey: string;
}

function kubeconfigOf({ url, ca, user, certificate, privateKey }: UserConfig): object {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const name = 'kubernetes';
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': base64(ca) } }],
    contexts: [{ name, context: { cluster: name, user } }],
    users: [
      {
        name: user,
        user: { 'client-certificate-data': base64(certificate), 'client-key-data': base64(privateKey) },
      },
    ],
  };
}

/** Through etcd's JSON gateway; the current revision stays. */
async function compact(etcdUrl: string): Promise<void> {
  const ask = async (path: string, body: object): Promise<string> => {
    const response = await fetch(`${etcdUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`etcd ${path}: ${response.status} ${text}`);
    return text;
  };
  const key = Buffer.from('/').toString('base64');
  const [, revision] = /"revision":"(\d+)"/.exec(await ask('/v3/kv/range', { key, keys_only: true })) ?? [];
  await ask('/v3/kv/compaction', { revision, physical: true });
}
