import {
  conditionOf,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import { containerStatuses } from './container-statuses.ts';
import type { RunOutcome } from './run-pod.ts';

/** Why a container waits that nobody here can run. */
export const notSimulatedReason = 'NotSimulated';

/** The status of a pod that has no node; `now` in milliseconds since 1970. */
export function unschedulableStatus(pod: KubernetesObject, message: string, now: number): JsonObject {
  const said: Said = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  return { phase: 'Pending', conditions: [timed(pod, said, now)] };
}

/** The status of a pod whose first container has just begun: the others wait for those that initialize. */
export function startedStatus(pod: KubernetesObject, now: number): JsonObject {
  const running = { running: { startedAt: timestamp(now) } };
  const isReady = initContainers(pod).length === 0;
  return {
    phase: isReady ? 'Running' : 'Pending',
    startTime: timestamp(now),
    conditions: conditionsOf(pod, { ready: isReady, initialized: isReady, now }),
    ...statusesOf(pod, (container, { init, index }) =>
      init === isReady || (init && index > 0)
        ? containerStatus(container, initializing)
        : { ...containerStatus(container, running), ready: !init, started: true },
    ),
  };
}

/** The status that a run leads to. */
export function endStatus(pod: KubernetesObject, outcome: RunOutcome, now: number): JsonObject {
  if ('notSimulated' in outcome) return waitingStatus(pod, outcome.notSimulated, now);
  if ('exitCode' in outcome) return exitStatus(pod, outcome, now);
  const why = { reason: 'TerminationByKubelet', message: 'The pod was evicted (simulated)' };
  return {
    ...stopped(pod, { exitCode: killed, now }),
    reason: 'Evicted',
    message: why.message,
    conditions: conditionsOf(pod, { ready: false, now, disruption: why }),
  };
}

function exitStatus(
  pod: KubernetesObject,
  { exitCode, container, log, message }: Extract<RunOutcome, { exitCode: number }>,
  now: number,
): JsonObject {
  const names = [...initContainers(pod), ...mainContainers(pod)].map(({ name }) => name);
  const ended = Math.max(0, names.indexOf(container ?? textAt(mainContainers(pod)[0], 'name')));
  const stuckIn = exitCode === 0 ? undefined : initContainers(pod)[ended];
  return {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    conditions: conditionsOf(pod, {
      ready: false,
      initialized: stuckIn === undefined,
      now,
      ...(exitCode === 0 ? { reason: 'PodCompleted' } : {}),
    }),
    ...statusesOf(pod, (one) => {
      const place = names.indexOf(one.name);
      if (stuckIn !== undefined && place > ended) return containerStatus(one, initializing);
      const isIt = place === ended;
      const said = isIt ? terminationMessage(one, { exitCode, log, message }) : undefined;
      return terminated(pod, one, { exitCode: isIt ? exitCode : 0, message: said, now });
    }),
  };
}

/** The status of a pod that ended without a word: it was deleted, its node is gone, or the sandbox was restarted. */
export function lostStatus(pod: KubernetesObject, why: Loss, now: number): JsonObject {
  const more = why === 'node' ? { disruption: nodeGone } : {};
  return {
    ...stopped(pod, { exitCode: killed, now, reason: 'ContainerStatusUnknown' }),
    conditions: conditionsOf(pod, { ready: false, now, ...more }),
  };
}

export type Loss = 'deleted' | 'node' | 'restart';

const nodeGone = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' };
/** As a shell counts SIGKILL. */
const killed = 137;
const longestMessage = 4096;
const longestTail = 2048;

function waitingStatus(pod: KubernetesObject, message: string, now: number): JsonObject {
  const waiting = { waiting: { reason: notSimulatedReason, message } };
  return {
    phase: 'Pending',
    conditions: conditionsOf(pod, { ready: false, now }),
    ...statusesOf(pod, (container) => containerStatus(container, waiting)),
  };
}

const initializing = { waiting: { reason: 'PodInitializing' } };

interface ContainerPlace {
  readonly init: boolean;
  readonly index: number;
}

/** A status for each container. */
function statusesOf(
  pod: KubernetesObject,
  statusOf: (container: JsonObject, place: ContainerPlace) => JsonObject,
): JsonObject {
  const inits = initContainers(pod).map((one, index) => statusOf(one, { init: true, index }));
  return {
    ...(inits.length === 0 ? {} : { initContainerStatuses: inits }),
    containerStatuses: mainContainers(pod).map((one, index) => statusOf(one, { init: false, index })),
  };
}

interface Stop {
  readonly exitCode: number;
  readonly now: number;
  readonly reason?: string;
}

/** A pod that never began has no containers to speak of. */
function stopped(pod: KubernetesObject, stop: Stop): JsonObject {
  const hadBegun = containerStatuses(pod).length > 0;
  return {
    phase: 'Failed',
    ...(hadBegun ? statusesOf(pod, (one) => terminated(pod, one, { message: undefined, ...stop })) : {}),
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
  const before = containerStatuses(pod).find((one) => one.name === container.name);
  const startedAt = textAt(before, 'state', 'running', 'startedAt') || timestamp(now);
  const finishedAt = timestamp(now);
  const said = message === undefined ? {} : { message };
  return containerStatus(container, { terminated: { exitCode, reason, startedAt, finishedAt, ...said } });
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

function initContainers(pod: KubernetesObject): readonly JsonObject[] {
  return objectsAt(pod, 'spec', 'initContainers');
}

function mainContainers(pod: KubernetesObject): readonly JsonObject[] {
  return objectsAt(pod, 'spec', 'containers');
}

function containerStatus(container: JsonObject, state: JsonObject): JsonObject {
  const names = { name: textAt(container, 'name'), image: textAt(container, 'image') };
  return { ...names, imageID: '', containerID: '', restartCount: 0, ready: false, started: false, state };
}

interface Readiness {
  readonly ready: boolean;
  readonly initialized?: boolean;
  readonly now: number;
  /** Why it is not. */
  readonly reason?: string;
  /** Who ended it from outside; what an eviction has said of it before stays. */
  readonly disruption?: Pick<Said, 'reason' | 'message'>;
}

const disrupted = 'DisruptionTarget';

function conditionsOf(
  pod: KubernetesObject,
  { ready, initialized = true, now, reason, disruption }: Readiness,
): readonly JsonObject[] {
  const isPlaced = textAt(objectAt(pod, 'spec'), 'nodeName') !== '';
  const status = ready ? 'True' : 'False';
  const why = ready || reason === undefined ? {} : { reason };
  const said: readonly Said[] = [
    { type: 'PodScheduled', status: isPlaced ? 'True' : 'False' },
    { type: 'Initialized', status: isPlaced && initialized ? 'True' : 'False' },
    { type: 'ContainersReady', status, ...why },
    { type: 'Ready', status, ...why },
  ];
  const before = conditionOf(pod, disrupted);
  const more =
    disruption === undefined
      ? (before ?? [])
      : timed(pod, { type: disrupted, status: 'True', ...disruption }, now);
  return said.map((one) => timed(pod, one, now)).concat(more);
}

interface Said {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

/** With the time since when it has been so. */
function timed(pod: KubernetesObject, said: Said, now: number): JsonObject {
  const before = conditionOf(pod, said.type);
  const since = before?.status === said.status ? textAt(before, 'lastTransitionTime') : '';
  return { ...said, lastProbeTime: null, lastTransitionTime: since || timestamp(now) };
}
