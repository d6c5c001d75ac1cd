import { randomInt, randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '@archipelago/apimachinery';
import { builtInTypes } from './built-in/built-in-types.ts';
import type { ServerCertificates } from './certificates/create-certificates.ts';
import { printKubeconfig } from './certificates/print-kubeconfig.ts';
import type { ClusterExtension } from './cluster-extensions.ts';
import { EventExpiry } from './controllers/event-expiry.ts';
import { EmbeddedServer, type RequestLog } from './embedded-server.ts';
import type { Handle } from './faults/faults.ts';
import type { Contents } from './persistence/checkpoint-lines.ts';
import { type KeptCluster, keepIn } from './persistence/keep-in.ts';
import type { ApiRequest, User } from './requests/api-request.ts';
import type { ApiResponse } from './requests/api-response.ts';
import type { Environment } from './resources/environment.ts';
import { listen } from './rest/http-server.ts';
import type { ContainerLogs } from './storage/container-logs.ts';
import type { MemoryStore } from './storage/memory-store.ts';
import { newStore } from './storage/new-store.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { Outgoing, ResolveService } from './webhooks/outgoing-call.ts';
import { postJson } from './webhooks/post-json.ts';
import { startWorkloads, type WorkloadOptions } from './workloads/start-workloads.ts';

interface EmbeddedClusterOptions {
  /** 0, the default, takes a free port; `none`: no socket, only `handle` answers. */
  readonly port?: number | 'none';
  /** Plain HTTP instead of HTTPS. */
  readonly insecure?: boolean;
  /** Time, ids and chance; those of `clock` and of the machine by default. */
  readonly environment?: Environment;
  /** Changes remembered per resource, for watches that resume; 2000 by default. */
  readonly history?: number;
  /** Between bookmarks of a watch, in milliseconds; a minute by default. */
  readonly bookmarkMs?: number | undefined;
  /** Called after every request, with who asked and what came of it. */
  readonly onRequest?: (log: RequestLog) => void;
  /** Admission as of kube-apiserver with OwnerReferencesPermissionEnforcement, which OpenShift switches on. */
  readonly checksOwners?: boolean;
  /** Where the services are that webhooks name: there is no network of services here. Without it they cannot be called. */
  readonly resolveService?: ResolveService;
  /**
   * APIs that code of yours answers, as aggregated API servers do it: in discovery, under RBAC, and by a function for each request. What is
   * in them is not in the store.
   */
  readonly extensions?: readonly ClusterExtension[] | undefined;
  /** How webhooks are called; over HTTPS by default. */
  readonly outgoing?: Outgoing;
  /**
   * Controllers of Deployments, jobs and so on, a scheduler, and kubelets that execute nothing; also the accounts that every namespace
   * has. Without it objects stay as they are written.
   */
  readonly workloads?: WorkloadOptions;
  /** The cluster's time, and what its controllers wait by; the machine's by default. */
  readonly clock?: Clock;
  /** What stands between the server and all who ask it, the port and `handle` alike; its own controllers do without. */
  readonly around?: (handle: Handle) => Handle;
  /** Objects that are there from the beginning; in memory only. */
  readonly contents?: Contents;
  /**
   * Folder in which the cluster is kept, with its credentials; made where it is missing. What was answered outlives a kill of this
   * process. The start rejects with a DataFolderError where the folder cannot be used. In memory only by default.
   */
  readonly dataDir?: string | undefined;
  /** Called once, when what the folder held is there and before anything begins: the time may be set by it. */
  readonly onLoaded?: (store: ObjectStore) => void;
  /** Answers of writes wait until the disk has them, so that they outlive a loss of power, too; with `dataDir`. */
  readonly fsync?: boolean | undefined;
  /** What people should know about the folder: what was found damaged, what could not be written. */
  readonly onNotice?: (notice: string) => void;
}

/** A running cluster. */
export interface EmbeddedCluster {
  readonly url: string;
  /** PEM; undefined for plain HTTP. */
  readonly caCertificate: string | undefined;
  readonly adminToken: string;
  /** It goes on from what its folder held. */
  readonly isRestored: boolean;
  readonly store: ObjectStore;
  /** What it answers as logs of pods; whoever runs pods writes them. */
  readonly logs: ContainerLogs;
  /** A kubeconfig of the administrator, or of the user of a token; commands without `-n` are about `namespace`. */
  kubeconfig(token?: string, namespace?: string): string;
  /** A bearer token of a user: a new one, or with `dataDir` the one that this user had before. */
  addUser(user: User): string;
  /** Says where this process can be reached, to others that want its folder. */
  tellOthers(note: string): void;
  /** Answers a request in this process, without a socket. The Authorization header counts. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Closes watches and sockets and ends the controllers; nothing is left running. */
  stop(): Promise<void>;
}

function environmentOf({ clock = systemClock }: EmbeddedClusterOptions): Environment {
  return { now: () => clock.now(), uuid: randomUUID, random: (limit) => randomInt(limit) };
}

const HISTORY = 2000;

/** The library for certificates is heavy: it is loaded when it is needed. */
async function newCertificates(now: number): Promise<ServerCertificates> {
  const { createCertificates } = await import('./certificates/create-certificates.ts');
  return createCertificates(now, ['127.0.0.1', 'localhost']);
}

const ADMIN: User = { name: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };

/** Starts a Kubernetes API server in this process, on the loopback interface; without `dataDir` its state is in memory. */
export async function startEmbeddedCluster(options: EmbeddedClusterOptions = {}): Promise<EmbeddedCluster> {
  const { environment = environmentOf(options), history = HISTORY } = options;
  const store = newStore(history);
  const kept = keptIn(options, environment, store);
  try {
    const certificates = options.insecure === true ? undefined : await certificatesOf(kept);
    const server = serverOf(options, { environment, store, kept });
    const { around = (handle: Handle) => handle, port = 0 } = options;
    const handle = around((request) => server.handle(request));
    const listening = port === 'none' ? unheard : await listenAgain(handle, port, { kept, certificates });
    return running(server, kept, { listening, certificates, options, handle });
  } catch (error) {
    await kept?.close();
    throw error;
  }
}

/** What listens where nothing does. */
const unheard: Served['listening'] = { port: 0, close: async () => {} };

function fill(store: MemoryStore, { revision, changes }: Contents): void {
  const all: Contents['changes'] = [{ type: 'advance', revision }, ...changes];
  if (!all.every((change) => store.restore(change)))
    throw new Error('the contents of a cluster make no sense');
}

interface Begun {
  readonly environment: Environment;
  readonly store: MemoryStore;
  readonly kept: KeptCluster | undefined;
}

function serverOf(options: EmbeddedClusterOptions, { environment, store, kept }: Begun): EmbeddedServer {
  return new EmbeddedServer({
    environment,
    store,
    signingKey: kept?.signingKey,
    settle: options.fsync === true ? kept?.settle : undefined,
    bookmarkMs: options.bookmarkMs,
    types: builtInTypes,
    onRequest: options.onRequest,
    checksOwners: options.checksOwners ?? false,
    outgoing: options.outgoing ?? postJson,
    resolveService: options.resolveService,
    extensions: options.extensions,
    assignsAccounts: options.workloads !== undefined,
  });
}

function keptIn(
  { dataDir, contents, onLoaded, onNotice = () => undefined }: EmbeddedClusterOptions,
  environment: Environment,
  store: MemoryStore,
): KeptCluster | undefined {
  if (dataDir === undefined) {
    if (contents !== undefined) fill(store, contents);
    onLoaded?.(store);
    return undefined;
  }
  const kept = keepIn({ folder: dataDir, onNotice }, store, () => environment.uuid() + environment.uuid());
  onLoaded?.(store);
  return kept;
}

/** Whoever connects judges them by the clock of his machine, so this is the time that counts. */
async function certificatesOf(kept: KeptCluster | undefined): Promise<ServerCertificates> {
  const now = Date.now();
  return kept?.certificates(now) ?? kept?.keep(await newCertificates(now)) ?? (await newCertificates(now));
}

interface Served {
  readonly listening: Awaited<ReturnType<typeof listen>>;
  readonly certificates: ServerCertificates | undefined;
  readonly options: EmbeddedClusterOptions;
  readonly handle: Handle;
}

/** Where any port will do it is the last one, so that kubeconfigs stay right. */
async function listenAgain(
  handle: Handle,
  port: number,
  { kept, certificates }: Pick<Served, 'certificates'> & { readonly kept: KeptCluster | undefined },
): Promise<Served['listening']> {
  const last = port === 0 ? (kept?.port ?? 0) : 0;
  const again = last === 0 ? undefined : await listen(handle, last, certificates).catch(() => undefined);
  const listening = again ?? (await listen(handle, port, certificates));
  kept?.keepPort(listening.port);
  return listening;
}

function running(
  server: EmbeddedServer,
  kept: KeptCluster | undefined,
  { listening, certificates, options, handle }: Served,
): EmbeddedCluster {
  const adminToken = kept?.adminToken ?? server.users.add(ADMIN);
  server.users.admit(ADMIN, adminToken);
  const url = `${certificates === undefined ? 'http' : 'https'}://127.0.0.1:${listening.port}`;
  if (listening.port !== 0) server.listensAt(url);
  const caCertificate = certificates?.caCertificate;
  const stopWorkloads = playWorkloads(server, options, caCertificate);
  const expiry = eventExpiry(server, options);
  kept?.tell(`at ${url}`);
  return {
    url,
    caCertificate,
    adminToken,
    isRestored: kept?.isNew === false,
    store: server.state.store,
    logs: server.state.logs,
    kubeconfig: (token = adminToken, namespace = 'default') =>
      printKubeconfig({ name: 'archipelago', url, caCertificate, user: 'archipelago', token, namespace }),
    addUser: (user) => server.users.add(user),
    tellOthers: (note) => kept?.tell(`at ${url}, ${note}`),
    handle,
    async stop() {
      stopWorkloads();
      expiry.stop();
      server.stop();
      await listening.close();
      await kept?.close();
    },
  };
}

function eventExpiry(
  { state }: EmbeddedServer,
  { clock = systemClock }: EmbeddedClusterOptions,
): EventExpiry {
  const expiry = new EventExpiry({ store: state.store, clock, now: () => state.environment.now() });
  expiry.start();
  return expiry;
}

function playWorkloads(
  server: EmbeddedServer,
  { workloads, clock = systemClock }: EmbeddedClusterOptions,
  authority: string | undefined,
): () => void {
  if (workloads === undefined) return () => {};
  const token = server.users.add({
    name: 'system:kube-controller-manager',
    groups: ['system:masters', 'system:authenticated'],
  });
  const { store } = server.state;
  return startWorkloads(
    { store, clock, token, authority, handle: (request) => server.handle(request) },
    workloads,
  );
}
