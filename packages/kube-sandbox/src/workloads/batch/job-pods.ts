import {
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { WorkloadWrite } from '../plan/planned.ts';
import { podFromTemplate } from '../plan/pod-from-template.ts';
import { isActive } from '../plan/pod-state.ts';

const indexKey = 'batch.kubernetes.io/job-completion-index';

/** The pods of a job, counted. */
export interface JobCount {
  readonly active: readonly KubernetesObject[];
  readonly succeeded: number;
  readonly failed: number;
  /** Of an Indexed job: the numbers that have succeeded. */
  readonly done: ReadonlySet<number>;
  /** When the last pod failed, in milliseconds since 1970; 0 when none has. */
  readonly failedAt: number;
}

export function isIndexed(job: KubernetesObject): boolean {
  return textAt(job, 'spec', 'completionMode') === 'Indexed';
}

/** What has ended counts although its pod is gone, as far as the status remembers it. */
export function countPods(job: KubernetesObject, pods: readonly KubernetesObject[]): JobCount {
  const phase = (name: string) => pods.filter((pod) => textAt(pod, 'status', 'phase') === name);
  const before = (name: string) => numberAt(job, 'status', name) ?? 0;
  const done = new Set(phase('Succeeded').map(indexOf));
  const failed = phase('Failed');
  return {
    active: pods.filter(isActive),
    succeeded: isIndexed(job) ? done.size : Math.max(before('succeeded'), phase('Succeeded').length),
    failed: Math.max(before('failed'), failed.length),
    done,
    failedAt: Math.max(0, ...failed.map(endOf)),
  };
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
  if (!isIndexed(job)) return Array.from({ length: missing }, () => podFromTemplate(job, { annotations }));
  const taken = new Set([...count.done, ...count.active.map(indexOf)]);
  const all = Array.from({ length: numberAt(job, 'spec', 'completions') ?? 0 }, (_, index) => index);
  return all
    .filter((index) => !taken.has(index))
    .slice(0, missing)
    .map((index) =>
      podFromTemplate(job, {
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
