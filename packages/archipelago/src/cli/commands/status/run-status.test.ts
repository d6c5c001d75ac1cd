import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, leases } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { FormatRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demandPublished } from '../../../../../../test/support/demand-published.ts';
import { hyperConvergedDefinition } from '../../../config/crd.ts';
import { settings } from '../../../config/settings.ts';
import { layeringKindsOf } from '../../../operator/layering/layering-manifests.ts';
import { definitions, deployments, hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import { main } from '../../main.ts';
import { type StatusReport, statusSchema } from './status-schema.ts';

const namespace = 'kubevirt-hyperconverged';

FormatRegistry.Set('date-time', (text) => !Number.isNaN(Date.parse(text)));

let cluster: EmbeddedCluster;
let client: KubernetesClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-status-'));
  cluster = await startEmbeddedCluster({ insecure: true });
  client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig());
});

afterAll(async () => {
  client.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(argv: readonly string[], kubeconfig = 'kubeconfig', again?: () => Promise<boolean>) {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await main(['status', ...argv, '--kubeconfig', join(folder, kubeconfig)], {
    out: (text) => {
      ran.out += text;
    },
    err: (text) => {
      ran.err += text;
    },
    read: async () => '',
    color: false,
    ...(again === undefined ? {} : { again }),
  });
  if (ran.code < 2) demandPublished(['status', ...argv], ran.out);
  return ran;
}

async function report(...argv: readonly string[]): Promise<StatusReport> {
  const { out } = await run(['-o', 'json', ...argv]);
  const parsed: unknown = JSON.parse(out);
  if (Value.Check(statusSchema, parsed)) return parsed;
  throw new Error(
    [...Value.Errors(statusSchema, parsed)].map(({ path, message }) => `${path} ${message}`).join(),
  );
}

async function create(
  resource: Parameters<KubernetesClient['create']>[0],
  object: JsonObject,
): Promise<void> {
  const { apiVersion = '', kind = '', metadata = {}, ...rest } = object;
  const made = await client.create(resource, {
    ...rest,
    apiVersion: String(apiVersion),
    kind: String(kind),
    metadata: { name: '', ...Object(metadata) },
  });
  if (!made.ok) throw new Error(made.status.message);
}

async function tell(status: JsonObject): Promise<void> {
  const name = { namespace, name: 'kubevirt-hyperconverged' };
  const patched = await client.patchStatus(hyperConvergeds, name, { type: 'merge', body: { status } });
  if (!patched.ok) throw new Error(patched.status.message);
}

const condition = (type: string, status: string, message = 'because'): JsonValue => ({
  ...{ type, status, reason: 'Reason', message },
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

const fine = [
  condition('ReconcileComplete', 'True'),
  condition('Available', 'True'),
  condition('Progressing', 'False'),
  condition('Degraded', 'False'),
  condition('Upgradeable', 'True'),
];

const lease = (renewTime: string): JsonObject => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'archipelago-operator', namespace },
  spec: { holderIdentity: 'pod-1', leaseDurationSeconds: 15, renewTime },
});

function deployment(name: string, where: string): JsonObject {
  const labels = { app: name };
  const containers = [{ name: 'operator', image: 'registry.example/archipelago:1' }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: where },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
}

describe('archipelago status, from an empty cluster on', () => {
  it('answers on a cluster where nothing is installed, and says what is missing', async () => {
    const { well, operator, hyperConverged, operands, images, builds, findings } = await report();
    expect([well, operator.state, hyperConverged.state]).toEqual([false, 'notWell', 'notWell']);
    expect(operator.summary).toBe(`no operator is installed in ${namespace}`);
    expect(hyperConverged.problems).toMatchObject([{ message: 'the cluster does not know HyperConvergeds' }]);
    expect([operands.state, images.state, builds.state]).toEqual(['absent', 'absent', 'absent']);
    expect(findings.summary).toMatch(/^\d+ critical, \d+ warning, \d+ info/);
  });

  it('tells conditions, operands without definition, who leads, and other operators', async () => {
    const names = [namespace, 'elsewhere'];
    const namespaces = {
      group: '',
      version: 'v1',
      plural: 'namespaces',
      kind: 'Namespace',
      namespaced: false,
    };
    for (const name of names)
      await create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await create(definitions, hyperConvergedDefinition(settings));
    expect((await report()).builds.summary).toBe('layering is not installed');
    for (const definition of layeringKindsOf('kubernetes')) await create(definitions, definition);
    expect((await report()).builds.summary).toBe('no MachineOSConfig');
    expect((await report()).hyperConverged.summary).toBe(`there is none in ${namespace}`);
    const metadata = { name: 'kubevirt-hyperconverged', namespace };
    await create(hyperConvergeds, {
      apiVersion: 'hco.kubevirt.io/v1beta1',
      kind: 'HyperConverged',
      metadata,
      spec: {},
    });
    expect((await report()).hyperConverged.summary).toContain('no operator has looked at it');
    expect((await report('-n', 'elsewhere')).hyperConverged.problems).toEqual([
      {
        message: `there is none in elsewhere; there is one in ${namespace}`,
        fix: `archipelago status -n ${namespace}`,
      },
    ]);
    const wrong = [...fine.slice(0, 1), condition('Available', 'False', 'no disk'), ...fine.slice(2, 4)];
    await tell({
      conditions: [...wrong, condition('Upgradeable', 'False')],
      versions: [
        { name: 'operator', version: '1.2.3' },
        { name: 'archipelago', version: '0.2.0' },
      ],
    });
    await create(leases, lease(new Date().toISOString().replace('Z', '000Z')));
    await create(deployments, deployment('hco-operator', namespace));
    await create(deployments, deployment('archipelago-operator', 'elsewhere'));
    const { operator, hyperConverged, operands, images } = await report();
    expect(operator).toMatchObject({ state: 'notWell', leader: 'pod-1', version: '1.2.3' });
    expect(operator.summary).toMatch(/^version 0\.2\.0, behaves as 1\.2\.3; /);
    expect(operator.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Deployment .*hco-operator of the HyperConverged Cluster Operator/),
      expect.stringMatching(/^another Archipelago runs in elsewhere/),
    ]);
    // where no HyperConverged is seen, nobody is told to delete the operator of another namespace
    const { out } = await run(['-o', 'json', '-n', 'default']);
    expect(out).toContain('archipelago status -n elsewhere');
    expect(out).not.toContain('kubectl delete deployment');
    // that it is not upgradeable follows from that
    expect(hyperConverged.problems).toEqual([{ message: 'Available is False (Reason): no disk' }]);
    expect(operands.operands.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'KubeVirt notServed',
      'CDI notServed',
      'NetworkAddonsConfig notServed',
    ]);
    expect(images.state).not.toBe('absent');
  });

  it('names a HyperConverged elsewhere, and tells of the one that is looked after', async () => {
    const elsewhere = { name: 'kubevirt-hyperconverged', namespace: 'default' };
    const object = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata: elsewhere };
    await create(hyperConvergeds, object);
    const told = await report();
    expect([told.namespace, told.hyperConverged.state]).toEqual([namespace, 'notWell']);
    expect(told.hyperConverged.summary).toContain('; one more elsewhere');
    expect(told.hyperConverged.problems.at(-1)).toEqual({
      object: 'HyperConverged/default/kubevirt-hyperconverged',
      message: `has no effect: the operator looks after ${namespace}/kubevirt-hyperconverged only`,
      fix: `write what it says into ${namespace}/kubevirt-hyperconverged, and delete it`,
    });
    const status = { conditions: fine };
    await client.patchStatus(hyperConvergeds, elsewhere, { type: 'merge', body: { status } });
    expect((await report()).hyperConverged.problems.at(-1)).toMatchObject({
      message: 'another operator looks after it: there must be one per cluster',
    });
    await client.delete(hyperConvergeds, elsewhere);
  });

  it('is one screen for people, with everything on -o wide', async () => {
    const { code, out } = await run([]);
    expect(code).toBe(1);
    expect(out).toMatch(/^the installation in kubevirt-hyperconverged is not well\n {2}operator +not well/);
    expect(out).toMatch(/\n {2}operands +not well {2}0 of 3 ready\n {4}KubeVirt\/kubevirt-/);
    expect(out.split('\n').length).toBeLessThan(50);
    const wide = await run(['-o', 'wide']);
    expect(wide.out.length).toBeGreaterThanOrEqual(out.length);
  });

  it('tells of the parts that are named, and ends as they are', async () => {
    const { code, out } = await run(['certificates', 'builds']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^ {2}builds +- {9}no MachineOSConfig\n {2}certificates +- {9}no authorities\n$/),
    ]);
    expect((await run(['operator'])).code).toBe(1);
    const parsed: unknown = JSON.parse((await run(['builds', '-o', 'json'])).out);
    expect(Object.keys(Object(parsed))).toEqual(['well', 'namespace', 'at', 'builds']);
    expect((await run(['builds', 'alerts', '-o', 'name'])).out).toBe('builds\nalerts\n');
    expect((await run(['bulids'])).code).toBe(2);
  });

  it('-w prints again what has changed, and nothing while nothing does', async () => {
    const turns: (() => Promise<void>)[] = [
      async () => undefined,
      () => tell({ conditions: fine }),
      async () => undefined,
    ];
    const { code, out } = await run(['-w'], 'kubeconfig', async () => {
      const turn = turns.shift();
      await turn?.();
      return turn !== undefined;
    });
    expect(code).toBe(1);
    expect(out.match(/the installation in/g)).toHaveLength(2);
    expect(out).toMatch(/\n\d{4}-\d\d-\d\dT.*Z\nthe installation in .*[\s\S]*HyperConverged +well/);
  });

  it('notices that nobody has led for a while', async () => {
    const body = { spec: { renewTime: '2026-01-01T00:00:00.000000Z' } };
    await client.patch(leases, { namespace, name: 'archipelago-operator' }, { type: 'merge', body });
    const { operator, alerts } = await report();
    expect(operator.problems[0]).toMatchObject({
      message: expect.stringMatching(/^no operator has led for \d+d$/),
      fix: 'archipelago runbook ArchipelagoOperatorDown',
    });
    expect(alerts.firing.map(({ name }) => name)).toContain('ArchipelagoOperatorDown');
  });
});

describe('what is in the way of looking', () => {
  const withServer = async (name: string, change: (text: string) => string) => {
    await writeFile(join(folder, name), change(cluster.kubeconfig()));
    return run([], name);
  };

  it('401 has its fix, and ends with 3', async () => {
    const { code, err } = await withServer('stranger', (text) =>
      text.replaceAll(cluster.adminToken, 'no-token'),
    );
    expect([code, err]).toEqual([3, expect.stringMatching(/401 Unauthorized\); log in again, or choose/)]);
  });

  it('a refused connection has its fix, and ends with 3', async () => {
    const { code, err } = await withServer('away', (text) =>
      text.replace(/server: .*/, 'server: http://127.0.0.1:1'),
    );
    expect([code, err]).toEqual([3, expect.stringContaining('; nobody listens there: start the cluster')]);
  });

  it('-v tells each request on standard error', async () => {
    const { out, err } = await run(['-v', '-o', 'json']);
    expect(JSON.parse(out)).toMatchObject({ namespace });
    expect(err).toMatch(/^GET http.*\/hyperconvergeds\?limit=500 200 in \d+ ms\n/);
  });
});
