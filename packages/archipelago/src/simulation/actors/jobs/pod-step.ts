import {
  conditionOf,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectAt,
  textAt,
} from '@archipelago/apimachinery';
import { placePod } from '@archipelago/kube-sandbox';
import { containerStatuses } from './container-statuses.ts';
import { isEnded } from './job-tally.ts';
import type { JobsWrite } from './jobs-write.ts';
import {
  endStatus,
  type Loss,
  lostStatus,
  notSimulatedReason,
  startedStatus,
  unschedulableStatus,
} from './report-pod.ts';
import type { RunOutcome } from './run-pod.ts';

/** What is known of the run of a pod in this process. */
export type PodRun =
  | { readonly state: 'none' }
  | { readonly state: 'running' }
  | { readonly state: 'ended'; readonly outcome: RunOutcome };

interface PodCircumstances {
  readonly nodes: readonly KubernetesObject[];
  /** Pods that have not ended, by node. */
  readonly load: ReadonlyMap<string, number>;
  readonly run: PodRun;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The next thing to happen to a pod. */
type PodStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'write'; readonly write: JobsWrite }
  /** Say that it runs, then run it. */
  | { readonly do: 'start'; readonly write: JobsWrite }
  /** End the run; its outcome is told later. */
  | { readonly do: 'stop' };

const nothing: PodStep = { do: 'nothing' };

/** What scheduler, kubelet and pod garbage collector do about a pod of a simulated job. */
export function podStep(pod: KubernetesObject, circumstances: PodCircumstances): PodStep {
  const { run, now } = circumstances;
  const isLeaving = pod.metadata.deletionTimestamp !== undefined;
  if (isEnded(pod)) return isLeaving ? removal(pod) : nothing;
  const loss = lossOf(pod, circumstances);
  if (loss !== undefined) return lose(pod, loss, circumstances);
  if (run.state === 'ended') return report(pod, endStatus(pod, run.outcome, now));
  if (run.state === 'running' || isGivenUp(pod)) return nothing;
  if (textAt(pod, 'spec', 'nodeName') === '') return place(pod, circumstances);
  return containerStatuses(pod).length > 0
    ? report(pod, lostStatus(pod, 'restart', now))
    : { do: 'start', write: { do: 'patchStatus', object: pod, patch: { status: startedStatus(pod, now) } } };
}

/** Where the API server has granted a grace period it waits for us. */
function removal(pod: KubernetesObject): PodStep {
  const grace = numberAt(pod, 'metadata', 'deletionGracePeriodSeconds') ?? 0;
  return grace === 0 ? nothing : { do: 'write', write: { do: 'delete', object: pod, now: true } };
}

function lossOf(pod: KubernetesObject, { nodes }: PodCircumstances): Loss | undefined {
  if (pod.metadata.deletionTimestamp !== undefined) return 'deleted';
  const node = textAt(pod, 'spec', 'nodeName');
  return node === '' || nodes.some(({ metadata }) => metadata.name === node) ? undefined : 'node';
}

function lose(pod: KubernetesObject, loss: Loss, { run, now }: PodCircumstances): PodStep {
  if (run.state === 'running') return { do: 'stop' };
  const isKnown = loss === 'deleted' && run.state === 'ended' && 'exitCode' in run.outcome;
  return report(pod, isKnown ? endStatus(pod, run.outcome, now) : lostStatus(pod, loss, now));
}

function isGivenUp(pod: KubernetesObject): boolean {
  return containerStatuses(pod).some(
    (one) => textAt(one, 'state', 'waiting', 'reason') === notSimulatedReason,
  );
}

function place(pod: KubernetesObject, { nodes, load, now }: PodCircumstances): PodStep {
  const placement = placePod(objectAt(pod, 'spec'), nodes, load);
  switch (placement.kind) {
    case 'placed':
      return { do: 'write', write: { do: 'bind', object: pod, node: placement.node } };
    case 'unschedulable': {
      const { message } = placement;
      const isSaid = textAt(conditionOf(pod, 'PodScheduled'), 'message') === message;
      return isSaid ? nothing : report(pod, unschedulableStatus(pod, message, now));
    }
  }
}

function report(pod: KubernetesObject, status: JsonObject): PodStep {
  return { do: 'write', write: { do: 'patchStatus', object: pod, patch: { status } } };
}
