import { type JsonObject, numberAt, objectAt, objectsAt, textAt, timestamp } from '@archipelago/apimachinery';
import type { PodFate } from './pod-fate.ts';

/** A moment in the life of a pod. */
export interface PodMoment {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly fate: PodFate;
  readonly restartPolicy: string;
}

interface ContainerPlay {
  readonly status: JsonObject;
  /** Something happens then, in milliseconds. */
  readonly afterMs?: number;
}

const firstBackoffMs = 10_000;
const longestBackoffMs = 300_000;

/** The status of one container now; `before` is its status so far. */
export function containerStatus(container: JsonObject, before: JsonObject, moment: PodMoment): ContainerPlay {
  const { fate, now } = moment;
  const common = {
    name: textAt(container, 'name'),
    image: textAt(container, 'image'),
    imageID: '',
    restartCount: numberAt(before, 'restartCount') ?? 0,
  };
  if (textAt(before, 'state', 'terminated', 'finishedAt') !== '') return { status: before };
  const waiting = crashedAt(before);
  if (waiting !== undefined) return crashing(common, { before, crashed: waiting, moment });
  const startedAt = textAt(before, 'state', 'running', 'startedAt') || timestamp(now);
  switch (fate.kind) {
    case 'runs':
    case 'never ready':
      return {
        status: {
          ...common,
          ready: fate.kind === 'runs',
          started: true,
          ...lastOf(before),
          state: { running: { startedAt } },
        },
      };
    case 'cannot start':
      return ended(common, { startedAt: timestamp(now), exitCode: 1, message: fate.message }, moment);
    case 'ends': {
      const left = Date.parse(startedAt) + fate.afterMs - now;
      if (left <= 0) return ended(common, { startedAt, exitCode: fate.exitCode }, moment);
      const status = {
        ...common,
        ready: true,
        started: true,
        ...lastOf(before),
        state: { running: { startedAt } },
      };
      return { status, afterMs: left };
    }
  }
}

function lastOf(before: JsonObject): JsonObject {
  const last = objectAt(before, 'lastState');
  return Object.keys(last).length === 0 ? {} : { lastState: last };
}

interface End {
  readonly startedAt: string;
  readonly exitCode: number;
  readonly message?: string;
}

type Common = JsonObject & { readonly restartCount: number; readonly name: string };

/** It has ended: for good, or until it is started again. */
function ended(common: Common, end: End, { now, restartPolicy }: PodMoment): ContainerPlay {
  const terminated = {
    ...end,
    reason: end.exitCode === 0 ? 'Completed' : 'Error',
    finishedAt: timestamp(now),
  };
  const isOver = restartPolicy === 'Never' || (restartPolicy === 'OnFailure' && end.exitCode === 0);
  if (isOver) return { status: { ...common, ready: false, started: false, state: { terminated } } };
  const pauseMs = backoffMs(common.restartCount);
  const state = {
    waiting: {
      reason: 'CrashLoopBackOff',
      message: `back-off ${pauseMs / 1000}s restarting failed container=${common.name} (simulated)`,
    },
  };
  return {
    status: { ...common, ready: false, started: false, state, lastState: { terminated } },
    afterMs: pauseMs,
  };
}

function backoffMs(restarts: number): number {
  return Math.min(firstBackoffMs * 2 ** restarts, longestBackoffMs);
}

/** When a container ended that waits to be started again, in milliseconds since 1970. */
function crashedAt(before: JsonObject): number | undefined {
  if (textAt(before, 'state', 'waiting', 'reason') !== 'CrashLoopBackOff') return undefined;
  const time = Date.parse(textAt(before, 'lastState', 'terminated', 'finishedAt'));
  return Number.isNaN(time) ? undefined : time;
}

function crashing(
  common: Common,
  {
    before,
    crashed,
    moment,
  }: { readonly before: JsonObject; readonly crashed: number; readonly moment: PodMoment },
): ContainerPlay {
  const left = crashed + backoffMs(common.restartCount) - moment.now;
  if (left > 0) return { status: before, afterMs: left };
  const again = { ...common, restartCount: common.restartCount + 1 };
  const fresh = { restartCount: again.restartCount, lastState: objectAt(before, 'lastState') };
  return containerStatus({ name: common.name, image: textAt(before, 'image') }, fresh, moment);
}

/** The status that a container had. */
export function statusOf(statuses: unknown, name: string): JsonObject {
  return objectsAt(statuses).find((one) => one.name === name) ?? {};
}
