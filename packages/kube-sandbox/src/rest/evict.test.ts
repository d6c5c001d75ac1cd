import { type JsonObject, objectsAt, textAt } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { TestServer } from '../test-server.test-support.ts';

const pods = '/api/v1/namespaces/default/pods';
const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

async function makePod(name: string, status: JsonObject = ready): Promise<void> {
  await api.must('POST', pods, {
    metadata: { name, labels: { app: 'a' } },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  });
  await api.must('PATCH', `${pods}/${name}/status`, { status });
}

const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

async function makeBudget(status: JsonObject | undefined, name = 'b'): Promise<void> {
  const selector = { matchLabels: { app: 'a' } };
  await api.must('POST', budgets, { metadata: { name }, spec: { minAvailable: 1, selector } });
  if (status !== undefined)
    await api.must('PATCH', `${budgets}/${name}/status`, { status: { observedGeneration: 1, ...status } });
}

const evict = (name: string, more: JsonObject = {}) =>
  api.send('POST', `${pods}/${name}/eviction`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name },
    ...more,
  });

const conditions = async (name: string) =>
  objectsAt((await api.get(`${pods}/${name}`)).body, 'status', 'conditions');

describe('an eviction', () => {
  test('without a budget deletes the pod', async () => {
    await makePod('p');
    expect(await evict('p')).toMatchObject({ status: 201, body: { kind: 'Status', status: 'Success' } });
    expect((await api.get(`${pods}/p`)).status).toBe(404);
    expect((await evict('p')).status).toBe(404);
  });

  test('tells those who wait for the end of the pod why it goes, once', async () => {
    await makePod('p');
    const metadata = { finalizers: ['example.com/wait'] };
    await api.must('PATCH', `${pods}/p`, { metadata });
    const resourceVersion = textAt((await api.get(`${pods}/p`)).body, 'metadata', 'resourceVersion');
    expect((await evict('p', { deleteOptions: { preconditions: { resourceVersion } } })).status).toBe(201);
    const said = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
      lastProbeTime: null,
      lastTransitionTime: expect.any(String),
    };
    const told = await conditions('p');
    expect(told).toEqual([expect.objectContaining({ type: 'Ready', status: 'True' }), said]);
    expect((await api.get(`${pods}/p`)).body).toHaveProperty('metadata.deletionTimestamp');
    expect((await evict('p')).status).toBe(201);
    expect(await conditions('p')).toEqual(told);
  });

  test('takes what a budget allows, and no more', async () => {
    await makeBudget({ disruptionsAllowed: 1, desiredHealthy: 1, currentHealthy: 2 });
    await makePod('p');
    await makePod('q');
    expect((await evict('p')).status).toBe(201);
    expect(await evict('q')).toMatchObject({
      status: 429,
      body: {
        reason: 'TooManyRequests',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        details: {
          causes: [
            {
              reason: 'DisruptionBudget',
              message: 'The disruption budget b needs 1 healthy pods and has 2 currently',
            },
          ],
        },
      },
    });
    expect((await api.get(`${pods}/q`)).status).toBe(200);
  });

  test.each([
    ['no controller has looked at the budget', undefined, ready, 429],
    ['the pod is pending', undefined, { phase: 'Pending' }, 201],
    ['the pod has ended', undefined, { phase: 'Succeeded' }, 201],
    [
      'the pod is not ready, and enough others are',
      { desiredHealthy: 1, currentHealthy: 1 },
      { phase: 'Running' },
      201,
    ],
    [
      'the pod is not ready, and too few are',
      { desiredHealthy: 2, currentHealthy: 1 },
      { phase: 'Running' },
      429,
    ],
  ])('%s', async (_, budget, status, code) => {
    await makeBudget(budget);
    await makePod('p', status);
    expect((await evict('p')).status).toBe(code);
  });

  test('of a pod with two budgets is an error of the server', async () => {
    await makeBudget(undefined);
    await makeBudget(undefined, 'c');
    await makePod('p');
    expect((await evict('p')).status).toBe(500);
  });

  test('holds for the pod that was seen; of another name it is refused; a dry run does nothing', async () => {
    await makePod('p');
    expect((await evict('p', { deleteOptions: { preconditions: { uid: 'other' } } })).status).toBe(409);
    expect((await evict('p', { metadata: { name: 'q' } })).status).toBe(400);
    expect((await evict('p', { deleteOptions: { dryRun: ['All'] } })).status).toBe(201);
    expect(await conditions('p')).toEqual([expect.objectContaining({ type: 'Ready' })]);
  });
});
