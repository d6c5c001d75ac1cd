import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { machineStatus } from './machine-status.ts';

const now = Date.parse('2026-01-02T03:04:05Z');

function object(kind: string, status: JsonObject = {}, metadata = {}): KubernetesObject {
  return { apiVersion: 'v1', kind, metadata: { name: 'web', ...metadata }, status };
}

interface Case {
  readonly instance?: JsonObject;
  readonly volumes?: readonly string[];
  readonly isWanted?: boolean;
  readonly deletionTimestamp?: string;
  readonly refusal?: string;
}

function statusOf({ instance, volumes = [], isWanted = true, deletionTimestamp, refusal }: Case): JsonObject {
  const machine = object('VirtualMachine', {}, deletionTimestamp === undefined ? {} : { deletionTimestamp });
  const parts = {
    machine,
    instance: instance === undefined ? undefined : object('VirtualMachineInstance', instance),
    volumes: volumes.map((phase) => (phase === '' ? undefined : object('DataVolume', { phase }))),
    isWanted,
    runStrategy: 'Always',
    refusal,
  };
  return machineStatus(parts, now);
}

const unschedulable = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3' };
const late = 'WaitForFirstConsumer';

test.each<[string, Case, string]>([
  ['nobody wants it to run', { isWanted: false }, 'Stopped'],
  ['its disk is not there', { volumes: [''] }, 'Provisioning'],
  ['its disk is being filled', { volumes: ['CloneInProgress'] }, 'Provisioning'],
  ['one disk of two', { volumes: ['Succeeded', 'Pending'] }, 'Provisioning'],
  ['a disk that failed', { volumes: ['Failed', 'Pending'] }, 'DataVolumeError'],
  ['a disk that waits for a node', { volumes: [late] }, 'WaitingForVolumeBinding'],
  [
    'the same with a machine',
    { volumes: [late], instance: { phase: 'Scheduling' } },
    'WaitingForVolumeBinding',
  ],
  [
    'the same with a node',
    { volumes: [late], instance: { phase: 'Scheduled', nodeName: 'n' } },
    'Provisioning',
  ],
  ['all disks', { volumes: ['Succeeded'] }, 'Starting'],
  ['it has a node', { volumes: ['Succeeded'], instance: { phase: 'Scheduled', nodeName: 'n' } }, 'Starting'],
  [
    'no node',
    { volumes: [late], instance: { phase: 'Scheduling', conditions: [unschedulable] } },
    'ErrorUnschedulable',
  ],
  ['it runs', { instance: { phase: 'Running' } }, 'Running'],
  ['it moves', { instance: { phase: 'Running', migrationState: { startTimestamp: 'now' } } }, 'Migrating'],
  [
    'it has moved',
    { instance: { phase: 'Running', migrationState: { startTimestamp: 'now', completed: true } } },
    'Running',
  ],
  ['it is to stop', { isWanted: false, instance: { phase: 'Running' } }, 'Stopping'],
  ['it has ended', { instance: { phase: 'Failed' } }, 'Stopped'],
  ['it is being deleted', { deletionTimestamp: 'now', instance: { phase: 'Running' } }, 'Terminating'],
])('%s', (_name, parts, expected) => {
  expect(statusOf(parts).printableStatus).toBe(expected);
});

test('conditions of the machine that runs are told, and why none can be started', () => {
  const ready = { type: 'Ready', status: 'True', reason: 'GuestRunning', message: '' };
  expect(statusOf({ instance: { phase: 'Running', conditions: [ready, { type: 'Other' }] } })).toMatchObject({
    created: true,
    ready: true,
    conditions: [{ ...ready, lastTransitionTime: '2026-01-02T03:04:05Z' }],
  });
  expect(statusOf({ refusal: 'no' })).toMatchObject({
    created: null,
    ready: null,
    conditions: [
      { type: 'Ready', status: 'False', reason: 'VMINotExists' },
      { type: 'Failure', status: 'True', reason: 'FailedCreate', message: 'no' },
    ],
  });
});
