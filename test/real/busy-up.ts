import { join } from 'node:path';
import type { KubernetesObject } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import {
  configKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { startArchipelago } from './archipelago-process.ts';
import { demand } from './furnished-cluster.ts';

const group = 'layering.archipelago.dev';
const kubevirts = {
  group: 'kubevirt.io',
  version: 'v1',
  plural: 'kubevirts',
  kind: 'KubeVirt',
  namespaced: true,
};

/** Starts `up` and does what its operator has to count: builds of an image for every architecture, and drift. Gives the page of its metrics. */
export async function startBusyUp(folder: string): Promise<string> {
  const kubeconfig = join(folder, 'kubeconfig');
  const up = startArchipelago(['up', '--doctor', '--kubeconfig-out', kubeconfig]);
  const [, page = ''] = await up.said(/^ready .* metrics=(\S+)/m, 120_000);
  const login = /--docker-server=(\S+) --docker-username=(\S+) --docker-password=(\S+)/.exec(up.output());
  const [, registry = '', user = '', password = ''] = login ?? [];
  const client = createKubernetesClient({ transport: nodeTransport(await loadConnection({ kubeconfig })) });
  try {
    await layer(client, registry, Buffer.from(`${user}:${password}`).toString('base64'));
    await drift(client);
    await edit(client);
  } finally {
    client.close();
  }
  return page;
}

async function layer(client: KubernetesClient, registry: string, auth: string): Promise<void> {
  for (const { metadata } of demand(await client.list(layeringKinds.nodes)).items) {
    if (metadata.labels?.['node-role.kubernetes.io/worker'] === undefined) continue;
    const body = { metadata: { labels: { 'node-pool': 'workers' } } };
    demand(await client.patch(layeringKinds.nodes, { name: metadata.name }, { type: 'merge', body }));
  }
  demand(await client.create(layeringKinds.secrets, pushSecret(registry, auth)));
  demand(await client.create(configKinds[group], configOf(registry)));
}

function pushSecret(registry: string, auth: string): KubernetesObject {
  const config = JSON.stringify({ auths: { [registry]: { auth } } });
  const data = { '.dockerconfigjson': Buffer.from(config).toString('base64') };
  const metadata = { name: 'push', namespace: 'archipelago-builds' };
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'kubernetes.io/dockerconfigjson', data };
}

function configOf(registry: string): KubernetesObject {
  const spec = {
    nodeSelector: { 'node-pool': 'workers' },
    baseImage: `${registry}/base/os:10`,
    imageBuilder: { imageBuilderType: 'Job' },
    renderedImagePushSpec: `${registry}/os/workers:latest`,
    renderedImagePushSecret: { name: 'push' },
    containerFile: [{ content: 'FROM configs\nLABEL edition=busy\n' }],
  };
  return { apiVersion: `${group}/v1`, kind: 'MachineOSConfig', metadata: { name: 'workers' }, spec };
}

/** Somebody edits an operand, which is put back. */
async function drift(client: KubernetesClient): Promise<void> {
  const at = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-kubevirt-hyperconverged' };
  const body = { spec: { configuration: { migrations: { parallelMigrationsPerCluster: 1 } } } };
  demand(await client.patch(kubevirts, at, { type: 'merge', body }));
}

/** The user changes a setting, which the webhook judges. */
async function edit(client: KubernetesClient): Promise<void> {
  const at = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
  const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 9 } } };
  demand(await client.patch(hyperConvergeds, at, { type: 'merge', body }));
}
