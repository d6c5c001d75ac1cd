import { beforeEach, describe, expect, test } from 'vitest';
import { configMap, configMaps, TestServer, thing, things } from '../test-server.test-support.ts';

const namespaced = (path: string) => `${path}/namespaces/default`;
const pods = `${namespaced('/api/v1')}/pods`;
const services = `${namespaced('/api/v1')}/services`;
const deployments = `${namespaced('/apis/apps/v1')}/deployments`;
const budgets = `${namespaced('/apis/policy/v1')}/poddisruptionbudgets`;
const leases = `${namespaced('/apis/coordination.k8s.io/v1')}/leases`;
const tables = { headers: { accept: 'text/plain' } };
const anyApplication = { headers: { accept: 'application/*' } };
const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a', namespace: 'default' } };
const service = { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } };
const budget = { metadata: { name: 'a' }, spec: { minAvailable: 1 } };

let api: TestServer;

beforeEach(async () => {
  api = new TestServer();
  const paths = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  await api.define([{ name: 'v1', subresources: { status: {}, scale: paths } }]);
});

/** More than one thing is wrong with most of them: the code tells what is looked at first. */
describe('what is told of a request', () => {
  const merge = { type: 'merge' };
  const cases: readonly (readonly [string, number, () => Promise<{ readonly status: number }>])[] = [
    [
      'patch of no type, to be answered as text',
      415,
      () => api.send('PATCH', `${configMaps}/a`, {}, { type: 'text/plain', ...tables }),
    ],
    ['patch, to be answered as text', 406, () => api.send('PATCH', `${configMaps}/a`, {}, tables)],
    [
      'custom resource, as any application type',
      201,
      () => api.send('POST', things, thing('a'), anyApplication),
    ],
    [
      'built-in kind, as any application type',
      406,
      () => api.send('POST', configMaps, configMap('a'), anyApplication),
    ],
    [
      'create of no type with bad options',
      415,
      () => api.send('POST', `${configMaps}?dryRun=x`, 'x', { type: 'text/plain' }),
    ],
    [
      'update of no type with bad options',
      422,
      () => api.send('PUT', `${configMaps}/a?dryRun=x`, 'x', { type: 'text/plain' }),
    ],
    ['create of null', 422, () => api.send('POST', configMaps, 'null')],
    [
      'create of a version that is no text',
      400,
      () => api.send('POST', configMaps, { ...configMap('a'), apiVersion: 5 }),
    ],
    [
      'update of nothing to another kind',
      404,
      () => api.send('PUT', `${things}/a`, { ...thing('a'), kind: 'Other' }),
    ],
    [
      'scale of nothing without a name',
      400,
      () => api.send('PUT', `${deployments}/a/scale`, { spec: { replicas: 1 } }),
    ],
    ['scale of nothing', 404, () => api.send('PUT', `${deployments}/a/scale`, scale)],
    [
      'scale of nothing by no manager',
      422,
      () => api.send('PATCH', `${deployments}/a/scale`, scale, { type: 'apply' }),
    ],
    [
      'strategic scale of a custom resource',
      415,
      () => api.send('PATCH', `${things}/a/scale`, {}, { type: 'strategic' }),
    ],
    [
      'binding of nothing to nothing',
      500,
      () => api.send('POST', `${pods}/a/binding`, { metadata: { name: 'a' }, target: { kind: 'Odd' } }),
    ],
    [
      'short token of nobody',
      404,
      () =>
        api.send('POST', `${namespaced('/api/v1')}/serviceaccounts/a/token`, {
          spec: { expirationSeconds: 5 },
        }),
    ],
    ['status of a service that is not there', 201, () => api.send('PUT', `${services}/a/status`, service)],
    [
      'update of nothing at a version that is no number',
      500,
      () => api.send('PUT', `${leases}/a`, { metadata: { name: 'a', resourceVersion: 'x' } }),
    ],
    [
      'odd field in an apply',
      500,
      () =>
        api.send(
          'PATCH',
          `${services}/a?fieldManager=a`,
          { apiVersion: 'v1', kind: 'Service', ...service, spec: { ports: [{ port: 1, targetPort: true }] } },
          { type: 'apply' },
        ),
    ],
    [
      'eviction of nothing by another kind',
      400,
      () => api.send('POST', `${pods}/a/eviction`, { apiVersion: 'v1', kind: 'Pod' }),
    ],
    [
      'apply of a number that is cut off to nothing',
      422,
      () =>
        api.send(
          'PATCH',
          `${leases}/a?fieldManager=a`,
          {
            apiVersion: 'coordination.k8s.io/v1',
            kind: 'Lease',
            metadata: { name: 'a' },
            spec: { leaseDurationSeconds: 2 ** 33 },
          },
          { type: 'apply' },
        ),
    ],
    ['patch of a name that no path has', 400, () => api.send('PATCH', `${things}/..`, {}, merge)],
  ];

  test.each(cases)('%s: %i', async (_, code, send) => {
    expect((await send()).status).toBe(code);
  });

  test('a budget is updated with its version alone', async () => {
    await api.must('POST', budgets, budget);
    const { causes, status } = await api.send('PUT', `${budgets}/a`, budget);
    expect([status, causes]).toEqual([422, ['metadata.resourceVersion']]);
  });

  test('a custom resource that writes no replicas is not scaled by what leaves them out', async () => {
    await api.must('POST', things, thing('a'));
    const at = `${things}/a/scale`;
    expect((await api.get(at)).status).toBe(500);
    expect((await api.send('PATCH', at, { spec: { replicas: '3' } })).status).toBe(422);
    expect((await api.send('PATCH', at, { kind: 'Other' })).status).toBe(422);
    const { status, message } = await api.send('PATCH', at, { metadata: { labels: { a: 'b' } } });
    expect([status, message]).toEqual([400, 'the spec replicas field ".spec.replicas" cannot be empty']);
    expect((await api.send('PATCH', at, { spec: { replicas: 3 } })).status).toBe(200);
    expect((await api.get(at)).status).toBe(200);
  });

  test('finalizers of custom resources, and of budgets, need no domain', async () => {
    const metadata = { finalizers: ['bad'] };
    expect((await api.send('POST', things, thing('a', {}, metadata))).status).toBe(201);
    expect((await api.send('POST', configMaps, configMap('a', metadata))).status).toBe(422);
    const made = { ...budget, metadata: { name: 'a', ...metadata } };
    expect((await api.send('POST', budgets, made)).status).toBe(201);
  });

  test('a strategic patch scales a built-in kind', async () => {
    const labels = { x: 'y' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await api.must('POST', deployments, {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: labels }, template },
    });
    const patch = { spec: { replicas: 3 } };
    const { status } = await api.send('PATCH', `${deployments}/a/scale`, patch, {
      type: 'strategic',
    });
    expect([status, (await api.get(`${deployments}/a`)).body]).toMatchObject([
      200,
      { spec: { replicas: 3 } },
    ]);
  });
});
