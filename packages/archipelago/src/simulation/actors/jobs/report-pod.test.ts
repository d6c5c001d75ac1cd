import { type JsonObject, type KubernetesObject, objectsAt } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { endStatus, lostStatus, startedStatus, unschedulableStatus } from './report-pod.ts';
import type { RunOutcome } from './run-pod.ts';

const began = '2026-01-01T00:00:00Z';
const time = '2026-01-01T00:01:00Z';
const now = Date.parse(time);

const [first, second, main, side] = [named('first'), named('second'), named('main'), named('side')];
const placed = { nodeName: 'w', containers: [main, side] };
const inits = { ...placed, initContainers: [first, second] };

function named(name: string) {
  return { name, image: `${name}:1` };
}

function pod(spec: JsonObject, status: JsonObject = {}): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec, status };
}

/** The status of a container that is in a state. */
function container(name: string, state: JsonObject, more: JsonObject = {}): JsonObject {
  const nothing = { imageID: '', containerID: '', restartCount: 0, ready: false, started: false };
  return { name, image: `${name}:1`, ...nothing, state, ...more };
}

const running = { running: { startedAt: time } };
const initializing = { waiting: { reason: 'PodInitializing' } };

function terminated(exitCode: number, more: JsonObject = {}): JsonObject {
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { terminated: { exitCode, reason, startedAt: time, finishedAt: time, ...more } };
}

/** Conditions in one line each: type, status and reason. */
function conditions(status: JsonObject): readonly string[] {
  return objectsAt(status, 'conditions').map(({ type, status: holds, reason }) => {
    return reason === undefined ? `${type} ${holds}` : `${type} ${holds} ${reason}`;
  });
}

function withoutConditions(status: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([name]) => name !== 'conditions'));
}

const placedNotReady = ['PodScheduled True', 'Initialized True', 'ContainersReady False', 'Ready False'];

describe('a pod that has no node', () => {
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'why' };

  test('says so since now', () => {
    expect(unschedulableStatus(pod({}), 'why', now)).toEqual({
      phase: 'Pending',
      conditions: [{ ...condition, lastProbeTime: null, lastTransitionTime: time }],
    });
  });

  test.each([
    ['since when it has been so', 'False', began],
    ['since now, where it was otherwise', 'True', time],
  ])('says %s', (_, status, since) => {
    const before = { conditions: [{ type: 'PodScheduled', status, lastTransitionTime: began }] };
    expect(unschedulableStatus(pod({}, before), 'why', now)).toMatchObject({
      conditions: [{ lastTransitionTime: since }],
    });
  });
});

describe('a pod that has just begun', () => {
  test('runs all containers', () => {
    const status = startedStatus(pod(placed), now);
    const up = { ready: true, started: true };
    expect(withoutConditions(status)).toEqual({
      phase: 'Running',
      startTime: time,
      containerStatuses: [container('main', running, up), container('side', running, up)],
    });
    expect(conditions(status)).toEqual([
      'PodScheduled True',
      'Initialized True',
      'ContainersReady True',
      'Ready True',
    ]);
  });

  test('runs the first of those that initialize', () => {
    const status = startedStatus(pod(inits), now);
    expect(withoutConditions(status)).toEqual({
      phase: 'Pending',
      startTime: time,
      initContainerStatuses: [
        container('first', running, { started: true }),
        container('second', initializing),
      ],
      containerStatuses: [container('main', initializing), container('side', initializing)],
    });
    expect(conditions(status)).toEqual([
      'PodScheduled True',
      'Initialized False',
      'ContainersReady False',
      'Ready False',
    ]);
  });
});

describe('a pod that ended', () => {
  const ends: readonly (readonly [string, JsonObject, RunOutcome, JsonObject, readonly string[]])[] = [
    [
      'well',
      placed,
      { exitCode: 0, log: 'l' },
      {
        phase: 'Succeeded',
        containerStatuses: [container('main', terminated(0)), container('side', terminated(0))],
      },
      [
        'PodScheduled True',
        'Initialized True',
        'ContainersReady False PodCompleted',
        'Ready False PodCompleted',
      ],
    ],
    [
      'in its first container, with a message',
      placed,
      { exitCode: 3, log: 'l', message: 'm' },
      {
        phase: 'Failed',
        containerStatuses: [
          container('main', terminated(3, { message: 'm' })),
          container('side', terminated(0)),
        ],
      },
      placedNotReady,
    ],
    [
      'in another container',
      inits,
      { exitCode: 3, log: 'l', container: 'side' },
      {
        phase: 'Failed',
        initContainerStatuses: [container('first', terminated(0)), container('second', terminated(0))],
        containerStatuses: [container('main', terminated(0)), container('side', terminated(3))],
      },
      placedNotReady,
    ],
    [
      'while it was initialized',
      inits,
      { exitCode: 3, log: 'l', container: 'first' },
      {
        phase: 'Failed',
        initContainerStatuses: [container('first', terminated(3)), container('second', initializing)],
        containerStatuses: [container('main', initializing), container('side', initializing)],
      },
      ['PodScheduled True', 'Initialized False', 'ContainersReady False', 'Ready False'],
    ],
    [
      'in nobody knows which container: its first one then',
      placed,
      { exitCode: 1, log: '', container: 'unknown' },
      {
        phase: 'Failed',
        containerStatuses: [container('main', terminated(1)), container('side', terminated(0))],
      },
      placedNotReady,
    ],
    [
      'before it began: it is evicted',
      placed,
      { evicted: true },
      { phase: 'Failed', reason: 'Evicted', message: 'The pod was evicted (simulated)' },
      [...placedNotReady, 'DisruptionTarget True TerminationByKubelet'],
    ],
    [
      'never, as nobody here can run it',
      { containers: [main] },
      { notSimulated: 'no shell' },
      {
        phase: 'Pending',
        containerStatuses: [container('main', { waiting: { reason: 'NotSimulated', message: 'no shell' } })],
      },
      ['PodScheduled False', 'Initialized False', 'ContainersReady False', 'Ready False'],
    ],
  ];

  test.each(ends)('%s', (...[, spec, outcome, rest, said]) => {
    const status = endStatus(pod(spec), outcome, now);
    expect(withoutConditions(status)).toEqual(rest);
    expect(conditions(status)).toEqual(said);
  });

  test('says when its containers had begun', () => {
    const containerStatuses = [container('main', { running: { startedAt: began } })];
    const status = endStatus(pod(placed, { containerStatuses }), { evicted: true }, now);
    expect(status.containerStatuses).toEqual([
      container('main', terminated(137, { startedAt: began })),
      container('side', terminated(137)),
    ]);
  });

  const fallsBack = { terminationMessagePolicy: 'FallbackToLogsOnError' };
  const messages: readonly (readonly [string, JsonObject, RunOutcome, string | undefined])[] = [
    ['its own', fallsBack, { exitCode: 1, log: 'l', message: 'm' }, 'm'],
    ['its own, as long as may be', {}, { exitCode: 1, log: '', message: 'm'.repeat(4097) }, 'm'.repeat(4096)],
    ['none', {}, { exitCode: 1, log: 'l' }, undefined],
    ['none, as it ended well', fallsBack, { exitCode: 0, log: 'l' }, undefined],
    ['the log', fallsBack, { exitCode: 1, log: 'l', message: '' }, 'l'],
    ['the end of the log', fallsBack, { exitCode: 1, log: `a${'l'.repeat(2048)}` }, 'l'.repeat(2048)],
  ];

  test.each(messages)('has as message %s', (_, more, outcome, message) => {
    const status = endStatus(pod({ containers: [{ ...main, ...more }] }), outcome, now);
    const exitCode = 'exitCode' in outcome ? outcome.exitCode : 0;
    expect(status.containerStatuses).toEqual([
      container('main', terminated(exitCode, message === undefined ? {} : { message })),
    ]);
  });
});

describe('a pod that was lost', () => {
  test.each([
    ['deleted', placedNotReady],
    ['restart', placedNotReady],
    ['node', [...placedNotReady, 'DisruptionTarget True DeletionByPodGC']],
  ] as const)('by %s', (why, said) => {
    const containerStatuses = [container('main', running)];
    const status = lostStatus(pod({ ...placed, containers: [main] }, { containerStatuses }), why, now);
    expect(withoutConditions(status)).toEqual({
      phase: 'Failed',
      containerStatuses: [container('main', terminated(137, { reason: 'ContainerStatusUnknown' }))],
    });
    expect(conditions(status)).toEqual(said);
  });

  test.each([
    ['deleted', () => lostStatus(evicted, 'deleted', now)],
    ['ended before it could be killed', () => endStatus(evicted, { exitCode: 1, log: '' }, now)],
  ])('keeps what an eviction has said of it: %s', (_, status) => {
    expect(conditions(status())).toContain('DisruptionTarget True EvictionByEvictionAPI');
  });
});

const evicted = pod(
  { ...placed, containers: [main] },
  {
    conditions: [
      {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'EvictionByEvictionAPI',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
  },
);
