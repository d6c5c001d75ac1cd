import type { JsonObject } from '@archipelago/apimachinery';
import { beforeEach, expect, test } from 'vitest';
import { TestServer } from '../../test-server.test-support.ts';

const labels = { app: 'x' };
const spread = {
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
};
const podSpec = { containers: [{ name: 'c', image: 'i' }] };
const jobTemplate = { spec: { ...podSpec, restartPolicy: 'Never' } };
const scheduler = 'the scheduler of the embedded cluster does not look at it';

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

/** A collection, an object, and what is said of its fields. */
const cases: readonly (readonly [string, JsonObject, readonly string[]])[] = [
  ['/api/v1/namespaces/default/pods', { spec: podSpec }, []],
  [
    '/api/v1/namespaces/default/pods',
    { spec: { ...podSpec, ...spread } },
    [`spec.topologySpreadConstraints: ${scheduler}`],
  ],
  [
    '/apis/apps/v1/namespaces/default/deployments',
    {
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { ...podSpec, affinity: { podAffinity: { x: 1 }, podAntiAffinity: {} } },
        },
      },
    },
    [],
  ],
  [
    '/apis/apps/v1/namespaces/default/daemonsets',
    {
      spec: {
        selector: { matchLabels: labels },
        updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: { metadata: { labels }, spec: { ...podSpec, ...spread } },
      },
    },
    [
      `spec.template.spec.topologySpreadConstraints: ${scheduler}`,
      'spec.updateStrategy.rollingUpdate.maxSurge: the embedded cluster has no two pods of a DaemonSet on a node: it counts as maxUnavailable',
    ],
  ],
  [
    '/apis/batch/v1/namespaces/default/jobs',
    {
      spec: { completions: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1, template: jobTemplate },
    },
    ['spec.backoffLimitPerIndex: the embedded cluster ends jobs without looking at it'],
  ],
  [
    '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    { spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } } },
    ['the embedded cluster keeps HorizontalPodAutoscalers and scales nothing'],
  ],
  [
    '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
    { spec: {} },
    ['the embedded cluster keeps NetworkPolicies and has no network that they would hold up'],
  ],
];

test.each(cases)('%s %j', async (collection, content, said) => {
  const warnings = said.map((text) => `299 - "${text}"`);
  const made = await api.send('POST', `${collection}?fieldValidation=Ignore`, {
    metadata: { name: 'a' },
    ...content,
  });
  expect([made.status, made.warnings]).toEqual([201, warnings]);
  const changed = await api.send('PATCH', `${collection}/a`, { metadata: { labels: { a: 'b' } } });
  expect([changed.status, changed.warnings]).toEqual([200, warnings]);
});

test('a status is written without a word', async () => {
  const pods = '/api/v1/namespaces/default/pods';
  await api.must('POST', pods, { metadata: { name: 'a' }, spec: { ...podSpec, ...spread } });
  expect((await api.send('PATCH', `${pods}/a/status`, { status: { phase: 'Running' } })).warnings).toEqual(
    [],
  );
});
