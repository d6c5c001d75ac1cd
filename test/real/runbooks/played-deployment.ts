import { isJsonObject, numberAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { eventually } from '../../support/eventually.ts';
import { type FurnishedCluster, furnishedSandboxes, operatorNamespace } from '../furnished-cluster.ts';
import { installOperator } from '../install-operator.ts';
import { leads, type OperatorProcess, startOperatorProcess } from '../operator-process.ts';

/** A cluster whose operator is a process of its own. */
interface PlayedCluster {
  readonly kubeconfig: string;
  output(): string;
  stop(): Promise<void>;
}

const deployments: Resource = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
};
const name = { namespace: operatorNamespace, name: 'archipelago-operator' };
const pauseMs = 200;

/** Of a lease that is soon free for another. */
const election = [
  ...['--leader-elect-lease-duration', '3s', '--leader-elect-renew-deadline', '2s'],
  ...['--leader-elect-retry-period', '1s'],
];

/** The manifests, and an operator that really runs as long as its Deployment asks for replicas: it is killed when there are to be none. */
export async function startPlayedCluster(): Promise<PlayedCluster> {
  const cluster = await furnishedSandboxes.start();
  const installation = { namespace: operatorNamespace, platform: 'kubernetes', importer: 'ssp' } as const;
  const image = 'registry.example/archipelago:1';
  const kubeconfig = await installOperator(cluster.kubeconfig, { ...installation, image });
  await cluster.createHyperConverged({ spec: {} });
  const play = playDeployment(cluster, kubeconfig);
  const begun = await eventually(() => play.operator() ?? Promise.reject(new Error('not begun')), {
    pauseMs,
  });
  await begun.said(leads);
  return {
    kubeconfig: cluster.kubeconfig,
    output: () => '',
    stop: async () => {
      await play.stop();
      await cluster.stop();
    },
  };
}

function playDeployment(cluster: FurnishedCluster, kubeconfig: string) {
  let operator: OperatorProcess | undefined;
  let isStopping = false;
  async function look(): Promise<void> {
    const deployment = await cluster.get(deployments, name);
    const spec = isJsonObject(deployment?.spec) ? deployment.spec : {};
    const isWanted = (numberAt(spec, 'replicas') ?? 0) > 0;
    if (isWanted) operator ??= startOperatorProcess(kubeconfig, ...election);
    else await end();
  }
  async function end(): Promise<void> {
    await operator?.kill();
    operator = undefined;
  }
  async function goOn(): Promise<void> {
    while (!isStopping) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    await end();
  }
  const running = goOn();
  return {
    operator: () => operator,
    stop: () => {
      isStopping = true;
      return running;
    },
  };
}
