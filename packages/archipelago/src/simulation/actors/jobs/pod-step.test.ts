import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { simulatedNode } from '../simulated-nodes.ts';
import { type PodRun, podStep } from './pod-step.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const machine = { name: 'w', architecture: 'amd64', roles: ['worker'] };
const node = simulatedNode(machine, { now: '2026-01-01T00:00:00Z', index: 0 });
const none: PodRun = { state: 'none' };
const running: PodRun = { state: 'running' };
const succeeded: PodRun = { state: 'ended', outcome: { exitCode: 0, log: '' } };
const begun = { phase: 'Running', containerStatuses: [{ name: 'c', state: { running: {} } }] };
const leaving = { deletionTimestamp: '2026-01-01T00:00:00Z' };
const onNode = { nodeName: 'w' };
const containers = [{ name: 'c', image: 'i' }];
const inits = { ...onNode, initContainers: [{ name: 'first' }, { name: 'second' }] };

function pod(spec: JsonObject, status: JsonObject = { phase: 'Pending' }, metadata = {}): KubernetesObject {
  const meta = { name: 'p', namespace: 'n', ...metadata };
  return { apiVersion: 'v1', kind: 'Pod', metadata: meta, spec: { containers, ...spec }, status };
}

/** What is done, and the phase that is written. */
function done(one: KubernetesObject, run: PodRun, nodes = [node]): string {
  const step = podStep(one, { nodes, load: new Map(), run, now });
  if (!('write' in step)) return step.do;
  const { write } = step;
  const status: unknown = write.do === 'patchStatus' ? write.patch.status : undefined;
  const phase = typeof status === 'object' && status !== null && 'phase' in status ? ` ${status.phase}` : '';
  return `${step.do} ${write.do}${phase}`;
}

test.each<[string, KubernetesObject, PodRun, string]>([
  ['a new pod is placed', pod({}), none, 'write bind'],
  ['a pod without a place', pod({ nodeSelector: { a: 'b' } }), none, 'write patchStatus Pending'],
  ['a placed pod begins', pod(onNode), none, 'start patchStatus Running'],
  ['with init containers it is Pending', pod(inits), none, 'start patchStatus Pending'],
  ['begun here and not seen yet', pod(onNode), running, 'nothing'],
  ['it runs', pod(onNode, begun), running, 'nothing'],
  ['it has ended', pod(onNode, begun), succeeded, 'write patchStatus Succeeded'],
  ['nobody runs it any more', pod(onNode, begun), none, 'write patchStatus Failed'],
  ['deleted while it runs', pod(onNode, begun, leaving), running, 'stop'],
  ['deleted, and ended well', pod(onNode, begun, leaving), succeeded, 'write patchStatus Succeeded'],
  ['deleted before it had a place', pod({}, undefined, leaving), none, 'write patchStatus Failed'],
  ['ended', pod(onNode, { phase: 'Failed' }), none, 'nothing'],
  ['ended and deleted', pod(onNode, { phase: 'Failed' }, leaving), none, 'nothing'],
  [
    'ended and deleted, with a grace period',
    pod(onNode, { phase: 'Failed' }, { ...leaving, deletionGracePeriodSeconds: 30 }),
    none,
    'write delete',
  ],
  ['its node is gone', pod({ nodeName: 'gone' }, begun), none, 'write patchStatus Failed'],
  ['its node is gone while it runs', pod({ nodeName: 'gone' }, begun), running, 'stop'],
])('%s', (_, one, run, expected) => {
  expect(done(one, run)).toBe(expected);
});

function statusAfter(one: KubernetesObject, outcome: Extract<PodRun, { state: 'ended' }>['outcome']) {
  const step = podStep(one, { nodes: [node], load: new Map(), run: { state: 'ended', outcome }, now });
  return 'write' in step && 'patch' in step.write ? step.write.patch.status : undefined;
}

test('a failed init container keeps the others from beginning', () => {
  const initContainerStatuses = [{ name: 'first', state: { running: {} } }];
  const one = pod(inits, { phase: 'Pending', initContainerStatuses });
  const waiting = { waiting: { reason: 'PodInitializing' } };
  expect(statusAfter(one, { exitCode: 65, log: '', container: 'first' })).toMatchObject({
    phase: 'Failed',
    initContainerStatuses: [{ state: { terminated: { exitCode: 65, reason: 'Error' } } }, { state: waiting }],
    containerStatuses: [{ state: waiting }],
  });
});

test('a failed container comes after init containers that ended well', () => {
  expect(statusAfter(pod(inits, begun), { exitCode: 3, log: '' })).toMatchObject({
    phase: 'Failed',
    initContainerStatuses: [
      { state: { terminated: { exitCode: 0 } } },
      { state: { terminated: { exitCode: 0 } } },
    ],
    containerStatuses: [{ state: { terminated: { exitCode: 3 } } }],
  });
});

test('what is said twice is not written twice', () => {
  const one = pod({ nodeSelector: { a: 'b' } });
  const first = podStep(one, { nodes: [node], load: new Map(), run: none, now });
  const status = 'write' in first && 'patch' in first.write ? first.write.patch.status : undefined;
  expect(done({ ...one, status: Object(status) }, none)).toBe('nothing');
});
