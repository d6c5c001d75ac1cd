import { expect, test } from 'vitest';
import { TestServer } from '../../test-server.test-support.ts';
import { coversObject } from './covers-object.ts';

const base = '/api/v1/namespaces/default';

async function quotaServer(hard: Readonly<Record<string, string>>): Promise<TestServer> {
  const server = new TestServer();
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec: { hard } };
  await server.must('POST', `${base}/resourcequotas`, quota);
  return server;
}

test('a service or claim that grows is counted, and one that stays as it is is not', async () => {
  const server = await quotaServer({ 'services.nodeports': '1', 'requests.storage': '2Gi' });
  const service = (type: string, ports: number) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's' },
    spec: {
      type,
      ports: Array.from({ length: ports }, (_, index) => ({ name: `p${index}`, port: 80 + index })),
    },
  });
  await server.must('POST', `${base}/services`, service('ClusterIP', 2));
  const patch = (spec: object) => server.send('PATCH', `${base}/services/s`, { spec });
  expect((await patch({ type: 'NodePort' })).message).toBe(
    'services "s" is forbidden: exceeded quota: q, requested: services.nodeports=2, used: services.nodeports=0, limited: services.nodeports=1',
  );
  expect((await patch({ type: 'NodePort', ports: [{ port: 80 }] })).status).toBe(200);
  expect((await patch({ sessionAffinity: 'ClientIP' })).status).toBe(200);
  const quota = await server.must('GET', `${base}/resourcequotas/q`);
  expect(quota.status).toEqual({
    hard: { 'services.nodeports': '1', 'requests.storage': '2Gi' },
    used: { 'services.nodeports': '1', 'requests.storage': '0' },
  });
});

test('custom resources are counted by their names', async () => {
  const server = await quotaServer({ 'count/things.example.com': '1' });
  await server.define([{ name: 'v1' }]);
  const things = '/apis/example.com/v1/namespaces/default/things';
  const thing = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name } });
  await server.must('POST', things, thing('a'));
  expect((await server.send('POST', things, thing('b'))).status).toBe(403);
  await server.must('DELETE', `${things}/a`);
  expect((await server.send('POST', things, thing('b'))).status).toBe(201);
});

test.each([
  ['In', 'high', true],
  ['In', 'low', false],
  ['NotIn', 'low', true],
  ['Exists', 'low', true],
  ['Exists', '', false],
  ['DoesNotExist', '', true],
])(
  'a quota for priority classes %s [high] covers a pod of "%s": %s',
  (operator, priorityClassName, covered) => {
    const matchExpressions = [{ scopeName: 'PriorityClass', operator, values: ['high'] }];
    const quota = { scopeSelector: { matchExpressions } };
    expect(coversObject(quota, '/pods', { spec: { priorityClassName } })).toBe(covered);
    expect(coversObject(quota, '/services', { spec: { priorityClassName } })).toBe(false);
  },
);
