import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conditionOf, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { withInsecure } from '@archipelago/oci-registry';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  buildKinds,
  configKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import {
  type LayeringCluster,
  operatorNamespace,
  startLayeringCluster,
} from '../support/layering-cluster.ts';
import { until } from '../support/until.ts';
import { playedContainers } from './played-containers.test-support.ts';

/** The operator of the printed manifests moves with its builds out of its own namespace, as an administrator would do it. */

const place = 'archipelago-builds';
const configs = configKinds['layering.archipelago.dev'];
const builds = buildKinds['layering.archipelago.dev'];
const push = { renderedImagePushSecret: { name: 'push' } };
let registry: ImageRegistry;
let layering: LayeringCluster;
let folder: string;

beforeEach(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  folder = await mkdtemp(join(tmpdir(), 'archipelago-layering-namespace-'));
  registry = await startImageRegistry();
  registry.push('base/os', '10', { platforms: [{ architecture: 'amd64' }] });
  layering = await startLayeringCluster({
    architectures: ['amd64'],
    run: (_, client) => playedContainers({ client, registry, folder }),
    choices: { namespace: operatorNamespace, rules: withInsecure([], [registry.host]) },
    hasAccount: true,
  });
  await layering.install(operatorNamespace);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await layering.stop();
  await registry.stop();
  await rm(folder, { recursive: true, force: true });
});

async function config(): Promise<KubernetesObject | undefined> {
  const found = await layering.client.get(configs, { name: 'edge' });
  return found.ok ? found.value : undefined;
}

async function condition(type: string, reason: string): Promise<string> {
  let message = '';
  await until(
    async () => {
      const found = conditionOf(await config(), type);
      message = textAt(found, 'message');
      return textAt(found, 'reason') === reason;
    },
    { tell: config },
  );
  return message;
}

async function namespacesOf(kind: 'jobs' | 'configMaps'): Promise<readonly (string | undefined)[]> {
  const listed = await layering.client.list(layeringKinds[kind], {
    labelSelector: 'layering.archipelago.dev/component',
  });
  const items = listed.ok ? listed.value.items : [];
  return [...new Set(items.map(({ metadata }) => metadata.namespace))].sort();
}

/** What the operator may do in its own namespace, as resources. */
async function ownRights(): Promise<string> {
  const roles = { group: 'rbac.authorization.k8s.io', version: 'v1', plural: 'roles', kind: 'Role' };
  const name = { namespace: operatorNamespace, name: operatorName };
  const found = await layering.client.get({ ...roles, namespaced: true }, name);
  return JSON.stringify(found.ok ? found.value.rules : []);
}

it('builds beside the operator where that is chosen, and moves without building anything again', {
  timeout: 120_000,
}, async () => {
  const logins = { [registry.host]: 'ann:secret' };
  await layering.login('push', logins, operatorNamespace);
  await layering.createConfig('edge', {
    ...push,
    baseImage: `${registry.host}/base/os:10`,
    renderedImagePushSpec: `${registry.host}/os/edge:latest`,
  });
  const built = await layering.built('edge');
  expect(await namespacesOf('jobs')).toEqual([operatorNamespace]);
  expect(await ownRights()).toContain('secrets');

  // the new operator comes before the new manifests
  await layering.restart({ namespace: place });
  expect(await condition('Degraded', 'PermissionsMissing')).toMatch(
    /cannot list resource .* grant it with: archipelago manifests --namespace operators .*--layering-namespace archipelago-builds/,
  );
  await layering.install(place);
  expect(await condition('Blocked', 'SecretMissing')).toMatch(
    /^Secret push is not in namespace archipelago-builds, .* secrets in operators are not used for builds$/,
  );
  expect(textAt(conditionOf(await config(), 'Degraded'), 'status')).toBe('False');
  await layering.login('push', logins, place);
  await condition('Blocked', 'AsExpected');
  const listed = await layering.client.list(builds);
  expect(listed.ok && listed.value.items.map(({ metadata }) => metadata.name)).toEqual([built.metadata.name]);
  expect(await namespacesOf('jobs')).toEqual([operatorNamespace]);
  for (const right of ['secrets', 'jobs', 'pods', 'configmaps'])
    expect(await ownRights()).not.toContain(right);

  // the next build is there, and needs nothing of the former place
  await layering.patchConfig('edge', { containerFile: [{ content: 'FROM configs\nLABEL edition=2\n' }] });
  const next = await layering.built('edge', built.metadata.name);
  expect(textAt(next, 'status', 'phase')).toBe('Succeeded');
  expect(await namespacesOf('jobs')).toEqual([place, operatorNamespace].sort());

  // without the namespace nothing is tried, until it is there again
  await layering.client.delete(layeringKinds.namespaces, { name: place });
  await until(async () => !(await layering.client.get(layeringKinds.namespaces, { name: place })).ok);
  await condition('Degraded', 'BuildsNamespaceMissing');
  await layering.install(place);
  await condition('Degraded', 'AsExpected');
});
