import { randomInt, randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '@archipelago/apimachinery';
import { builtInTypes } from './built-in/built-in-types.ts';
import type { ServerCertificates } from './certificates/create-certificates.ts';
import { printKubeconfig } from './certificates/print-kubeconfig.ts';
import { EmbeddedServer, type RequestLog } from './embedded-server.ts';
import type { ApiRequest, User } from './requests/api-request.ts';
import type { ApiResponse } from './requests/api-response.ts';
import type { Environment } from './resources/environment.ts';
import { listen } from './rest/http-server.ts';
import type { ContainerLogs } from './storage/container-logs.ts';
import type { ObjectStore } from './storage/object-store.ts';
import type { Outgoing, ResolveService } from './webhooks/outgoing-call.ts';
import { postJson } from './webhooks/post-json.ts';
import { startWorkloads, type WorkloadOptions } from './workloads/start-workloads.ts';

interface EmbeddedClusterOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Plain HTTP instead of HTTPS. */
  readonly insecure?: boolean;
  /** Time, ids and chance; those of the machine by default. */
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
  /** How webhooks are called; over HTTPS by default. */
  readonly outgoing?: Outgoing;
  /**
   * Controllers of Deployments, jobs and so on, a scheduler, and kubelets that execute nothing; also the accounts that every namespace
   * has. Without it objects stay as they are written.
   */
  readonly workloads?: WorkloadOptions;
  /** By which workloads wait; the machine's by default. Its time is to be the environment's. */
  readonly clock?: Clock;
}

/** A running cluster. */
export interface EmbeddedCluster {
  readonly url: string;
  /** PEM; undefined for plain HTTP. */
  readonly caCertificate: string | undefined;
  readonly adminToken: string;
  readonly store: ObjectStore;
  /** What it answers as logs of pods; whoever runs pods writes them. */
  readonly logs: ContainerLogs;
  /** A kubeconfig of the administrator, or of the user of a token; commands without `-n` are about `namespace`. */
  kubeconfig(token?: string, namespace?: string): string;
  /** A new bearer token of a user. */
  addUser(user: User): string;
  /** Answers a request in this process, without a socket. The Authorization header counts. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Closes watches and sockets and ends the controllers; nothing is left running. */
  stop(): Promise<void>;
}

const MACHINE: Environment = { now: Date.now, uuid: randomUUID, random: (limit) => randomInt(limit) };
const HISTORY = 2000;

/** The library for certificates is heavy: it is loaded when it is needed. */
async function newCertificates(environment: Environment): Promise<ServerCertificates> {
  const { createCertificates } = await import('./certificates/create-certificates.ts');
  return createCertificates(environment.now(), ['127.0.0.1', 'localhost']);
}

/** Starts a Kubernetes API server in this process, on the loopback interface, with its state in memory. */
export async function startEmbeddedCluster(options: EmbeddedClusterOptions = {}): Promise<EmbeddedCluster> {
  const environment = options.environment ?? MACHINE;
  const certificates = options.insecure === true ? undefined : await newCertificates(environment);
  const server = new EmbeddedServer({
    environment,
    history: options.history ?? HISTORY,
    bookmarkMs: options.bookmarkMs,
    types: builtInTypes,
    onRequest: options.onRequest,
    checksOwners: options.checksOwners ?? false,
    outgoing: options.outgoing ?? postJson,
    resolveService: options.resolveService,
    assignsAccounts: options.workloads !== undefined,
  });
  const adminToken = server.addUser({
    name: 'kubernetes-admin',
    groups: ['system:masters', 'system:authenticated'],
  });
  const handle = (request: ApiRequest) => server.handle(request);
  const listening = await listen(handle, options.port ?? 0, certificates);
  const url = `${certificates === undefined ? 'http' : 'https'}://127.0.0.1:${listening.port}`;
  const caCertificate = certificates?.caCertificate;
  const stopWorkloads = playWorkloads(server, options, caCertificate);
  return {
    url,
    caCertificate,
    adminToken,
    store: server.state.store,
    logs: server.state.logs,
    kubeconfig: (token = adminToken, namespace = 'default') =>
      printKubeconfig({ name: 'archipelago', url, caCertificate, user: 'archipelago', token, namespace }),
    addUser: (user) => server.addUser(user),
    handle,
    async stop() {
      stopWorkloads();
      server.stop();
      await listening.close();
    },
  };
}

function playWorkloads(
  server: EmbeddedServer,
  { workloads, clock = systemClock }: EmbeddedClusterOptions,
  authority: string | undefined,
): () => void {
  if (workloads === undefined) return () => {};
  const token = server.addUser({
    name: 'system:kube-controller-manager',
    groups: ['system:masters', 'system:authenticated'],
  });
  const { store } = server.state;
  return startWorkloads(
    { store, clock, token, authority, handle: (request) => server.handle(request) },
    workloads,
  );
}
