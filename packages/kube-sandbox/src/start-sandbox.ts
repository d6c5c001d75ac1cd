import { type Clock, systemClock } from '@archipelago/apimachinery';
import type { ClusterExtension } from './cluster-extensions.ts';
import { Faults } from './faults/faults.ts';
import { inProcessTransport } from './in-process-transport.ts';
import type { Contents } from './persistence/checkpoint-lines.ts';
import type { Sandbox } from './sandbox.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from './start-embedded-cluster.ts';
import type { ResolveService } from './webhooks/outgoing-call.ts';
import type { WorkloadOptions } from './workloads/start-workloads.ts';

/** What a sandbox is; everything has a default. */
export interface SandboxOptions {
  /** `in-process`: no socket at all, for `transport` and `handle`. A free port of the loopback interface by default. */
  readonly listen?: 'loopback' | 'in-process';
  /** HTTPS with an authority of its own instead of plain HTTP. */
  readonly tls?: boolean;
  /** Its time, also that of its controllers and of delays; the machine's by default. */
  readonly clock?: Clock;
  /** What another sandbox held at a moment: this one goes on from there. */
  readonly from?: SandboxSnapshot;
  /** Controllers of Deployments, jobs and so on, a scheduler, and kubelets that execute nothing. */
  readonly workloads?: WorkloadOptions;
  /** Where the services are that webhooks name. */
  readonly resolveService?: ResolveService;
  /** APIs that code of yours answers, as aggregated API servers do it. */
  readonly extensions?: readonly ClusterExtension[];
  /** Admission as of kube-apiserver with OwnerReferencesPermissionEnforcement. */
  readonly checksOwners?: boolean;
}

/** All objects of a sandbox at one moment; users, tokens and open watches are no part of it. */
export interface SandboxSnapshot {
  readonly contents: Contents;
}

/** A sandbox whose server is in this process. */
export interface EmbeddedSandbox extends Sandbox {
  readonly server: 'embedded';
  /** Cheap: objects are shared, not copied. */
  snapshot(): SandboxSnapshot;
  /** Forgets all history: who resumes a watch from before gets 410. */
  compact(): void;
}

/** Starts a cluster of a test's own in this process. Any number may run side by side; they share nothing. */
export async function startSandbox(options: SandboxOptions = {}): Promise<EmbeddedSandbox> {
  const { clock = systemClock, listen = 'loopback', tls = false, from, ...rest } = options;
  const faults = new Faults(clock);
  const cluster = await startEmbeddedCluster({
    ...rest,
    clock,
    around: (handle) => faults.around(handle),
    insecure: !tls,
    ...(listen === 'in-process' ? { port: 'none' } : {}),
    ...(from === undefined ? {} : { contents: from.contents }),
  });
  return sandboxOf(cluster, faults);
}

function sandboxOf(cluster: EmbeddedCluster, faults: Faults): EmbeddedSandbox {
  return {
    server: 'embedded',
    url: cluster.url,
    caCertificate: cluster.caCertificate,
    adminToken: cluster.adminToken,
    faults,
    kubeconfig: (token, namespace) => cluster.kubeconfig(token, namespace),
    addUser: (user) => cluster.addUser(user),
    transport: (token) => inProcessTransport(cluster, token),
    handle: (request) => cluster.handle(request),
    snapshot: () => ({ contents: { revision: cluster.store.revision, changes: cluster.store.contents() } }),
    compact: () => cluster.store.compact(),
    async stop() {
      faults.stop();
      await cluster.stop();
    },
  };
}
