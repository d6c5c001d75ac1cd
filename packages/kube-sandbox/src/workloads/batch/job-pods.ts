import {
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { WorkloadWrite } from '../plan/planned.ts';
import { podFromTemplate } from '../plan/pod-from-template.ts';
import { isActive, isEnded, isLeaving } from '../plan/pod-state.ts';
import { isNoted, isTracked, type Tally, tally, trackingFinalizer } from './job-tracking.ts';

const indexKey = 'batch.kubernetes.io/job-completion-index';

/** The pods of a job, counted. */
export interface JobCount {
  readonly active: readonly KubernetesObject[];
  /** On their way out, and not at their end. */
  readonly terminating: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Of both, what of them is a number already. */
  readonly tallies: Readonly<Record<'succeeded' | 'failed', Tally>>;
  /** Of an Indexed job: the numbers that have succeeded. */
  readonly done: ReadonlySet<number>;
  /** Pods that are counted, and may go. */
  readonly countedPods: readonly KubernetesObject[];
  /** When the last pod failed, in milliseconds since 1970; 0 when none has. */
  readonly failedAt: number;
}

export function isIndexed(job: KubernetesObject): boolean {
  return textAt(job, 'spec', 'completionMode') === 'Indexed';
}

/** What has ended counts although its pod is gone. */
export function countPods(job: KubernetesObject, pods: readonly KubernetesObject[]): JobCount {
  const known = indexesIn(textAt(job, 'status', 'completedIndexes'));
  const succeeded = pods.filter(hasSucceeded);
  const done = isIndexed(job) ? new Set([...known, ...succeeded.map(indexOf)]) : known;
  const failed = tally(job, pods, 'failed');
  const well = isIndexed(job) ? { counted: done.size, uncounted: [] } : tally(job, pods, 'succeeded');
  return {
    active: pods.filter(isActive),
    terminating: pods.filter((pod) => isLeaving(pod) && !isEnded(pod)).length,
    succeeded: well.counted + well.uncounted.length,
    failed: failed.counted + failed.uncounted.length,
    tallies: { succeeded: well, failed },
    done,
    countedPods: pods.filter(
      (pod) => isTracked(pod) && (isNoted(job, pod) || (hasSucceeded(pod) && known.has(indexOf(pod)))),
    ),
    failedAt: Math.max(0, ...pods.filter((pod) => textAt(pod, 'status', 'phase') === 'Failed').map(endOf)),
  };
}

function hasSucceeded(pod: KubernetesObject): boolean {
  return textAt(pod, 'status', 'phase') === 'Succeeded';
}

/** What `indexText` tells. */
function indexesIn(text: string): ReadonlySet<number> {
  const ranges = text === '' ? [] : text.split(',').map((range) => range.split('-').map(Number));
  return new Set(
    ranges.flatMap(([from = 0, to = from]) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
    ),
  );
}

function indexOf({ metadata }: KubernetesObject): number {
  return Number(metadata.annotations?.[indexKey] ?? -1);
}

function endOf(pod: KubernetesObject): number {
  const ends = objectsAt(pod, 'status', 'containerStatuses').map((one) =>
    Date.parse(textAt(one, 'state', 'terminated', 'finishedAt')),
  );
  return Math.max(0, ...ends.filter((end) => !Number.isNaN(end)));
}

/** How often containers of pods have been started again. */
export function restartsOf(pods: readonly KubernetesObject[]): number {
  const counts = pods.flatMap((pod) => objectsAt(pod, 'status', 'containerStatuses'));
  return counts.reduce((sum, one) => sum + (numberAt(one, 'restartCount') ?? 0), 0);
}

/** Makes pods that a job is short of. */
export function newPods(
  job: KubernetesObject,
  count: JobCount,
  { missing, annotations }: { readonly missing: number; readonly annotations: JsonObject },
): readonly WorkloadWrite[] {
  if (!isIndexed(job))
    return Array.from({ length: missing }, () =>
      podFromTemplate(job, { annotations, finalizer: trackingFinalizer }),
    );
  const taken = new Set([...count.done, ...count.active.map(indexOf)]);
  const all = Array.from({ length: numberAt(job, 'spec', 'completions') ?? 0 }, (_, index) => index);
  return all
    .filter((index) => !taken.has(index))
    .slice(0, missing)
    .map((index) =>
      podFromTemplate(job, {
        finalizer: trackingFinalizer,
        prefix: `${job.metadata.name}-${index}`,
        labels: { [indexKey]: String(index) },
        annotations: { ...annotations, [indexKey]: String(index) },
        spec: { hostname: `${job.metadata.name}-${index}` },
      }),
    );
}

/** Numbers as a job tells them: `0-2,5`. */
export function indexText(indexes: ReadonlySet<number>): string {
  const ranges: (readonly [number, number])[] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index - 1) ranges[ranges.length - 1] = [last[0], index];
    else ranges.push([index, index]);
  }
  return ranges
    .map(([from, to]) => (from === to ? String(from) : `${from}${to === from + 1 ? ',' : '-'}${to}`))
    .join(',');
}
