import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { withInsecure } from '@archipelago/oci-registry';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  configKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import {
  type LayeringCluster,
  layeringNamespace,
  startLayeringCluster,
} from '../support/layering-cluster.ts';
import { until } from '../support/until.ts';
import { playedContainers } from './played-containers.test-support.ts';

let registry: ImageRegistry;
let layering: LayeringCluster;
let folder: string;
let written: string[];

beforeEach(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  folder = await mkdtemp(join(tmpdir(), 'archipelago-layering-restart-'));
  registry = await startImageRegistry();
  registry.push('base/os', '10', { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }] });
  written = [];
  layering = await startLayeringCluster({
    architectures: ['amd64', 'arm64'],
    run: (_, client) => playedContainers({ client, registry, folder }),
    choices: { rules: withInsecure([], [registry.host]) },
    onAnswer: ({ method, path }) => {
      if (method !== 'GET') written.push(`${method} ${path.split('?')[0]}`);
    },
  });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await layering.stop();
  await registry.stop();
  await rm(folder, { recursive: true, force: true });
});

async function get(resource: Resource, name: string): Promise<KubernetesObject | undefined> {
  const place = resource.namespaced ? { namespace: layeringNamespace, name } : { name };
  const found = await layering.client.get(resource, place);
  return found.ok ? found.value : undefined;
}

it('an operator that begins anew at rest asks the registry nothing, and writes nothing', {
  timeout: 120_000,
}, async () => {
  await layering.login('push', { [registry.host]: 'ann:secret' });
  await layering.createConfig('edge', {
    baseImage: `${registry.host}/base/os:10`,
    renderedImagePushSecret: { name: 'push' },
    renderedImagePushSpec: `${registry.host}/os/edge:latest`,
  });
  await layering.built('edge');
  const isTold = async () =>
    textAt(await get(configKinds['layering.archipelago.dev'], 'edge'), 'status', 'imageCheckedAt') !== '';
  await until(isTold, { tell: () => layering.problems });
  await layering.operator.stop();
  const asked = registry.requests.length;
  written = [];

  await layering.restart();
  // what it writes when it looks at the config tells that it has
  const name = 'architectures-edge';
  await layering.client.delete(layeringKinds.configMaps, { namespace: layeringNamespace, name });
  await until(() => get(layeringKinds.configMaps, name), { tell: () => layering.problems });
  await layering.operator.stop();
  expect(registry.requests.slice(asked)).toEqual([]);
  expect(written).toEqual([`POST /api/v1/namespaces/${layeringNamespace}/configmaps`]);
  expect(layering.problems).toEqual([]);
});
