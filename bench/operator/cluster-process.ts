import { createKubernetesClient, nodeTransport } from '@archipelago/kube-client';
import { startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { sandboxConnection } from '../../packages/archipelago/src/cli/commands/sandbox/sandbox-connection.ts';
import { hyperConvergedDefinition } from '../../packages/archipelago/src/config/crd.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import {
  createDefinitions,
  createNamespace,
  createNodes,
} from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { startOperandControllers } from '../../packages/archipelago/src/simulation/actors/operand-controller.ts';
import { customResourceDefinition } from '../../packages/archipelago/src/simulation/definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../packages/archipelago/src/simulation/definitions/sandbox-definitions.ts';
import { benchNode } from './bench-node.ts';

/** The namespace of the operator under measurement. */
export const namespace = 'kubevirt-hyperconverged';

/** What the cluster's process tells when it is ready. */
export interface ClusterReady {
  readonly ready: {
    readonly url: string;
    readonly ca: string;
    readonly adminToken: string;
    readonly operatorKubeconfig: string;
  };
}

/** What the bench asks of the cluster's process. */
export type ClusterRequest =
  | { readonly do: 'requests' }
  | { readonly do: 'nodes'; readonly count: number }
  | { readonly do: 'stop' };

/** The operator's requests since the last time, as `GET /api/v1/nodes`; or that the nodes are there. */
export type ClusterAnswer = { readonly requests: readonly string[] } | { readonly created: number };

const operatorUser = 'bench-operator';

/** Runs the embedded cluster with the operands' simulated controllers, and counts what the operator asks of it. */
export async function runClusterProcess(): Promise<void> {
  let requests: string[] = [];
  const cluster = await startEmbeddedCluster({
    history: 20_000,
    onRequest: ({ user, method, path, query }) => {
      if (user === operatorUser) requests.push(`${query.includes('watch=') ? 'WATCH' : method} ${path}`);
    },
  });
  const client = createKubernetesClient({ transport: nodeTransport(sandboxConnection(cluster, namespace)) });
  await createNamespace(client, namespace);
  const { definitions } = sandboxDefinitions('kubernetes');
  await createDefinitions(client, [
    ...definitions.map(customResourceDefinition),
    hyperConvergedDefinition(settings),
  ]);
  const base = [0, 1, 2].map((index) => benchNode(`cp-${index}`, 'amd64', 'control-plane'));
  await createNodes(client, [
    ...base,
    ...['amd64', 'amd64', 'arm64'].map((arch, index) => benchNode(`base-${index}`, arch, 'worker')),
  ]);
  const operands = startOperandControllers({
    client,
    delayMs: 0,
    onProblem: (problem) => console.error(problem),
  });
  const send = (message: ClusterReady | ClusterAnswer) => process.send?.(message);
  const answer = async (request: ClusterRequest): Promise<void> => {
    switch (request.do) {
      case 'requests':
        send({ requests });
        requests = [];
        return;
      case 'nodes':
        await createNodes(
          client,
          Array.from({ length: request.count }, (_, index) => benchNode(`bulk-${index}`, 'amd64', 'worker')),
        );
        send({ created: request.count });
        return;
      case 'stop':
        await operands.stop();
        client.close();
        await cluster.stop();
        process.disconnect();
    }
  };
  process.on('message', (request: ClusterRequest) => void answer(request));
  const token = cluster.addUser({ name: operatorUser, groups: ['system:masters', 'system:authenticated'] });
  const { url, caCertificate = '', adminToken } = cluster;
  send({ ready: { url, ca: caCertificate, adminToken, operatorKubeconfig: cluster.kubeconfig(token) } });
}
