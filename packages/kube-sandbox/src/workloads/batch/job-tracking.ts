import { type JsonObject, type KubernetesObject, numberAt, textAt, textsAt } from '@archipelago/apimachinery';
import { controllerOf } from '../plan/owner-reference.ts';
import type { WorkloadWorld, WorkloadWrite } from '../plan/planned.ts';
import { isLeaving } from '../plan/pod-state.ts';

/** Keeps a pod until its end is counted. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';

export function isTracked({ metadata }: KubernetesObject): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) ?? false;
}

/** Lets a pod go. */
export function untracked(pod: KubernetesObject): WorkloadWrite {
  const finalizers = (pod.metadata.finalizers ?? []).filter((each) => each !== trackingFinalizer);
  return { do: 'patch', kind: 'Pod', object: pod, patch: { metadata: { finalizers } } };
}

/** A pod that somebody made, or an earlier version of this program. */
export function tracked(pod: KubernetesObject): WorkloadWrite {
  const finalizers = [...(pod.metadata.finalizers ?? []), trackingFinalizer];
  return { do: 'patch', kind: 'Pod', object: pod, patch: { metadata: { finalizers } } };
}

/** Whether nobody is left who would count the end of a pod. */
export function isForgotten(pod: KubernetesObject, world: WorkloadWorld): boolean {
  if (!isTracked(pod)) return false;
  const owner = controllerOf(pod);
  if (owner?.kind !== 'Job') return true;
  const job = world.get('Job', owner.name, pod.metadata.namespace);
  return job === undefined || job.metadata.uid !== owner.uid || isLeaving(job);
}

/** A pod that is going counts as failed, unless it has succeeded. */
function outcomeOf(pod: KubernetesObject): 'succeeded' | 'failed' | undefined {
  const phase = textAt(pod, 'status', 'phase');
  if (phase === 'Succeeded') return 'succeeded';
  return phase === 'Failed' || isLeaving(pod) ? 'failed' : undefined;
}

/** Pods of one outcome. */
export interface Tally {
  /** Of those that are a number only. */
  readonly counted: number;
  /** The others, by their uid. */
  readonly uncounted: readonly string[];
}

/**
 * Counts pods in steps, so that none is counted twice and none is missed, whatever goes in between: first the status says which are
 * about to be counted, then they lose their finalizer, then they are a number.
 */
export function tally(
  job: KubernetesObject,
  pods: readonly KubernetesObject[],
  outcome: 'succeeded' | 'failed',
): Tally {
  // one that was going, and ends well after all, has failed
  const failed = new Set(notedIn(job, 'failed'));
  const outcomeNow = (pod: KubernetesObject) => (failed.has(uidOf(pod)) ? 'failed' : outcomeOf(pod));
  const uncounted = pods.filter((pod) => isTracked(pod) && outcomeNow(pod) === outcome).map(uidOf);
  const released = notedIn(job, outcome).filter((uid) => !uncounted.includes(uid));
  return { counted: (numberAt(job, 'status', outcome) ?? 0) + released.length, uncounted };
}

/** Whether the status knows of the end of a pod, so that it may go. */
export function isNoted(job: KubernetesObject, pod: KubernetesObject): boolean {
  return [...notedIn(job, 'succeeded'), ...notedIn(job, 'failed')].includes(uidOf(pod));
}

/** `uncountedTerminatedPods`, as a patch of what is there. */
export function uncountedOf(
  job: KubernetesObject,
  tallies: Readonly<Record<'succeeded' | 'failed', Tally>>,
): JsonObject {
  const told = (outcome: 'succeeded' | 'failed'): JsonObject => {
    const { uncounted } = tallies[outcome];
    if (uncounted.length > 0) return { [outcome]: uncounted };
    return notedIn(job, outcome).length === 0 ? {} : { [outcome]: null };
  };
  return { ...told('succeeded'), ...told('failed') };
}

function uidOf({ metadata }: KubernetesObject): string {
  return metadata.uid ?? '';
}

function notedIn(job: KubernetesObject, outcome: string): readonly string[] {
  return textsAt(job, 'status', 'uncountedTerminatedPods', outcome);
}
