import {
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import { failureAction } from './failure-policy.ts';
import { trackingFinalizer } from './pod-of-job.ts';

/** A job's pods, counted. */
export interface JobTally {
  readonly active: readonly KubernetesObject[];
  /** Being deleted, not ended yet. */
  readonly terminating: readonly KubernetesObject[];
  readonly ready: number;
  /** Counted for good. */
  readonly succeeded: number;
  readonly failed: number;
  /** UIDs of pods that ended and keep their finalizer until they are counted. */
  readonly uncounted: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
  /** Ended pods that may go: they are written down, or are not counted. */
  readonly released: readonly KubernetesObject[];
}

/**
 * Counts as the job controller does: an ended pod is first written down by UID, then loses its finalizer, then becomes part of
 * the sums. So no pod is counted twice or forgotten, whoever deletes it and however often the controller is restarted.
 */
export function tallyJob(job: KubernetesObject, pods: readonly KubernetesObject[]): JobTally {
  const tracked = pods.filter(isTracked);
  const trackedUids = new Set(tracked.map(uidOf));
  const known = {
    succeeded: textsAt(job, 'status', 'uncountedTerminatedPods', 'succeeded'),
    failed: textsAt(job, 'status', 'uncountedTerminatedPods', 'failed'),
  };
  const isKept = (uid: string) => trackedUids.has(uid);
  const isKnown = (pod: KubernetesObject) => [...known.succeeded, ...known.failed].includes(uidOf(pod));
  const fresh = tracked.filter((pod) => isEnded(pod) && !isKnown(pod));
  const freshUids = (phase: string) =>
    fresh.filter((pod) => phaseOf(pod) === phase && !isIgnored(job, pod)).map(uidOf);
  const alive = pods.filter((pod) => !isEnded(pod));
  const active = alive.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const counted = (uids: readonly string[]) => uids.filter((uid) => !isKept(uid)).length;
  return {
    active,
    terminating: alive.filter((pod) => !active.includes(pod)),
    ready: active.filter((pod) => isConditionTrue(pod, 'Ready')).length,
    succeeded: (numberAt(job, 'status', 'succeeded') ?? 0) + counted(known.succeeded),
    failed: (numberAt(job, 'status', 'failed') ?? 0) + counted(known.failed),
    uncounted: {
      succeeded: [...known.succeeded.filter(isKept), ...freshUids('Succeeded')],
      failed: [...known.failed.filter(isKept), ...freshUids('Failed')],
    },
    released: tracked.filter((pod) => isEnded(pod) && (isKnown(pod) || isIgnored(job, pod))),
  };
}

/** Those counted and those about to be. */
export function allOf(tally: JobTally, end: 'succeeded' | 'failed'): number {
  return tally[end] + tally.uncounted[end].length;
}

function isIgnored(job: KubernetesObject, pod: KubernetesObject): boolean {
  return phaseOf(pod) === 'Failed' && failureAction(job, pod).action === 'Ignore';
}

export function isEnded(pod: KubernetesObject): boolean {
  return ['Succeeded', 'Failed'].includes(phaseOf(pod));
}

export function phaseOf(pod: KubernetesObject): string {
  return textAt(pod, 'status', 'phase');
}

export function isTracked({ metadata }: KubernetesObject): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) ?? false;
}

/** The patch that takes the tracking finalizer away. */
export function withoutTracking({ metadata }: KubernetesObject): JsonObject {
  const finalizers = (metadata.finalizers ?? []).filter((one) => one !== trackingFinalizer);
  return { metadata: { finalizers } };
}

function uidOf({ metadata }: KubernetesObject): string {
  return metadata.uid ?? '';
}
