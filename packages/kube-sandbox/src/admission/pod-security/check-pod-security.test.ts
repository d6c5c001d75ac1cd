import { expect, test } from 'vitest';
import { TestServer } from '../../test-server.test-support.ts';
import { judgePod } from './judge-pod.ts';
import { podPolicy } from './pod-policy.ts';

const prefix = 'pod-security.kubernetes.io/';

function policyOf(labels: Readonly<Record<string, string>>) {
  const entries = Object.entries(labels).map(([key, value]) => [`${prefix}${key}`, value] as const);
  const { enforce, warn, errors } = podPolicy(Object.fromEntries(entries));
  return [enforce.text, warn.text, errors.length];
}

test.each([
  [{}, 'privileged:latest', 'privileged:latest', 0],
  [{ enforce: 'baseline' }, 'baseline:latest', 'baseline:latest', 0],
  [{ enforce: 'baseline', 'enforce-version': 'v1.20' }, 'baseline:v1.20', 'baseline:v1.20', 0],
  [{ enforce: 'restricted', warn: 'privileged' }, 'restricted:latest', 'privileged:latest', 0],
  [{ enforce: 'baseline', 'warn-version': 'v1.3' }, 'baseline:latest', 'baseline:v1.3', 0],
  // what cannot be read is enforced in full and warned of not at all
  [{ enforce: 'x' }, 'restricted:latest', 'privileged:latest', 1],
  [{ warn: 'x', audit: 'x', 'enforce-version': 'v1.01' }, 'privileged:latest', 'privileged:latest', 3],
])('labels %j enforce %s and warn of %s', (labels, enforced, warned, errors) => {
  expect(policyOf(labels)).toEqual([enforced, warned, errors]);
});

test.each([
  ['baseline', 18, []],
  ['restricted', 7, ['runAsNonRoot != true']],
  ['restricted', 21, ['allowPrivilegeEscalation != false', 'runAsNonRoot != true', 'seccompProfile']],
] as const)('%s as of v1.%d has its own checks', (level, version, reasons) => {
  const pod = { annotations: {}, spec: { containers: [{ name: 'c' }] } };
  expect(judgePod({ level, version, text: '' }, pod).map(({ reason }) => reason)).toEqual(reasons);
});

test('pods that are there stay, and those that are to come are refused', async () => {
  const server = new TestServer();
  const pods = '/api/v1/namespaces/default/pods';
  const pod = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { hostPID: true, containers: [{ name: 'c', image: 'i' }] },
  });
  await server.must('POST', pods, pod('old'));
  const labels = { [`${prefix}enforce`]: 'baseline' };
  const labelled = await server.send('PATCH', '/api/v1/namespaces/default', { metadata: { labels } });
  expect(labelled.warnings).toHaveLength(2);
  expect((await server.send('POST', pods, pod('new'))).status).toBe(403);
  expect((await server.get(pods)).names).toEqual(['old']);
});
