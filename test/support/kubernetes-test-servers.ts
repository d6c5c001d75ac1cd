import { type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import {
  type KubernetesClient,
  loadConnection,
  nodeTransport,
  type Resource,
} from '@archipelago/kube-client';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { hyperConvergeds, nodes } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { sandboxDefinitions } from '../../packages/archipelago/src/simulation/definitions/sandbox-definitions.ts';
import {
  type KubernetesOptions,
  type RealKubernetes,
  startKubernetes,
} from '../kubernetes/start-kubernetes.ts';
import { adminClient, type TestServer, type TestServers } from './test-servers.ts';
import { until } from './until.ts';

/** Whose rules the operator runs under. */
const operatorGroups = ['system:masters'];

/**
 * Real Kubernetes servers, one per platform: starting one and its definitions takes seconds, so worlds follow each other on it,
 * each leaving it without objects. The definitions stay.
 */
export function kubernetesServers(options: KubernetesOptions = {}): TestServers {
  const started = new Map<string, Promise<RealKubernetes>>();
  return {
    name: 'kubernetes',
    areSeparate: false,
    lease: async (platform) => {
      const running = started.get(platform) ?? startKubernetes(options);
      started.set(platform, running);
      return leaseOf(await running);
    },
    stop: async () => {
      const all = await Promise.allSettled(started.values());
      await Promise.all(all.map(async (each) => each.status === 'fulfilled' && (await each.value.stop())));
    },
  };
}

async function leaseOf(kubernetes: RealKubernetes): Promise<TestServer> {
  const { adminKubeconfig } = kubernetes;
  const operator = await kubernetes.kubeconfig('operator', operatorGroups);
  const connections = {
    admin: await loadConnection({ kubeconfig: adminKubeconfig }),
    operator: await loadConnection({ kubeconfig: operator }),
  };
  const server: TestServer = {
    name: 'kubernetes',
    hurry: 20,
    lookMs: 25,
    admin: () => nodeTransport(connections.admin),
    operator: () => nodeTransport(connections.operator),
    restart: (certificate) => kubernetes.restartApiServer({ certificate }),
    compact: () => kubernetes.compact(),
    release: () => empty(server),
  };
  return server;
}

const events: Resource = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };
const leases: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
};

interface Leftover {
  readonly resource: Resource;
  readonly isOfTests: (object: KubernetesObject) => boolean;
}

const leftovers: readonly Leftover[] = [
  { resource: hyperConvergeds, isOfTests: () => true },
  // among ServiceAccounts and ClusterRoles there are the cluster's own
  ...operands.map((operand) => ({
    resource: operand,
    isOfTests: ({ metadata }: KubernetesObject) =>
      operand.reportsConditions || metadata.name === operand.name('kubevirt-hyperconverged'),
  })),
  { resource: nodes, isOfTests: () => true },
  ...sandboxDefinitions('openshift').instances.map(({ definition, object }) => ({
    resource: definition,
    isOfTests: ({ metadata }: KubernetesObject) => metadata.name === valueAt(object, 'metadata', 'name'),
  })),
  { resource: events, isOfTests: () => true },
  { resource: leases, isOfTests: ({ metadata }) => metadata.namespace?.startsWith('kube-') !== true },
];

/** Removes what worlds make, whatever holds it. */
export async function empty(server: TestServer): Promise<void> {
  const client = adminClient(server);
  try {
    await until(
      async () => {
        const found = await Promise.all(leftovers.map((leftover) => removeSome(client, leftover)));
        return found.every((count) => count === 0);
      },
      { tell: () => 'the objects of the last test do not go away' },
    );
  } finally {
    client.close();
  }
}

/** How many objects there still were. */
async function removeSome(client: KubernetesClient, { resource, isOfTests }: Leftover): Promise<number> {
  const listed = await client.list(resource);
  const objects = listed.ok ? listed.value.items.filter(isOfTests) : [];
  await Promise.all(
    objects.map(async ({ metadata }) => {
      if ((metadata.finalizers ?? []).length > 0)
        await client.patch(resource, metadata, { type: 'merge', body: { metadata: { finalizers: null } } });
      await client.delete(resource, metadata, { propagation: 'Background' });
    }),
  );
  return objects.length;
}
