import type { JsonObject } from '../../../api/json-value.ts';
import type { KubernetesObject } from '../../../api/kubernetes-object.ts';
import { textAt, timeText } from '../importer/importer-world.ts';
import { conditionAt, objectAt, objectsAt } from './read-fields.ts';
import type { RunOutcome } from './run-pod.ts';

/** Why a container waits that nobody here can run. */
export const notSimulatedReason = 'NotSimulated';

/** The status of a pod that has no node; `now` in milliseconds since 1970. */
export function unschedulableStatus(pod: KubernetesObject, message: string, now: number): JsonObject {
  const said: Said = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  return { phase: 'Pending', conditions: [timed(pod, said, now)] };
}

/** The status of a pod whose containers have just begun. */
export function runningStatus(pod: KubernetesObject, now: number): JsonObject {
  const started = timeText(now);
  return {
    phase: 'Running',
    startTime: started,
    conditions: conditionsOf(pod, { ready: true, now }),
    containerStatuses: containersOf(pod).map((container) => ({
      ...containerStatus(container),
      ready: true,
      started: true,
      state: { running: { startedAt: started } },
    })),
  };
}

/** The status that a run leads to. */
export function endStatus(pod: KubernetesObject, outcome: RunOutcome, now: number): JsonObject {
  if ('notSimulated' in outcome) return waitingStatus(pod, outcome.notSimulated, now);
  if ('evicted' in outcome) {
    const why = { reason: 'TerminationByKubelet', message: 'The pod was evicted (simulated)' };
    return {
      ...stopped(pod, { exitCode: killed, now }),
      reason: 'Evicted',
      message: why.message,
      conditions: [...conditionsOf(pod, { ready: false, now }), disruption(pod, why, now)],
    };
  }
  const { exitCode, container, log, message } = outcome;
  const phase = exitCode === 0 ? 'Succeeded' : 'Failed';
  const reason = exitCode === 0 ? { reason: 'PodCompleted' } : {};
  return {
    phase,
    conditions: conditionsOf(pod, { ready: false, now, ...reason }),
    containerStatuses: containersOf(pod).map((one, index) => {
      const isIt = container === undefined ? index === 0 : one.name === container;
      const said = isIt ? terminationMessage(one, { exitCode, log, message }) : undefined;
      return terminated(pod, one, { exitCode: isIt ? exitCode : 0, message: said, now });
    }),
  };
}

/** The status of a pod that ended without a word: it was deleted, its node is gone, or the sandbox was restarted. */
export function lostStatus(pod: KubernetesObject, why: Loss, now: number): JsonObject {
  const more = why === 'node' ? [disruption(pod, nodeGone, now)] : [];
  return {
    ...stopped(pod, { exitCode: killed, now, reason: 'ContainerStatusUnknown' }),
    conditions: [...conditionsOf(pod, { ready: false, now }), ...more],
  };
}

export type Loss = 'deleted' | 'node' | 'restart';

const nodeGone = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' };
/** As a shell counts SIGKILL. */
const killed = 137;
const longestMessage = 4096;
const longestTail = 2048;

function waitingStatus(pod: KubernetesObject, message: string, now: number): JsonObject {
  return {
    phase: 'Pending',
    conditions: conditionsOf(pod, { ready: false, now }),
    containerStatuses: containersOf(pod).map((container) => ({
      ...containerStatus(container),
      ready: false,
      started: false,
      state: { waiting: { reason: notSimulatedReason, message } },
    })),
  };
}

interface Stop {
  readonly exitCode: number;
  readonly now: number;
  readonly reason?: string;
}

/** A pod that never began has no containers to speak of. */
function stopped(pod: KubernetesObject, stop: Stop): JsonObject {
  const hadBegun = objectsAt(pod, 'status', 'containerStatuses').length > 0;
  const containers = hadBegun ? containersOf(pod) : [];
  return {
    phase: 'Failed',
    containerStatuses: containers.map((one) => terminated(pod, one, { message: undefined, ...stop })),
  };
}

interface Termination {
  readonly exitCode: number;
  readonly message: string | undefined;
  readonly now: number;
  readonly reason?: string;
}

function terminated(
  pod: KubernetesObject,
  container: JsonObject,
  { exitCode, message, now, reason = exitCode === 0 ? 'Completed' : 'Error' }: Termination,
): JsonObject {
  const before = objectsAt(pod, 'status', 'containerStatuses').find((one) => one.name === container.name);
  const startedAt = textAt(before, 'state', 'running', 'startedAt') || timeText(now);
  return {
    ...containerStatus(container),
    ready: false,
    started: false,
    state: {
      terminated: { exitCode, reason, startedAt, finishedAt: timeText(now), ...(message ? { message } : {}) },
    },
  };
}

interface Ended {
  readonly exitCode: number;
  readonly log: string;
  readonly message: string | undefined;
}

/** What the container wrote for that, or the end of its log where it asks for it. */
function terminationMessage(container: JsonObject, { exitCode, log, message }: Ended): string | undefined {
  if (message !== undefined && message !== '') return message.slice(0, longestMessage);
  const isAsked = container.terminationMessagePolicy === 'FallbackToLogsOnError';
  return isAsked && exitCode !== 0 ? log.slice(-longestTail) : undefined;
}

function containersOf(pod: KubernetesObject): readonly JsonObject[] {
  return objectsAt(pod, 'spec', 'containers');
}

function containerStatus(container: JsonObject): JsonObject {
  const image = textAt(container, 'image');
  return { name: textAt(container, 'name'), image, imageID: '', containerID: '', restartCount: 0 };
}

interface Readiness {
  readonly ready: boolean;
  readonly now: number;
  /** Why it is not. */
  readonly reason?: string;
}

function conditionsOf(pod: KubernetesObject, { ready, now, reason }: Readiness): readonly JsonObject[] {
  const isPlaced = textAt(objectAt(pod, 'spec'), 'nodeName') !== '';
  const status = ready ? 'True' : 'False';
  const why = ready || reason === undefined ? {} : { reason };
  const said: readonly Said[] = [
    { type: 'PodScheduled', status: isPlaced ? 'True' : 'False' },
    { type: 'Initialized', status: isPlaced ? 'True' : 'False' },
    { type: 'ContainersReady', status, ...why },
    { type: 'Ready', status, ...why },
  ];
  return said.map((one) => timed(pod, one, now));
}

function disruption(
  pod: KubernetesObject,
  why: { reason: string; message: string },
  now: number,
): JsonObject {
  return timed(pod, { type: 'DisruptionTarget', status: 'True', ...why }, now);
}

interface Said {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

/** With the time since when it has been so. */
function timed(pod: KubernetesObject, said: Said, now: number): JsonObject {
  const before = conditionAt(pod, said.type);
  const since = before?.status === said.status ? textAt(before, 'lastTransitionTime') : '';
  return { ...said, lastProbeTime: null, lastTransitionTime: since || timeText(now) };
}
