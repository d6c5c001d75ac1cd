import { type JsonObject, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../../../test/support/eventually.ts';
import { customResourceDefinition } from '../../definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../definitions/sandbox-definitions.ts';
import { createDefinitions, createNamespace, createReadyNodes } from '../furnish-cluster.ts';
import { startPlayer } from '../players/start-player.ts';
import { simulatedNode } from '../simulated-nodes.ts';
import { machineKinds } from '../virt-controller/machine-kinds.ts';
import { virtController } from '../virt-controller/virt-controller.ts';
import { virtApi } from './virt-api.ts';

const namespace = 'shop';
const root = '/apis/subresources.kubevirt.io/v1';
const { KubeVirt, VirtualMachine, VirtualMachineInstance, Migration } = machineKinds;
const operator = { name: 'web-operator', groups: ['system:authenticated'] };
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: true };

let cluster: EmbeddedCluster;
let client: KubernetesClient;
let player: { stop(): Promise<void> };

beforeEach(async () => {
  cluster = await startEmbeddedCluster({ insecure: true, extensions: [virtApi] });
  client = createKubernetesClient({ transport: inProcessTransport(cluster) });
  await createNamespace(client, namespace);
  const kinds = Object.values(machineKinds).map(({ plural }) => plural);
  const { definitions } = sandboxDefinitions('kubernetes');
  await createDefinitions(
    client,
    definitions.filter(({ plural }) => kinds.includes(plural)).map(customResourceDefinition),
  );
  await create(KubeVirt, 'kubevirt', { spec: {} });
  const body = { status: { phase: 'Deployed' } };
  await client.patchStatus(KubeVirt, { namespace, name: 'kubevirt' }, { type: 'merge', body });
  const nodes = ['one', 'two'].map((name, index) => {
    const made = simulatedNode(
      { name, architecture: 'amd64', roles: ['worker'] },
      { now: '2026-01-01T00:00:00Z', index },
    );
    const labels = { ...made.metadata.labels, 'kubevirt.io/schedulable': 'true' };
    return { ...made, metadata: { ...made.metadata, labels } };
  });
  await createReadyNodes(client, nodes);
  player = startPlayer(virtController(0), { client, onProblem: (problem) => expect.fail(problem) });
});

afterEach(async () => {
  await player.stop();
  await cluster.stop();
});

async function create(resource: Resource, name: string, rest: JsonObject): Promise<void> {
  const { group, version, kind } = resource;
  const object = { apiVersion: `${group}/${version}`, kind, metadata: { name, namespace }, ...rest };
  const made = await client.create(resource, object);
  expect(made.ok, JSON.stringify(made)).toBe(true);
}

const machine = (runStrategy: string) =>
  create(VirtualMachine, 'web', { spec: { runStrategy, template: { spec: { domain: {} } } } });

/** As `virtctl` asks; the code, and what is said. */
async function ask(verb: string, body = '{}', token = cluster.adminToken): Promise<string> {
  const response = await fetch(`${cluster.url}${root}/namespaces/${namespace}/virtualmachines/web/${verb}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  return text === '' ? String(response.status) : `${response.status} ${textAt(JSON.parse(text), 'message')}`;
}

async function found(resource: Resource, name = 'web'): Promise<KubernetesObject | undefined> {
  const got = await client.get(resource, { namespace, name });
  return got.ok ? got.value : undefined;
}

const shows = (status: string) =>
  eventually(async () =>
    expect(textAt(await found(VirtualMachine), 'status', 'printableStatus')).toBe(status),
  );

const uid = async () => (await found(VirtualMachineInstance))?.metadata.uid;

const conflict = 'Operation cannot be fulfilled on virtualmachine.kubevirt.io "web": ';

test('a machine is started and stopped', async () => {
  expect(await ask('start')).toBe('404 virtualmachine.kubevirt.io "web" not found');
  await machine('Halted');
  await shows('Stopped');
  expect(await ask('stop')).toBe(`409 ${conflict}VM is not running`);
  expect(await ask('start', '{"dryRun":["All"]}')).toBe('202');
  expect(textAt(await found(VirtualMachine), 'spec', 'runStrategy')).toBe('Halted');
  expect(await ask('start')).toBe('202');
  await shows('Running');
  expect(await ask('start')).toBe(`409 ${conflict}VM is already running`);
  expect(await ask('stop', '')).toBe('202');
  await shows('Stopped');
  expect(textAt(await found(VirtualMachine), 'spec', 'runStrategy')).toBe('Halted');
});

test('a Manual machine is started, started anew and stopped, and stays Manual', async () => {
  await machine('Manual');
  await shows('Stopped');
  expect(await ask('start')).toBe('202');
  await shows('Running');
  const first = await uid();
  await eventually(async () =>
    expect((await found(VirtualMachine))?.status).not.toHaveProperty('stateChangeRequests'),
  );
  expect(await ask('restart')).toBe('202');
  await eventually(async () => expect([undefined, first]).not.toContain(await uid()));
  await shows('Running');
  expect(await ask('stop')).toBe('202');
  await shows('Stopped');
  expect(await uid()).toBeUndefined();
  const after = await found(VirtualMachine);
  expect(after?.spec).toMatchObject({ runStrategy: 'Manual' });
  expect(after?.status).not.toHaveProperty('stateChangeRequests');
});

test('a machine is started anew, and moved', async () => {
  await machine('Always');
  await shows('Running');
  const first = await uid();
  expect(await ask('restart')).toBe('202');
  await eventually(async () => expect([undefined, first]).not.toContain(await uid()));
  await shows('Running');
  const node = async () => textAt(await found(VirtualMachineInstance), 'status', 'nodeName');
  const before = await node();
  expect(await ask('migrate')).toBe('202');
  await eventually(async () => expect(await node()).not.toBe(before));
  const migrations = await client.list(Migration, { namespace });
  expect(migrations.ok && migrations.value.items.map(({ metadata }) => metadata.name)).toEqual([
    expect.stringMatching(/^kubevirt-migrate-vm-.+/),
  ]);
});

test('who asks needs the right to the subresource, and no other', async () => {
  await machine('Halted');
  const token = cluster.addUser(operator);
  const forbidden =
    '403 virtualmachines.subresources.kubevirt.io "web" is forbidden: User "web-operator" cannot update resource ' +
    '"virtualmachines/start" in API group "subresources.kubevirt.io" in the namespace "shop"';
  expect(await ask('start', '{}', token)).toBe(forbidden);
  await create({ ...rbac, plural: 'roles', kind: 'Role' }, 'starts', {
    rules: [
      { apiGroups: ['subresources.kubevirt.io'], resources: ['virtualmachines/start'], verbs: ['update'] },
    ],
  });
  await create({ ...rbac, plural: 'rolebindings', kind: 'RoleBinding' }, 'starts', {
    roleRef: { apiGroup: rbac.group, kind: 'Role', name: 'starts' },
    subjects: [{ apiGroup: rbac.group, kind: 'User', name: operator.name }],
  });
  expect(await ask('start', '{}', token)).toBe('202');
  expect(await ask('stop', '{}', token)).toContain('403 ');
  await shows('Running');
});

test('discovery lists what can be asked', async () => {
  const { raw } = client;
  const listed = await raw({ method: 'GET', path: root });
  expect(listed).toMatchObject({
    ok: true,
    value: {
      kind: 'APIResourceList',
      groupVersion: 'subresources.kubevirt.io/v1',
      resources: ['start', 'stop', 'restart', 'migrate'].map((verb) => ({
        name: `virtualmachines/${verb}`,
        namespaced: true,
        verbs: ['update'],
      })),
    },
  });
});
