import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesObject } from '@archipelago/apimachinery';
import {
  createEventRecorder,
  createInformer,
  createKubernetesClient,
  createLeaderElection,
  events,
  type KubernetesClient,
  leases,
  loadConnection,
  nodeTransport,
  type RequestObservation,
  type Resource,
  type StoreEvent,
} from '@archipelago/kube-client';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';

const configMaps: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};
const crds: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
};
const widgets: Resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
};
const widgetCrd: KubernetesObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer', minimum: 0, default: 3 } } },
              status: { type: 'object', properties: { ready: { type: 'boolean' } } },
            },
          },
        },
      },
    ],
  },
};

const configMap = (name: string, data: Record<string, string>): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data,
});

let folder: string;
let cluster: EmbeddedCluster;
let client: KubernetesClient;
const observed: RequestObservation[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-client-'));
  cluster = await startEmbeddedCluster();
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, cluster.kubeconfig());
  const connection = await loadConnection({ kubeconfig });
  client = createKubernetesClient({
    transport: nodeTransport(connection),
    fieldManager: 'client-test',
    observe: (observation) => observed.push(observation),
  });
});

afterAll(async () => {
  client.close();
  await cluster.stop();
  await rm(folder, { recursive: true });
});

const granted = <T>(answer: { ok: true; value: T } | { ok: false; status: object }): T =>
  answer.ok ? answer.value : expect.fail(JSON.stringify(answer.status));

describe('client against the embedded cluster, over TLS with its kubeconfig', () => {
  it('creates, reads, replaces, patches, deletes; refusals are values', async () => {
    const name = { namespace: 'default', name: 'crud' };
    const created = granted(await client.create(configMaps, configMap('crud', { a: '1' })));
    expect(await client.create(configMaps, configMap('crud', {}))).toMatchObject({
      ok: false,
      status: { code: 409, reason: 'AlreadyExists' },
    });
    const updated = granted(await client.update(configMaps, { ...created, data: { a: '2' } }));
    expect(await client.update(configMaps, { ...created, data: { a: '3' } })).toMatchObject({
      ok: false,
      status: { code: 409, reason: 'Conflict' },
    });
    expect(updated.metadata.resourceVersion).not.toBe(created.metadata.resourceVersion);
    const merged = granted(
      await client.patch(configMaps, name, { type: 'merge', body: { data: { b: '1' } } }),
    );
    expect(merged.data).toEqual({ a: '2', b: '1' });
    const operations = [
      { op: 'test', path: '/data/b', value: '1' },
      { op: 'remove', path: '/data/a' },
    ];
    expect(granted(await client.patch(configMaps, name, { type: 'json', operations })).data).toEqual({
      b: '1',
    });
    const dry = granted(
      await client.update(configMaps, { ...updated, metadata: name, data: { dry: 'run' } }, { dryRun: true }),
    );
    expect(dry.data).toEqual({ dry: 'run' });
    expect(granted(await client.get(configMaps, name)).data).toEqual({ b: '1' });
    expect(await client.delete(configMaps, name, { preconditions: { uid: 'other' } })).toMatchObject({
      ok: false,
      status: { code: 409 },
    });
    expect(granted(await client.delete(configMaps, name))).toEqual({ state: 'deleted' });
    expect(await client.get(configMaps, name)).toMatchObject({
      ok: false,
      status: { code: 404, reason: 'NotFound' },
    });
  });

  it('applies: conflicts are values, force takes fields over', async () => {
    const name = { namespace: 'default', name: 'applied' };
    granted(await client.create(configMaps, configMap('applied', { b: '1' })));
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: name, data: { b: '9' } };
    expect(
      await client.patch(configMaps, name, { type: 'apply', body }, { fieldManager: 'other' }),
    ).toMatchObject({ ok: false, status: { code: 409 } });
    const applied = granted(
      await client.patch(configMaps, name, { type: 'apply', body, force: true }, { fieldManager: 'other' }),
    );
    expect(applied.data).toEqual({ b: '9' });
    expect(JSON.stringify(applied.metadata.managedFields)).toContain('"manager":"client-test"');
  });

  it('reports a deletion that waits for finalizers', async () => {
    const held = configMap('held', {});
    const name = { namespace: 'default', name: 'held' };
    granted(
      await client.create(configMaps, {
        ...held,
        metadata: { ...held.metadata, finalizers: ['example.com/wait'] },
      }),
    );
    expect(granted(await client.delete(configMaps, name))).toMatchObject({ state: 'terminating' });
    granted(
      await client.patch(configMaps, name, { type: 'merge', body: { metadata: { finalizers: null } } }),
    );
    expect((await client.get(configMaps, name)).ok).toBe(false);
  });

  it('lists in pages with selectors', async () => {
    for (let index = 0; index < 7; index += 1) {
      const object = configMap(`page-${index}`, {});
      granted(
        await client.create(configMaps, {
          ...object,
          metadata: { ...object.metadata, labels: { odd: String(index % 2) } },
        }),
      );
    }
    const before = observed.length;
    const listed = granted(
      await client.list(configMaps, { namespace: 'default', labelSelector: 'odd in (0,1)', pageSize: 3 }),
    );
    expect(listed.items.map((item) => `${item.kind} ${item.metadata.name}`)).toEqual(
      Array.from({ length: 7 }, (_, index) => `ConfigMap page-${index}`),
    );
    expect(observed.length - before).toBe(3);
    const odd = granted(await client.list(configMaps, { labelSelector: 'odd=1' }));
    expect(odd.items.length).toBe(3);
    const one = granted(await client.list(configMaps, { fieldSelector: 'metadata.name=page-4' }));
    expect(one.items.length).toBe(1);
  });

  it('is refused with 401 as a value', async () => {
    const connect = async (kubeconfig: string) => {
      const path = join(folder, 'other');
      await writeFile(path, kubeconfig);
      return createKubernetesClient({ transport: nodeTransport(await loadConnection({ kubeconfig: path })) });
    };
    const wrong = await connect(cluster.kubeconfig('wrong'));
    expect(await wrong.list(configMaps)).toMatchObject({ ok: false, status: { code: 401 } });
    wrong.close();
  });

  it('informs of a kind that appears, changes and disappears', async () => {
    const told: StoreEvent<{ name: string; size: unknown }>[] = [];
    const informer = createInformer({
      client,
      resource: widgets,
      trim: (object: KubernetesObject) => ({
        name: object.metadata.name,
        size: (object.spec as { size?: unknown } | undefined)?.size,
      }),
      whenNotServed: 'when-told',
      onEvent: (event) => told.push(event),
    });
    const ofCrds = createInformer({
      client,
      resource: crds,
      trim: (object: KubernetesObject) => object.metadata.name,
      onEvent: () => informer.recheck(),
    });
    informer.start();
    ofCrds.start();
    await Promise.all([informer.whenSettled(), ofCrds.whenSettled()]);
    expect(informer.knowledge()).toBe('not-served');
    expect(granted(await client.served(widgets))).toBe(false);
    granted(await client.create(crds, widgetCrd));
    await until(() => informer.hasSynced());
    expect(granted(await client.served(widgets))).toBe(true);
    const widget: KubernetesObject = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w', namespace: 'default' },
      spec: {},
    };
    const created = granted(await client.create(widgets, widget));
    await until(() => told.length === 1);
    expect(informer.store.get({ namespace: 'default', name: 'w' })).toEqual({ name: 'w', size: 3 });
    expect(
      await client.patch(widgets, created.metadata, { type: 'merge', body: { spec: { size: -1 } } }),
    ).toMatchObject({ ok: false, status: { code: 422, reason: 'Invalid' } });
    const status = granted(
      await client.patchStatus(widgets, created.metadata, {
        type: 'merge',
        body: { spec: { size: 9 }, status: { ready: true } },
      }),
    );
    expect([status.spec, status.status]).toEqual([{ size: 3 }, { ready: true }]);
    granted(await client.patch(widgets, created.metadata, { type: 'merge', body: { spec: { size: 5 } } }));
    await until(() => informer.store.list()[0]?.size === 5);
    granted(await client.delete(crds, { name: 'widgets.example.com' }));
    await until(() => informer.knowledge() === 'not-served');
    expect(told.at(-1)).toEqual({ type: 'deleted', object: { name: 'w', size: 5 } });
    await Promise.all([informer.stop(), ofCrds.stop()]);
  });

  it('elects a leader and hands over', async () => {
    const elected: string[] = [];
    const candidates = ['a', 'b'].map((identity) =>
      createLeaderElection({
        client,
        lease: { namespace: 'default', name: 'election' },
        identity,
        onElected: () => elected.push(identity),
        onLost: (because) => expect.fail(because),
        timing: { leaseDurationMs: 3_000, renewDeadlineMs: 2_000, retryPeriodMs: 50 },
      }),
    );
    for (const candidate of candidates) {
      candidate.start();
    }
    await until(() => elected.length === 1);
    const first = elected[0] === 'a' ? 0 : 1;
    await candidates[first]?.stop();
    await until(() => elected.length === 2);
    const lease = granted(await client.get(leases, { namespace: 'default', name: 'election' }));
    expect(lease.spec).toMatchObject({ holderIdentity: elected[1], leaseTransitions: 1 });
    await candidates[1 - first]?.stop();
  });

  it('records events and counts them', async () => {
    const recorder = createEventRecorder({
      client,
      component: 'client-test',
      onProblem: (message) => expect.fail(message),
    });
    const about = granted(await client.create(configMaps, configMap('told', {})));
    for (let index = 0; index < 3; index += 1) {
      recorder.record({ about, type: 'Normal', reason: 'Tested', message: 'it works' });
      await recorder.flush();
    }
    const listed = granted(
      await client.list(events, { namespace: 'default', fieldSelector: 'reason=Tested' }),
    );
    expect(listed.items.map((item) => item.count)).toEqual([3]);
  });

  it('reads what is no resource', async () => {
    expect(granted(await client.raw({ method: 'GET', path: '/version' }))).toMatchObject({ major: '1' });
    expect(granted(await client.raw({ method: 'GET', path: '/readyz' }))).toBe('ok');
  });
});
