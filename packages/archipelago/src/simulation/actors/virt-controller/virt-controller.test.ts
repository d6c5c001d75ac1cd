import {
  conditionOf,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../../../test/support/eventually.ts';
import { customResourceDefinition } from '../../definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../definitions/sandbox-definitions.ts';
import { simulatedClass } from '../../storage/standard-storage.ts';
import { createDefinitions, createNamespace, createReadyNodes } from '../furnish-cluster.ts';
import { startPlayer } from '../players/start-player.ts';
import { simulatedNode } from '../simulated-nodes.ts';
import { machineKinds } from './machine-kinds.ts';
import { virtController } from './virt-controller.ts';

const namespace = 'shop';
const now = '2026-01-01T00:00:00Z';
const events: Resource = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };

let cluster: EmbeddedCluster;
let client: KubernetesClient;
let player: { stop(): Promise<void> };
let problems: string[];

beforeEach(async () => {
  problems = [];
  cluster = await startEmbeddedCluster({ insecure: true });
  client = createKubernetesClient({ transport: inProcessTransport(cluster) });
  await createNamespace(client, namespace);
  const kinds = Object.values(machineKinds).map(({ plural }) => plural);
  const definitions = sandboxDefinitions('kubernetes').definitions.filter(({ plural }) =>
    kinds.includes(plural),
  );
  await createDefinitions(client, definitions.map(customResourceDefinition));
  await create(machineKinds.KubeVirt, 'kubevirt', { spec: {} });
  await client.patchStatus(
    machineKinds.KubeVirt,
    { namespace, name: 'kubevirt' },
    { type: 'merge', body: { status: { phase: 'Deployed' } } },
  );
  await addNodes('amd64 arm64 s390x');
  await make(
    simulatedClass('fast', {
      provisioner: 'example',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    }),
  );
  for (const architecture of ['amd64', 'arm64']) await image(architecture);
  player = startPlayer(virtController(0), { client, onProblem: (problem) => problems.push(problem) });
});

afterEach(async () => {
  await player.stop();
  await cluster.stop();
  expect(problems).toEqual([]);
});

async function make(object: KubernetesObject): Promise<void> {
  const resource = Object.values(machineKinds).find(({ kind }) => kind === object.kind);
  const made = await client.create(resource ?? expect.fail(object.kind), object);
  expect(made.ok, JSON.stringify(made)).toBe(true);
}

async function create(resource: Resource, name: string, rest: JsonObject, labels = {}): Promise<void> {
  const { group, version, kind, namespaced } = resource;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const made = await client.create(resource, {
    apiVersion,
    kind,
    metadata: { name, labels, ...(namespaced ? { namespace } : {}) },
    ...rest,
  });
  expect(made.ok, JSON.stringify(made)).toBe(true);
}

/** Nodes named after their architecture, with a virt-handler. */
async function addNodes(names: string): Promise<void> {
  const nodes = names.split(' ').map((name) => {
    const [architecture = ''] = name.split('-');
    const made = simulatedNode({ name, architecture, roles: ['worker'] }, { now, index: 0 });
    const labels = { ...made.metadata.labels, 'kubevirt.io/schedulable': 'true' };
    return { ...made, metadata: { ...made.metadata, labels } };
  });
  await createReadyNodes(client, nodes);
}

/** A DataSource that has an image. */
async function image(architecture: string): Promise<void> {
  const source = { pvc: { name: `image-${architecture}`, namespace } };
  const labels = { 'template.kubevirt.io/architecture': architecture };
  await create(
    machineKinds.DataSource,
    `fedora-${architecture}`,
    { spec: { source }, status: { source } },
    labels,
  );
}

/** A machine with a disk. */
function machine(dataSource: string, template: JsonObject = {}, spec: JsonObject = {}): JsonObject {
  const volumes = [{ name: 'root', dataVolume: { name: `${dataSource}-root` } }];
  return {
    spec: {
      runStrategy: 'Always',
      dataVolumeTemplates: [
        {
          metadata: { name: `${dataSource}-root` },
          spec: { sourceRef: { kind: 'DataSource', name: dataSource }, storage: {} },
        },
      ],
      template: { spec: { domain: { memory: { guest: '2Gi' } }, volumes, ...template } },
      ...spec,
    },
  };
}

async function get(resource: Resource, name = 'web'): Promise<KubernetesObject> {
  const found = await client.get(resource, { namespace, name });
  if (!found.ok) expect.fail(found.status.message);
  return found.value;
}

const { VirtualMachine, VirtualMachineInstance, DataVolume, Node } = machineKinds;

/** As `kubectl get vm` and `kubectl get vmi` print it. */
async function printed(name = 'web'): Promise<string> {
  const [outer, inner] = [await get(VirtualMachine, name), await get(VirtualMachineInstance, name)];
  const ready = (object: KubernetesObject) => String(conditionOf(object, 'Ready')?.status);
  return [
    textAt(outer, 'status', 'printableStatus'),
    ready(outer),
    textAt(inner, 'spec', 'architecture'),
    textAt(inner, 'status', 'phase'),
    textAt(inner, 'status', 'nodeName'),
    ready(inner),
  ].join(' ');
}

const shows = (expected: string, name?: string) =>
  eventually(async () => expect(await printed(name)).toBe(expected));

test('machines with odd labels and long names run, and stop no others', async () => {
  const long = `${'a'.repeat(62)}-bbbbbbbbbb`;
  const metadata = { labels: { a: { toString: 1 }, b: 'kept' } };
  const { spec } = machine('fedora-amd64');
  const template = { ...objectAt(spec, 'template'), metadata };
  await create(VirtualMachine, 'odd', { spec: { ...objectAt(spec), template } });
  await create(VirtualMachine, long, { spec: { running: true, template: { spec: {} } } });
  await shows('Running True amd64 Running amd64 True', 'odd');
  await shows('Running True amd64 Running amd64 True', long);
  const { labels } = (await get(VirtualMachineInstance, 'odd')).metadata;
  expect(labels).toEqual({ b: 'kept', 'vm.kubevirt.io/name': 'odd' });
  await eventually(async () => {
    const pods = await client.list(machineKinds.Pod);
    expect(pods.ok && pods.value.items).toHaveLength(2);
  });
});

test('a machine of each architecture runs on a node of it, from a disk of its own', async () => {
  await create(VirtualMachine, 'amd', machine('fedora-amd64'));
  await create(VirtualMachine, 'arm', machine('fedora-arm64'));
  await create(VirtualMachine, 'z', {
    spec: { running: true, template: { spec: { architecture: 's390x' } } },
  });
  await shows('Running True amd64 Running amd64 True', 'amd');
  await shows('Running True arm64 Running arm64 True', 'arm');
  await shows('Running True s390x Running s390x True', 'z');
  const volume = await get(DataVolume, 'fedora-arm64-root');
  expect(volume.metadata.annotations).toEqual({ 'archipelago.dev/simulated': 'true' });
  expect(textAt(volume, 'status', 'phase')).toBe('Succeeded');
  expect(textAt(await get(machineKinds.PersistentVolumeClaim, 'fedora-arm64-root'), 'status', 'phase')).toBe(
    'Bound',
  );
  const asked = (await launchers()).map(({ spec }) => objectsAt(spec, 'containers')[0]?.resources);
  const memory = String(2 * 2 ** 30);
  expect(asked.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)).toEqual([
    { requests: { cpu: '100m', memory } },
    { requests: { cpu: '100m', memory } },
    { requests: { cpu: '100m' } },
  ]);
});

test('a boot image of another architecture starts and never boots', async () => {
  await create(VirtualMachine, 'web', machine('fedora-amd64', { architecture: 'arm64' }));
  await shows('Running False arm64 Running arm64 False');
  const words =
    'is to run on arm64, but its boot source shop/fedora-amd64 is for amd64: it starts and never boots';
  const booted = { status: 'False', reason: 'WrongArchitecture', message: words };
  const instance = await get(VirtualMachineInstance);
  expect(conditionOf(instance, 'archipelago.dev/Booted')).toMatchObject(booted);
  expect(conditionOf(instance, 'AgentConnected')).toBeUndefined();
  expect(conditionOf(await get(VirtualMachine), 'archipelago.dev/Booted')).toMatchObject(booted);
  const told = await client.list(events, { namespace });
  expect(told.ok && told.value.items.map(({ reason, message }) => `${reason}: ${message}`)).toContain(
    `WrongArchitecture: ${words} (simulated)`,
  );
});

test('a machine without a node waits with the words of the scheduler, until there is one', async () => {
  const unschedulable = "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.";
  await create(
    VirtualMachine,
    'web',
    machine('fedora-arm64', { nodeSelector: { 'kubernetes.io/hostname': 'arm64-2' } }),
  );
  await shows('ErrorUnschedulable False arm64 Scheduling  False');
  expect(conditionOf(await get(VirtualMachineInstance), 'PodScheduled')).toMatchObject({
    status: 'False',
    reason: 'Unschedulable',
    message: unschedulable,
  });
  await addNodes('arm64-2');
  await shows('Running True arm64 Running arm64-2 True');
});

test('KubeVirt runs no machines on ppc64le; with another architecture the machine starts', async () => {
  await create(VirtualMachine, 'web', {
    spec: { runStrategy: 'Always', template: { spec: { architecture: 'ppc64le' } } },
  });
  await eventually(async () =>
    expect(conditionOf(await get(VirtualMachine), 'Failure')?.message).toContain('ppc64le'),
  );
  const body = { spec: { template: { spec: { architecture: 'amd64' } } } };
  await client.patch(VirtualMachine, { namespace, name: 'web' }, { type: 'merge', body });
  await shows('Running True amd64 Running amd64 True');
  expect(conditionOf(await get(VirtualMachine), 'Failure')).toBeUndefined();
});

test('a disk waits for its source, and for the machine where the class says so', async () => {
  await make(simulatedClass('late', { provisioner: 'example', volumeBindingMode: 'WaitForFirstConsumer' }));
  const spec = {
    sourceRef: { kind: 'DataSource', name: 'fedora-s390x' },
    storage: { storageClassName: 'late' },
  };
  const dataVolumeTemplates = [{ metadata: { name: 'fedora-s390x-root' }, spec }];
  const nodeSelector = { zone: 'a' };
  await create(VirtualMachine, 'web', machine('fedora-s390x', { nodeSelector }, { dataVolumeTemplates }));
  const status = async () => textAt(await get(VirtualMachine), 'status', 'printableStatus');
  const phase = async () => textAt(await get(DataVolume, 'fedora-s390x-root'), 'status', 'phase');
  await eventually(async () => expect(await phase()).toBe('Pending'));
  await eventually(async () => expect(await status()).toBe('Provisioning'));
  const [condition] = objectsAt(await get(DataVolume, 'fedora-s390x-root'), 'status', 'conditions');
  expect(condition?.message).toBe('there is no DataSource shop/fedora-s390x (simulated)');
  await image('s390x');
  await eventually(async () => expect(await phase()).toBe('WaitForFirstConsumer'));
  await shows('ErrorUnschedulable False s390x Scheduling  False');
  const body = { metadata: { labels: { zone: 'a' } } };
  await client.patch(Node, { name: 's390x' }, { type: 'merge', body });
  await shows('Running True s390x Running s390x True');
  expect(await phase()).toBe('Succeeded');
});

/** Lets volumes of the class be opened on several nodes. */
async function share(storageClass: string): Promise<void> {
  const { StorageProfile } = machineKinds;
  await create(StorageProfile, storageClass, { spec: {} });
  const body = { status: { claimPropertySets: [{ accessModes: ['ReadWriteMany'], volumeMode: 'Block' }] } };
  await client.patchStatus(StorageProfile, { name: storageClass }, { type: 'merge', body });
}

const migrating = { evictionStrategy: 'LiveMigrate' };

async function launchers(): Promise<readonly KubernetesObject[]> {
  const found = await client.list(machineKinds.Pod, { namespace });
  return found.ok ? found.value.items : expect.fail(found.status.message);
}

/** As `kubectl drain` does it; resolves when the pods are gone. */
async function drain(node: string): Promise<void> {
  await client.patch(Node, { name: node }, { type: 'merge', body: { spec: { unschedulable: true } } });
  await evict(node);
  await eventually(async () => expect(await nodesOfLaunchers()).not.toContain(node));
}

async function evict(node: string): Promise<void> {
  for (const { metadata, spec } of await launchers())
    if (textAt(spec, 'nodeName') === node)
      expect(await client.evict({ namespace, name: metadata.name })).toMatchObject({ ok: true });
}

async function nodesOfLaunchers(): Promise<readonly string[]> {
  return (await launchers()).map(({ spec }) => textAt(spec, 'nodeName'));
}

const settle = (nodes: readonly string[]) =>
  eventually(async () => expect(await nodesOfLaunchers()).toEqual(nodes));

test('a machine moves to another node of its architecture when its node is drained', async () => {
  await share('fast');
  await addNodes('arm64-2');
  await create(VirtualMachine, 'web', machine('fedora-arm64', migrating));
  await shows('Running True arm64 Running arm64 True');
  await settle(['arm64']);
  const { metadata } = await get(VirtualMachineInstance);
  await drain('arm64');
  await settle(['arm64-2']);
  await shows('Running True arm64 Running arm64-2 True');
  const after = await get(VirtualMachineInstance);
  expect(after.metadata.uid).toBe(metadata.uid);
  expect(after.status).toMatchObject({
    migrationState: { sourceNode: 'arm64', targetNode: 'arm64-2', completed: true },
  });
  const migrations = await client.list(machineKinds.Migration, { namespace });
  expect(migrations.ok && migrations.value.items.map(({ status }) => textAt(status, 'phase'))).toEqual([
    'Succeeded',
  ]);
});

test('where no node of its architecture is left it stays, says so, and moves when there is one', async () => {
  await share('fast');
  await create(VirtualMachine, 'web', machine('fedora-arm64', migrating));
  await settle(['arm64']);
  await client.patch(Node, { name: 'arm64' }, { type: 'merge', body: { spec: { unschedulable: true } } });
  await shows('Running True arm64 Running arm64 True');
  await evict('arm64');
  const message =
    "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't match Pod's node affinity/selector.";
  const refused = { status: 'True', reason: 'NoNodeToMigrateTo', message };
  const condition = async (resource: Resource) =>
    conditionOf(await get(resource), 'archipelago.dev/MigrationRefused');
  await eventually(async () => expect(await condition(VirtualMachine)).toMatchObject(refused));
  expect(await condition(VirtualMachineInstance)).toMatchObject(refused);
  await shows('Running True arm64 Running arm64 True');
  const told = await client.list(events, { namespace });
  expect(told.ok && told.value.items.map(({ reason }) => reason)).toContain('FailedMigration');
  await addNodes('arm64-2');
  await shows('Running True arm64 Running arm64-2 True');
  await settle(['arm64-2']);
  expect(await condition(VirtualMachineInstance)).toBeUndefined();
});

test('a disk of one node keeps a machine where it is; without a strategy it ends and starts elsewhere', async () => {
  await addNodes('amd64-2 arm64-2');
  await create(VirtualMachine, 'kept', machine('fedora-arm64', migrating));
  await shows('Running True arm64 Running arm64 True', 'kept');
  await create(VirtualMachine, 'web', machine('fedora-amd64'));
  await shows('Running True amd64 Running amd64 True');
  await eventually(async () => expect((await nodesOfLaunchers()).toSorted()).toEqual(['amd64', 'arm64']));
  await drain('amd64');
  await shows('Running True amd64 Running amd64-2 True');
  await evict('arm64');
  await eventually(async () => {
    const migrations = await client.list(machineKinds.Migration, { namespace });
    const [first] = migrations.ok ? migrations.value.items : [];
    expect(first?.status).toMatchObject({
      phase: 'Failed',
      migrationState: { failureReason: expect.stringContaining('PVC fedora-arm64-root is not shared') },
    });
  });
  await shows('Running True arm64 Running arm64 True', 'kept');
});

test('who writes a migration moves a machine', async () => {
  await share('fast');
  await addNodes('amd64-2');
  await create(VirtualMachine, 'web', machine('fedora-amd64', migrating));
  await settle(['amd64']);
  await shows('Running True amd64 Running amd64 True');
  await create(machineKinds.Migration, 'by-hand', { spec: { vmiName: 'web' } });
  await shows('Running True amd64 Running amd64-2 True');
  await settle(['amd64-2']);
  await client.delete(VirtualMachine, { namespace, name: 'web' });
  await settle([]);
});

test('Halted stops a machine, Always starts it, and it goes on elsewhere when its node is lost', async () => {
  await create(VirtualMachine, 'web', machine('fedora-amd64'));
  await shows('Running True amd64 Running amd64 True');
  const run = (runStrategy: string) =>
    client.patch(
      VirtualMachine,
      { namespace, name: 'web' },
      { type: 'merge', body: { spec: { runStrategy } } },
    );
  await run('Halted');
  await eventually(async () => {
    expect((await client.get(VirtualMachineInstance, { namespace, name: 'web' })).ok).toBe(false);
    const { status } = await get(VirtualMachine);
    expect(status).toMatchObject({ printableStatus: 'Stopped' });
    expect(status).not.toHaveProperty('created');
  });
  await run('Always');
  await shows('Running True amd64 Running amd64 True');
  await addNodes('amd64-2');
  await client.delete(Node, { name: 'amd64' });
  await shows('Running True amd64 Running amd64-2 True');
});
