import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type KubernetesClient,
  nodeTransport,
  type ObjectName,
} from '@archipelago/kube-client';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until as untilTrue } from '../../../../../test/support/until.ts';
import { aaq } from '../definitions/aaq.ts';
import { cdi } from '../definitions/cdi.ts';
import { dataVolume } from '../definitions/data-volume.ts';
import {
  customResourceDefinition,
  type ResourceDefinition,
} from '../definitions/declaration/resource-definition.ts';
import { kubevirt } from '../definitions/kubevirt.ts';
import { networkAddonsConfig } from '../definitions/network-addons-config.ts';
import { ssp } from '../definitions/ssp.ts';
import { virtualMachine } from '../definitions/virtual-machine.ts';
import { virtualMachineInstance } from '../definitions/virtual-machine-instance.ts';
import { createDefinitions } from './furnish-cluster.ts';
import { type OperandControllers, startOperandControllers } from './operand-controller.ts';
import { conditionStatus } from './operand-status.ts';

const kinds: readonly ResourceDefinition[] = [kubevirt, cdi, networkAddonsConfig, ssp, aaq];
let cluster: EmbeddedCluster;
let client: KubernetesClient;
let controllers: OperandControllers;
let problems: string[];
let writes: string[];
let reads: string[];

beforeEach(async () => {
  writes = [];
  reads = [];
  problems = [];
  cluster = await startEmbeddedCluster({
    insecure: true,
    onRequest: ({ method, path, userAgent }) => {
      if (userAgent !== 'actors') return;
      if (method === 'GET') reads.push(path);
      else writes.push(`${method} ${path}`);
    },
  });
  client = clientOf('test');
  await createDefinitions(client, kinds.map(customResourceDefinition));
});

afterEach(async () => {
  await controllers.stop();
  client.close();
  await cluster.stop();
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

function start(delayMs: number, failures?: ReadonlyMap<string, string>): void {
  controllers = startOperandControllers({
    client: clientOf('actors'),
    delayMs,
    onProblem: (problem) => problems.push(problem),
    ...(failures === undefined ? {} : { failures }),
  });
}

const nameOf = ({ namespaced }: ResourceDefinition) => ({
  name: 'x',
  ...(namespaced ? { namespace: 'default' } : {}),
});

async function create(kind: ResourceDefinition): Promise<void> {
  const apiVersion = `${kind.group}/${kind.version}`;
  const spec = kind === ssp ? { commonTemplates: { namespace: 'openshift' } } : {};
  const created = await client.create(kind, { apiVersion, kind: kind.kind, metadata: nameOf(kind), spec });
  expect(created).toMatchObject({ ok: true });
}

async function status(kind: ResourceDefinition): Promise<JsonObject | undefined> {
  const found = await client.get(kind, nameOf(kind));
  return found.ok ? (found.value.status as JsonObject | undefined) : undefined;
}

async function annotationsOf(kind: ResourceDefinition): Promise<Readonly<Record<string, string>>> {
  const found = await client.get(kind, nameOf(kind));
  return found.ok ? (found.value.metadata.annotations ?? {}) : {};
}

function until(holds: () => Promise<boolean>): Promise<unknown> {
  return untilTrue(holds, { tell: () => problems });
}

const isAvailable = (kind: ResourceDefinition) => async () =>
  conditionStatus(await status(kind), 'Available') === 'True';

test('every operand kind becomes Available, is marked, and is then left in peace', async () => {
  start(0);
  for (const kind of kinds) await create(kind);
  for (const kind of kinds) await until(isAvailable(kind));
  // adopted and reported, once each
  expect(writes.length).toBe(2 * kinds.length);
  const unmark = { metadata: { annotations: { 'archipelago.dev/simulated': null } } };
  for (const kind of kinds) {
    await client.patch(kind, nameOf(kind), { type: 'merge', body: unmark });
    await until(async () => (await annotationsOf(kind))['archipelago.dev/simulated'] === 'true');
  }
  // marked once more: its own writes had not set it off in between
  expect(writes.length).toBe(3 * kinds.length);
  for (const kind of kinds) {
    expect(await annotationsOf(kind), kind.kind).toEqual({ 'archipelago.dev/simulated': 'true' });
  }
  expect(problems).toEqual([]);
});

test('with a delay it is Progressing first', async () => {
  const states: string[] = [];
  cluster.store.subscribe('kubevirt.io/kubevirts', ({ stored }) => {
    const said = objectAt(stored.object, 'status');
    const state = ['Progressing', 'Available'].map((type) => conditionStatus(said, type) ?? '-').join(' ');
    if (states.at(-1) !== state) states.push(state);
  });
  start(100);
  await create(kubevirt);
  await until(isAvailable(kubevirt));
  expect(states).toEqual(['- -', 'True False', 'False True']);
});

test('an edited operand is observed in its new generation', async () => {
  start(0);
  await create(kubevirt);
  await until(isAvailable(kubevirt));
  await client.patch(kubevirt, nameOf(kubevirt), { type: 'merge', body: { spec: { productName: 'x' } } });
  await until(async () => (await status(kubevirt))?.observedGeneration === 2);
});

test('an annotation lets it fail and recover', async () => {
  start(0);
  await create(cdi);
  await until(isAvailable(cdi));
  const annotate = (text: string | null) =>
    client.patch(cdi, nameOf(cdi), {
      type: 'merge',
      body: { metadata: { annotations: { 'archipelago.dev/simulate': text } } },
    });
  await annotate('fail: no storage class');
  await until(async () => conditionStatus(await status(cdi), 'Degraded') === 'True');
  expect(JSON.stringify(await status(cdi))).toContain('simulated: no storage class');
  await annotate(null);
  await until(isAvailable(cdi));
});

test('a kind can be told to fail', async () => {
  start(0, new Map([['AAQ', 'no quota']]));
  await create(aaq);
  await until(async () => conditionStatus(await status(aaq), 'Degraded') === 'True');
});

test('a deleted operand goes after its time, though somebody else has a finalizer on it', async () => {
  start(30);
  await create(cdi);
  await until(isAvailable(cdi));
  const body = { metadata: { finalizers: ['archipelago.dev/simulated-operand', 'example.com/other'] } };
  await client.patch(cdi, nameOf(cdi), { type: 'merge', body });
  await client.delete(cdi, nameOf(cdi));
  const finalizers = async () => {
    const found = await client.get(cdi, nameOf(cdi));
    return found.ok ? found.value.metadata.finalizers : undefined;
  };
  await until(async () => (await finalizers())?.length === 1);
  expect(await finalizers()).toEqual(['example.com/other']);
  await client.patch(cdi, nameOf(cdi), { type: 'merge', body: { metadata: { finalizers: [] } } });
  await until(async () => (await client.get(cdi, nameOf(cdi))).ok === false);
  expect(problems).toEqual([]);
});

describe.each([
  [kubevirt, [virtualMachine, virtualMachineInstance]],
  [cdi, [dataVolume]],
] as const)('the removal of an operand', (operand, kinds) => {
  const workload = { namespace: 'default', name: 'mine' };

  async function begin(strategy: string | undefined): Promise<void> {
    start(0);
    await createDefinitions(client, kinds.map(customResourceDefinition));
    await create(operand);
    await until(isAvailable(operand));
    if (strategy !== undefined)
      await client.patch(operand, nameOf(operand), {
        type: 'merge',
        body: { spec: { uninstallStrategy: strategy } },
      });
    for (const kind of kinds) {
      const object = {
        apiVersion: `${kind.group}/${kind.version}`,
        kind: kind.kind,
        metadata: workload,
        spec: {},
      };
      expect(await client.create(kind, object)).toMatchObject({ ok: true });
    }
    await client.delete(operand, nameOf(operand));
  }

  const isThere = async (kind: ResourceDefinition, name: ObjectName) => (await client.get(kind, name)).ok;

  test.each(['RemoveWorkloads', undefined])(
    `takes workloads with it: ${operand.kind}, %s`,
    async (strategy) => {
      await begin(strategy);
      await until(async () => !(await isThere(operand, nameOf(operand))));
      for (const kind of kinds) expect(await isThere(kind, workload)).toBe(false);
      expect(problems).toEqual([]);
    },
  );

  test(`waits for workloads that are to stay: ${operand.kind}`, async () => {
    await begin('BlockUninstallIfWorkloadsExist');
    const seen = () => reads.filter((path) => path.includes(kinds[0].plural)).length;
    await until(async () => seen() >= 3);
    expect(await isThere(operand, nameOf(operand))).toBe(true);
    for (const kind of kinds) expect(await isThere(kind, workload)).toBe(true);
    for (const kind of kinds) await client.delete(kind, workload);
    await until(async () => !(await isThere(operand, nameOf(operand))));
  });
});

test('many writers do not confuse it: conflicts are no problem', async () => {
  start(0);
  await create(networkAddonsConfig);
  const name = nameOf(networkAddonsConfig);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client.patch(networkAddonsConfig, name, {
        type: 'merge',
        body: { metadata: { labels: { turn: String(index) } }, status: {} },
      }),
    ),
  );
  await until(isAvailable(networkAddonsConfig));
  expect(problems).toEqual([]);
});
