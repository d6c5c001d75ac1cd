import { conditionOf, type JsonObject, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type KubernetesClient,
  nodeTransport,
  type Resource,
} from '@archipelago/kube-client';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import {
  createRegistryClient,
  parseImageReference,
  type RegistryClient,
  withInsecure,
} from '@archipelago/oci-registry';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until as untilHolds } from '../../../../../../test/support/until.ts';
import { dataImportCron } from '../../definitions/data-import-cron.ts';
import { dataSource } from '../../definitions/data-source.ts';
import { dataVolume } from '../../definitions/data-volume.ts';
import { customResourceDefinition } from '../../definitions/declaration/resource-definition.ts';
import { type ImageRegistry, startImageRegistry } from '../../image-registry/start-image-registry.ts';
import { createDefinitions, createNamespace } from '../furnish-cluster.ts';
import type { LookUpImage } from './image-polls.ts';
import { cronOf, dataSourceOf, home } from './importer.test-support.ts';
import { startImporter } from './start-importer.ts';

const claims: Resource = {
  group: '',
  version: 'v1',
  plural: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
  namespaced: true,
};
const failure = 'archipelago.dev/simulate-failure';

let cluster: EmbeddedCluster;
let client: KubernetesClient;
let images: ImageRegistry;
let registry: RegistryClient;
let importer: { stop(): Promise<void> } | undefined;
let problems: string[];
let writes: string[];

beforeEach(async () => {
  problems = [];
  writes = [];
  images = await startImageRegistry();
  registry = createRegistryClient({
    limits: { backoff: { baseMs: 5, capMs: 20 }, wholeMs: 60_000, attempts: 2 },
  });
  cluster = await startEmbeddedCluster({
    insecure: true,
    onRequest: ({ method, path, userAgent, status }) => {
      if (userAgent === 'actors' && method !== 'GET') writes.push(`${method} ${path} ${status}`);
    },
  });
  client = clientOf('test');
  await createNamespace(client, home);
  await createDefinitions(client, [dataImportCron, dataSource, dataVolume].map(customResourceDefinition));
});

afterEach(async () => {
  await importer?.stop();
  importer = undefined;
  client.close();
  registry.close();
  await cluster.stop();
  await images.stop();
});

function clientOf(userAgent: string): KubernetesClient {
  const material = { headers: { authorization: `Bearer ${cluster.adminToken}` }, tls: { insecure: false } };
  const connection = {
    server: new URL(cluster.url),
    namespace: 'default',
    material: async () => material,
    refused: () => false,
  };
  return createKubernetesClient({ transport: nodeTransport(connection), userAgent });
}

const lookUp: LookUpImage = async ({ url }, signal) => {
  const reference = parseImageReference(url);
  if (reference.kind === 'refused') return { kind: 'failed', message: reference.reason };
  const outcome = await registry.inspect(reference.value, {
    access: { credentials: [], ca: undefined },
    rules: withInsecure([], [images.host]),
    sizes: false,
    signal,
  });
  if (outcome.kind !== 'ok') return { kind: 'failed', message: outcome.reason };
  const { digest, platforms } = outcome.value;
  return { kind: 'found', digest, architectures: platforms.map(({ architecture }) => architecture) };
};

function start(through = clientOf('actors')): void {
  importer = startImporter({
    client: through,
    lookUp,
    importMs: 10,
    pollMs: 50,
    onProblem: (problem) => problems.push(problem),
  });
}

const image = () => ({ url: `docker://${images.host}/fedora:latest` });
const both = [{ architecture: 'amd64' }, { architecture: 'arm64' }];

async function create(kind: Resource, object: KubernetesObject): Promise<void> {
  const { creationTimestamp: _, finalizers: __, ...metadata } = object.metadata;
  expect(await client.create(kind, { ...object, metadata })).toMatchObject({ ok: true });
}

async function find(kind: Resource, name: string): Promise<KubernetesObject | undefined> {
  const found = await client.get(kind, { namespace: home, name });
  return found.ok ? found.value : undefined;
}

async function names(kind: Resource): Promise<readonly string[]> {
  const found = await client.list(kind, { namespace: home });
  return found.ok ? found.value.items.map(({ metadata }) => metadata.name) : [];
}

function change(kind: Resource, name: string, body: JsonObject): Promise<unknown> {
  return client.patch(kind, { namespace: home, name }, { type: 'merge', body });
}

const until = (holds: () => Promise<boolean>) => untilHolds(holds, { tell: () => problems });

/** The importer asks the registry twice more: what the first answer leads to is done by then. */
async function pollsAgain(): Promise<void> {
  const asked = () => images.requests.filter(({ path }) => path.endsWith('/manifests/latest')).length;
  const before = asked();
  await until(async () => asked() >= before + 2);
}

const isReady = (name: string) => async () =>
  textAt(conditionOf(await find(dataSource, name), 'Ready'), 'status') === 'True';
const reports = (name: string, message: string) => async () =>
  textAt(conditionOf(await find(dataImportCron, name), 'UpToDate'), 'message') === message;
const leadsTo = async (name: string) =>
  textAt(await find(dataSource, name), 'status', 'source', 'pvc', 'name');

test('an image comes from its registry to its DataSource and the pointer, and is then left in peace', async () => {
  const digest = images.push('fedora', 'latest', { platforms: both });
  start();
  await create(dataSource, dataSourceOf('fedora', { dataSource: { name: 'fedora-arm64', namespace: home } }));
  const registrySource = { ...image(), platform: { architecture: 'arm64' } };
  await create(dataImportCron, cronOf({ managed: 'fedora-arm64', registry: registrySource }));
  await until(isReady('fedora'));
  const claim = `fedora-arm64-${digest.slice(7, 19)}`;
  expect([await leadsTo('fedora'), await leadsTo('fedora-arm64')]).toEqual([claim, claim]);
  await until(reports('fedora-cron', 'Latest import is up to date'));
  for (const [kind, name] of [
    [claims, claim],
    [dataVolume, claim],
    [dataSource, 'fedora-arm64'],
    [dataImportCron, 'fedora-cron'],
  ] as const)
    expect((await find(kind, name))?.metadata.annotations, kind.kind).toMatchObject({
      'archipelago.dev/simulated': 'true',
    });
  await pollsAgain();
  const settled = writes.length;
  await pollsAgain();
  expect(writes.slice(settled)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a new image under the same tag is imported, and old ones go', async () => {
  const platform = { architecture: 'amd64' };
  const digests = ['1', '2', '3'].map((revision) => ({
    revision,
    push: () => images.push('fedora', 'latest', { platforms: [{ ...platform, revision }] }),
  }));
  start();
  const seen: string[] = [];
  for (const { push } of digests) {
    const claim = `fedora-${push().slice(7, 19)}`;
    if (seen.length === 0)
      await create(dataImportCron, cronOf({ registry: image(), spec: { importsToKeep: 2 } }));
    await until(async () => (await leadsTo('fedora')) === claim);
    seen.push(claim);
  }
  await until(async () => (await names(claims)).length === 2);
  expect([...(await names(claims))].sort()).toEqual(seen.slice(1).sort());
  await until(async () => (await names(dataVolume)).length === 2);
  expect(problems).toEqual([]);
});

test('a failure is provoked by an annotation, and over when it goes', async () => {
  images.push('fedora', 'latest', { platforms: both });
  start();
  const metadata = { annotations: { [failure]: 'disk is full' } };
  await create(dataImportCron, cronOf({ registry: image(), metadata }));
  await until(reports('fedora-cron', 'disk is full'));
  expect(await names(dataSource)).toEqual([]);
  await change(dataImportCron, 'fedora-cron', { metadata: { annotations: { [failure]: null } } });
  await until(isReady('fedora'));
});

test('a platform that the image lacks fails until the image has it', async () => {
  images.push('fedora', 'latest', { platforms: both });
  start();
  const registrySource = { ...image(), platform: { architecture: 's390x' } };
  await create(dataImportCron, cronOf({ registry: registrySource }));
  await until(reports('fedora-cron', 'no image found in manifest list for architecture s390x'));
  images.push('fedora', 'latest', { platforms: [...both, { architecture: 's390x' }] });
  await until(isReady('fedora'));
  await until(async () => (await names(claims)).length === 1);
});

test('a registry that is down is told on the cron; what is imported stays', async () => {
  images.push('fedora', 'latest', { platforms: both });
  start();
  await create(dataImportCron, cronOf({ registry: image() }));
  await until(isReady('fedora'));
  images.fail({ kind: 'status', status: 500 });
  await create(dataImportCron, cronOf({ name: 'late', managed: 'late', registry: image() }));
  await until(async () => {
    const upToDate = conditionOf(await find(dataImportCron, 'fedora-cron'), 'UpToDate');
    return textAt(upToDate, 'status') === 'True' && textAt(upToDate, 'message').includes('500');
  });
  expect(await isReady('fedora')()).toBe(true);
});

test('a deleted cron takes its imports along where it is told to', async () => {
  images.push('fedora', 'latest', { platforms: both });
  start();
  await create(dataImportCron, cronOf({ registry: image(), spec: { retentionPolicy: 'None' } }));
  await create(dataImportCron, cronOf({ name: 'kept', managed: 'kept', registry: image() }));
  await until(isReady('fedora'));
  await until(isReady('kept'));
  for (const name of ['fedora-cron', 'kept']) await client.delete(dataImportCron, { namespace: home, name });
  await until(async () => (await names(dataImportCron)).length === 0);
  expect(await names(dataSource)).toEqual(['kept']);
  expect([(await names(claims)).length, (await names(dataVolume)).length]).toEqual([1, 1]);
  expect(await isReady('kept')()).toBe(true);
  expect(problems).toEqual([]);
});

test('what was imported goes with its cron where no watch has shown it yet', async () => {
  images.push('fedora', 'latest', { platforms: both });
  const actors = clientOf('actors');
  const watch: KubernetesClient['watch'] = (kind, options) =>
    actors.watch(kind, kind.kind === 'DataVolume' ? { ...options, labelSelector: 'shown=late' } : options);
  start({ ...actors, watch });
  await create(dataImportCron, cronOf({ registry: image(), spec: { retentionPolicy: 'None' } }));
  await until(async () => (await names(dataVolume)).length === 1);
  await client.delete(dataImportCron, { namespace: home, name: 'fedora-cron' });
  await until(async () => (await names(dataImportCron)).length === 0);
  expect([await names(dataVolume), await names(claims)]).toEqual([[], []]);
  expect(problems).toEqual([]);
});

test('an importer that comes anew goes on where the last one stopped, without writing anything twice', async () => {
  images.push('fedora', 'latest', { platforms: both });
  start();
  await create(dataImportCron, cronOf({ registry: image() }));
  await until(isReady('fedora'));
  await until(reports('fedora-cron', 'Latest import is up to date'));
  await pollsAgain();
  await importer?.stop();
  writes.length = 0;
  start();
  await create(dataSource, dataSourceOf('mark', { pvc: { name: 'none', namespace: home } }));
  await until(async () => conditionOf(await find(dataSource, 'mark'), 'Ready') !== undefined);
  await pollsAgain();
  expect(writes.filter((write) => !write.includes('/mark'))).toEqual([]);
});

test('a label that somebody takes off in the very moment is heeded', async () => {
  images.push('fedora', 'latest', { platforms: both });
  const label = 'cdi.kubevirt.io/dataImportCron';
  let meddled = 0;
  const meddle: KubernetesClient['patch'] = async (kind, name, patch, options) => {
    if (kind.kind === 'DataSource' && patch.type === 'merge' && 'spec' in patch.body) {
      meddled += 1;
      await change(dataSource, name.name, { metadata: { labels: { [label]: null } } });
    }
    return await actors.patch(kind, name, patch, options);
  };
  const actors = clientOf('actors');
  const through = { ...actors, patch: meddle };
  const theirs = { source: { pvc: { name: 'theirs', namespace: home } } };
  await create(dataSource, dataSourceOf('fedora', theirs.source, { labels: { [label]: 'fedora-cron' } }));
  start(through);
  await create(dataImportCron, cronOf({ registry: image() }));
  await until(reports('fedora-cron', 'Latest import is up to date'));
  await pollsAgain();
  expect(meddled).toBe(1);
  expect((await find(dataSource, 'fedora'))?.spec).toEqual(theirs);
  expect(problems).toEqual([]);
});

test('a DataSource of another namespace follows a claim', async () => {
  images.push('fedora', 'latest', { platforms: both });
  await createNamespace(client, 'elsewhere');
  start();
  const claim = `fedora-${images.push('fedora', 'latest', { platforms: both }).slice(7, 19)}`;
  const source = { pvc: { name: claim, namespace: home } };
  await create(dataSource, dataSourceOf('mine', source, { namespace: 'elsewhere' }));
  const mine = async () => {
    const found = await client.get(dataSource, { namespace: 'elsewhere', name: 'mine' });
    return textAt(conditionOf(found.ok ? found.value : undefined, 'Ready'), 'reason');
  };
  await until(async () => (await mine()) === 'NotFound');
  await create(dataImportCron, cronOf({ registry: image() }));
  await until(async () => (await mine()) === 'Ready');
});
