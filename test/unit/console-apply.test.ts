import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type Resource } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleAsks } from '../../packages/archipelago/src/cli/commands/console/console-asks.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { createWorld, type World } from '../suites/operator-world.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';

const namespace = 'kubevirt-hyperconverged';
const name = { namespace, name: 'kubevirt-hyperconverged' };

let folder: string;
let kubeconfig: string;
let cluster: EmbeddedCluster;
let world: World;

const servers: TestServers = {
  name: 'embedded',
  areSeparate: true,
  lease: async () => {
    cluster = await startEmbeddedCluster({ insecure: true });
    return {
      name: 'embedded',
      hurry: 200,
      lookMs: 4,
      admin: () => inProcessTransport(cluster),
      operator: () => inProcessTransport(cluster),
      release: () => cluster.stop(),
    };
  },
  stop: async () => {},
};

const io: Io = {
  out: () => undefined,
  err: () => undefined,
  read: async () => '',
  find: async () => undefined,
  color: false,
};

const admin = (fieldManager: string) =>
  createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test', fieldManager });

async function ask(what: string, body: JsonObject, file = kubeconfig): Promise<JsonObject> {
  const found = consoleAsks({ kubeconfig: file }, io).get(what);
  if (found === undefined || !found.fits(body)) throw new Error(`nobody answers ${what} to that`);
  return found.answer(body);
}

async function stored(): Promise<JsonObject> {
  const found = await admin('test').get(hyperConvergeds, name);
  if (!found.ok) throw new Error(found.status.message);
  return objectAt(JSON.parse(JSON.stringify(found.value)));
}

async function planned(patch: JsonObject): Promise<JsonObject> {
  return { patch, stored: objectAt((await ask('plan', { patch })).stored) };
}

/** As somebody else writes it. */
async function write(spec: JsonObject, by = 'kubectl-edit'): Promise<void> {
  const written = await admin(by).patch(hyperConvergeds, name, { type: 'merge', body: { spec } });
  if (!written.ok) throw new Error(written.status.message);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-console-apply-'));
  world = await createWorld(
    {
      platform: 'kubernetes',
      operatorNamespace: namespace,
      nodes: [{ name: 'a1', arch: 'amd64', roles: ['worker'] }],
    },
    { servers, without: ['ssps.ssp.kubevirt.io'] },
  );
  kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, cluster.kubeconfig());
  world.startOperator({});
  await world.write({
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: name,
    spec: {},
  });
  // the operator has completed it, so that what is planned now is planned for something that stays
  await until(async () => textAt(await stored(), 'spec', 'evictionStrategy') !== '');
});

afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const cpu = (defaultCPUModel: string | null) => ({ spec: { defaultCPUModel } });

describe('applying an edit', () => {
  it('stores what was planned, as the console, and knows the way back', async () => {
    const told = await ask('apply', await planned(cpu('Haswell')));
    expect(told).toMatchObject({
      state: 'applied',
      changes: [{ field: 'spec.defaultCPUModel', after: 'Haswell' }],
      undo: cpu(null),
      stored: { metadata: name, spec: { defaultCPUModel: 'Haswell' } },
      notes: [],
    });
    const now = await stored();
    expect(now).toHaveProperty('spec.defaultCPUModel', 'Haswell');
    expect(JSON.stringify(valueAt(now, 'metadata', 'managedFields'))).toMatch(
      /"manager":"archipelago-console"[^}]*/,
    );
    expect(told.stored).not.toHaveProperty('metadata.managedFields');
    expect(told.stored).not.toHaveProperty('status');
    const back = await ask('apply', await planned(objectAt(told.undo)));
    expect(back).toMatchObject({ state: 'applied', undo: cpu('Haswell') });
    expect(await stored()).not.toHaveProperty('spec.defaultCPUModel');
  });

  it('writes nothing where somebody has changed it meanwhile, and says who changed what', async () => {
    const edit = await planned(cpu('Haswell'));
    await write({ defaultCPUModel: 'Skylake', uninstallStrategy: 'RemoveWorkloads' });
    const told = await ask('apply', edit);
    expect(told).toMatchObject({
      state: 'changed',
      changes: [
        { field: 'spec.defaultCPUModel', after: 'Skylake', by: 'kubectl-edit' },
        { field: 'spec.uninstallStrategy', after: 'RemoveWorkloads', by: 'kubectl-edit' },
      ],
    });
    expect(await stored()).toMatchObject({
      spec: { defaultCPUModel: 'Skylake', uninstallStrategy: 'RemoveWorkloads' },
    });
    // planned again, it is made for the new state
    expect(await ask('apply', await planned(cpu('Haswell')))).toMatchObject({
      state: 'applied',
      undo: cpu('Skylake'),
    });
  });

  it('does not mind a status that is written meanwhile', async () => {
    const edit = await planned(cpu('Broadwell'));
    const now = await stored();
    const status = { archipelagoTest: 'x', observedGeneration: 7 };
    const told = await admin('archipelago').patchStatus(hyperConvergeds, name, {
      type: 'merge',
      body: { status },
    });
    expect(told.ok && told.value.metadata.resourceVersion).not.toBe(
      valueAt(now, 'metadata', 'resourceVersion'),
    );
    expect(await ask('apply', edit)).toMatchObject({ state: 'applied' });
  });

  it('takes back its own annotation only', async () => {
    const edit = await planned({ metadata: { annotations: { 'example.com/ours': 'a' } } });
    const told = await ask('apply', edit);
    expect(told.undo).toEqual({ metadata: { annotations: { 'example.com/ours': null } } });
    expect(await ask('apply', await planned(objectAt(told.undo)))).toMatchObject({ state: 'applied' });
  });

  it('is done already where its answer was lost', async () => {
    const edit = await planned(cpu('Penryn'));
    await ask('apply', edit);
    expect(await ask('apply', edit)).toMatchObject({
      state: 'applied',
      changes: [{ field: 'spec.defaultCPUModel', after: 'Penryn' }],
      undo: cpu('Broadwell'),
    });
  });

  it('stores nothing that the cluster refuses, and says why', async () => {
    const before = await stored();
    const told = await ask('apply', await planned({ spec: { evictionStrategy: 'Sometimes' } }));
    expect(told).toMatchObject({
      state: 'refuses',
      message: expect.stringContaining('spec.evictionStrategy'),
    });
    expect((await stored()).spec).toEqual(before.spec);
  });

  it('stores nothing that only the dry run refuses', async () => {
    const group = 'admissionregistration.k8s.io';
    const of = { group, version: 'v1', namespaced: false } as const;
    const policies: Resource = {
      ...of,
      plural: 'validatingadmissionpolicies',
      kind: 'ValidatingAdmissionPolicy',
    };
    const bindings: Resource = {
      ...of,
      plural: 'validatingadmissionpolicybindings',
      kind: 'ValidatingAdmissionPolicyBinding',
    };
    const rule = {
      apiGroups: ['hco.kubevirt.io'],
      apiVersions: ['*'],
      operations: ['UPDATE'],
      resources: ['hyperconvergeds'],
    };
    const client = admin('test');
    await client.create(policies, {
      apiVersion: `${group}/v1`,
      kind: policies.kind,
      metadata: { name: 'no-nehalem' },
      ...{
        spec: {
          matchConstraints: { resourceRules: [rule] },
          validations: [
            {
              expression: "!has(object.spec.defaultCPUModel) || object.spec.defaultCPUModel != 'Nehalem'",
              message: 'not Nehalem',
            },
          ],
        },
      },
    });
    await client.create(bindings, {
      apiVersion: `${group}/v1`,
      kind: bindings.kind,
      metadata: { name: 'no-nehalem' },
      ...{ spec: { policyName: 'no-nehalem', validationActions: ['Deny'] } },
    });
    const told = await ask('apply', await planned(cpu('Nehalem')));
    expect(told).toMatchObject({ state: 'refuses', message: expect.stringContaining('not Nehalem') });
    expect(await stored()).toHaveProperty('spec.defaultCPUModel', 'Penryn');
  });

  it('is not for who may not write, and he is told', async () => {
    const file = join(folder, 'stranger');
    await writeFile(file, cluster.kubeconfig().replace(/^( +)(token: .*)$/m, '$1$2\n$1as: stranger'));
    const edit = await planned(cpu('Nehalem-v2'));
    expect(await ask('apply', edit, file)).toMatchObject({
      state: 'mayNot',
      message: expect.stringContaining('stranger'),
    });
    expect(await stored()).toHaveProperty('spec.defaultCPUModel', 'Penryn');
  });

  it('of one that was made anew meanwhile is none', async () => {
    const edit = await planned(cpu('Haswell'));
    const seen = objectAt(edit.stored);
    const other = { ...seen, metadata: { ...objectAt(seen.metadata), uid: 'another' } };
    expect(await ask('apply', { ...edit, stored: other })).toMatchObject({ state: 'gone' });
    const away = { ...seen, metadata: { ...objectAt(seen.metadata), name: 'none' } };
    expect(await ask('apply', { ...edit, stored: away })).toMatchObject({ state: 'gone' });
  });

  it('says that the cluster is away', async () => {
    const file = join(folder, 'away');
    await writeFile(file, cluster.kubeconfig().replaceAll(/server: .*/g, 'server: http://127.0.0.1:1'));
    const edit = await planned(cpu('Haswell'));
    expect(await ask('apply', edit, file)).toMatchObject({ problem: { kind: 'notSeen' } });
  });

  it.each<[boolean, JsonObject]>([
    [true, { patch: {}, stored: { metadata: { resourceVersion: '1' } } }],
    [false, { patch: {} }],
    [false, { patch: {}, stored: {} }],
    [false, { patch: [], stored: { metadata: { resourceVersion: '1' } } }],
  ])('is asked for with both: %s for %j', (isBoth, body) => {
    expect(consoleAsks({ kubeconfig }, io).get('apply')?.fits(body)).toBe(isBoth);
  });
});

it('a plan names who keeps the object in Git, and nothing is stored for who was not told', async () => {
  const annotations = { 'argocd.argoproj.io/tracking-id': 'x' };
  const { stored: seen } = await planned({});
  await ask('apply', { patch: { metadata: { annotations } }, stored: objectAt(seen) });
  expect(await ask('plan', { patch: {} })).toMatchObject({ keptBy: 'Argo CD' });
  const away = { metadata: { annotations: { 'argocd.argoproj.io/tracking-id': null } } };
  const before = await stored();
  expect(await ask('apply', await planned(away))).toMatchObject({ state: 'kept', keptBy: 'Argo CD' });
  expect(await stored()).toEqual(before);
  expect(await ask('apply', { ...(await planned(away)), force: true })).toMatchObject({ state: 'applied' });
});

describe('the HyperConverged as YAML', () => {
  it('has an edit in it, and gives it back', async () => {
    const told = await ask('yaml', { patch: cpu('Haswell') });
    expect(told.yaml).toContain('\n  defaultCPUModel: Haswell\n');
    const yaml = textAt(told, 'yaml').replace('Haswell', 'Nehalem');
    const back = await ask('yaml', { yaml, stored: objectAt(told.stored) });
    expect(back).toEqual({ patch: cpu('Nehalem'), findings: [], notes: [] });
  });

  it.each<[boolean, JsonObject]>([
    [true, { patch: {} }],
    [true, { yaml: '', stored: {} }],
    [false, { yaml: '' }],
    [false, { yaml: {}, patch: {} }],
    [false, {}],
  ])('is asked for with one of both: %s for %j', (isOne, body) => {
    expect(consoleAsks({ kubeconfig }, io).get('yaml')?.fits(body)).toBe(isOne);
  });
});

describe('the manifest of a plan', () => {
  it('holds what people write, without what would be so anyway', async () => {
    const { manifest } = await ask('plan', {
      patch: { ...cpu('Haswell'), metadata: { annotations: { a: 'b' } } },
    });
    expect(manifest).toBe(`apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: ${namespace}
  annotations:
    a: b
spec:
  uninstallStrategy: RemoveWorkloads
  defaultCPUModel: Haswell
`);
  });
});
