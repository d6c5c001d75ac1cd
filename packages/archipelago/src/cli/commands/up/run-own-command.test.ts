import { isJsonObject, objectAt } from '@archipelago/apimachinery';
import { createRegistrySession } from '@archipelago/oci-registry';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type LayeringCluster,
  layeringNamespace,
  startLayeringCluster,
} from '../../../../../../test/support/layering-cluster.ts';
import { until } from '../../../../../../test/support/until.ts';
import { keptLogsIn } from '../../../layering/view/kept-log.ts';
import { layeringKinds } from '../../../operator/layering/layering-kinds.ts';
import { createSimulatedBuildRunner } from '../../../simulation/actors/jobs/simulated-build-runner.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../simulation/image-registry/start-image-registry.ts';
import { createRunOwnCommand } from './run-own-command.ts';

const architectures = ['amd64', 'arm64', 's390x'];
let registry: ImageRegistry;
let layering: LayeringCluster;
const session = createRegistrySession();

beforeEach(async () => {
  registry = await startImageRegistry({ tls: true, users: { builder: 'secret' } });
  registry.push('base/os', '10', { platforms: architectures.map((architecture) => ({ architecture })) });
  layering = await startLayeringCluster({
    architectures,
    choices: { access: { credentials: [], ca: registry.caCertificate } },
    run: (_, client) =>
      createSimulatedBuildRunner({
        client,
        runOwn: createRunOwnCommand(client),
        takesMs: 0,
      }),
  });
  await layering.login('login', { [registry.host]: 'builder:secret' });
});

afterEach(async () => {
  await layering?.stop();
  await registry?.stop();
  session.transport.close();
});

async function create(annotations = {}) {
  await layering.createConfig(
    'edge',
    {
      baseImage: `${registry.host}/base/os:10`,
      baseImagePullSecret: { name: 'login' },
      renderedImagePushSpec: `${registry.host}/os/edge:latest`,
      renderedImagePushSecret: { name: 'login' },
      containerFile: [{ content: 'LABEL edition=1\n' }],
    },
    annotations,
  );
}

async function log(prefix: string, container: string): Promise<string> {
  const pod = (await layering.pods()).find(({ metadata }) => metadata.name.startsWith(prefix));
  const path = `/api/v1/namespaces/${layeringNamespace}/pods/${pod?.metadata.name}/log?container=${container}`;
  const read = await layering.client.raw({ method: 'GET', path });
  return read.ok ? String(read.value) : read.status.message;
}

it('plays whole layering jobs, from the builds to the published index', async () => {
  await create();
  const build = await layering.built('edge');
  expect(build.status).toMatchObject({ phase: 'Succeeded' });
  expect(layering.problems).toEqual([]);
  const { index } = objectAt(build, 'status');
  expect(index).toMatchObject({
    mediaType: 'application/vnd.oci.image.index.v1+json',
    entries: architectures.map((architecture) => ({ architecture })),
  });
  expect(await log('b-edge', 'build')).toMatch(/^simulated build: nothing of the Containerfile/);
  expect(await log('b-edge', 'report')).toMatch(/^ConfigMap layering\/result-b-edge-.*: digest, machine\n$/);
  expect(await log('a-edge', 'assemble')).toContain(`${registry.host}/os/edge:${build.metadata.name}\n`);
});

const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

async function annotate(name: string, provocation: string, value: string | null): Promise<void> {
  const metadata = { annotations: { [`sandbox.archipelago.dev/build-${provocation}`]: value } };
  await layering.client.patch(nodes, { name }, { type: 'merge', body: { metadata } });
}

it('lets a build lie as an annotation of its node wants it', async () => {
  await annotate('worker-arm64', 'lie', 'base');
  await create();
  const build = await layering.built('edge');
  expect(build.status).toMatchObject({ phase: 'Failed', reason: 'VerificationFailed' });
  expect(JSON.stringify(build.status)).toMatch(/arm64: .*base/);
});

it('lets builds fail as an annotation of their config wants it', async () => {
  await create({ 'sandbox.archipelago.dev/build-exit-code': '65' });
  expect((await layering.built('edge')).status).toMatchObject({ phase: 'Failed' });
  expect(await log('b-edge', 'fetch')).toContain('ends with 65, as an annotation wants it');
  const kept = async () => {
    const configMaps = await layering.client.list(layeringKinds.configMaps, { namespace: layeringNamespace });
    return keptLogsIn(configMaps.ok ? configMaps.value.items : []);
  };
  await until(async () => (await kept()).length === architectures.length);
  for (const { text, container } of await kept())
    expect([container, text]).toEqual(['fetch', 'ends with 65, as an annotation wants it\n']);
});

it('puts pods off their node until the annotation goes', async () => {
  await annotate('worker-s390x', 'evicted', 'true');
  await create();
  const evicted = async () =>
    (await layering.pods()).filter(({ status }) => isJsonObject(status) && status.reason === 'Evicted');
  await until(async () => (await evicted()).length > 0);
  await annotate('worker-s390x', 'evicted', null);
  expect((await layering.built('edge')).status).toMatchObject({ phase: 'Succeeded' });
  expect(await layering.jobs()).toHaveLength(4);
});
