import {
  type Backoff,
  backoffBoundMs,
  isConditionTrue,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { containerStatuses } from './container-statuses.ts';
import { allOf, isTracked, type JobTally, phaseOf, tallyJob, withoutTracking } from './job-tally.ts';
import { deadlineOf, type JobVerdict, judgeJob } from './job-verdict.ts';
import type { JobsWrite } from './jobs-write.ts';
import { podName, podOfJob } from './pod-of-job.ts';
import { reportJob } from './report-job.ts';

/** What a step comes to. */
export interface JobStep {
  readonly writes: readonly JobsWrite[];
  /** Look again then, in milliseconds from now. */
  readonly afterMs?: number;
  /** The field this controller does not play: nothing is done about the job. */
  readonly notSimulated?: string;
}

interface JobCircumstances {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Between a pod that failed and the next. */
  readonly backoff: Backoff;
}

const nothing: JobStep = { writes: [] };
/** Who else may manage jobs; these are ours. */
const builtInController = 'kubernetes.io/job-controller';

/** What the job controller does about a job now; `pods` are the job's own. */
export function jobStep(
  job: KubernetesObject,
  pods: readonly KubernetesObject[],
  circumstances: JobCircumstances,
): JobStep {
  if ((textAt(job, 'spec', 'managedBy') || builtInController) !== builtInController) return nothing;
  if (job.metadata.deletionTimestamp !== undefined) return { writes: release(pods) };
  if (isConditionTrue(job, 'Complete') || isConditionTrue(job, 'Failed'))
    return afterwards(job, pods, circumstances.now);
  const notSimulated = unknownField(job);
  if (notSimulated !== undefined) return { writes: [], notSimulated };
  if (job.metadata.annotations?.[simulatedAnnotation] !== 'true')
    return {
      writes: [
        { do: 'patch', object: job, patch: { metadata: { annotations: { [simulatedAnnotation]: 'true' } } } },
      ],
    };
  return bringAbout(job, pods, circumstances);
}

function unknownField(job: KubernetesObject): string | undefined {
  if (textAt(job, 'spec', 'completionMode') === 'Indexed') return 'spec.completionMode Indexed';
  if (valueAt(job, 'spec', 'suspend') === true) return 'spec.suspend true';
  if (valueAt(job, 'spec', 'successPolicy') !== undefined) return 'spec.successPolicy';
  const restartPolicy = textAt(job, 'spec', 'template', 'spec', 'restartPolicy');
  return restartPolicy === 'Never' ? undefined : `spec.template.spec.restartPolicy ${restartPolicy}`;
}

function release(pods: readonly KubernetesObject[]): readonly JobsWrite[] {
  return pods
    .filter(isTracked)
    .map((pod) => ({ do: 'patch', object: pod, patch: withoutTracking(pod) }) as const);
}

/** A finished job goes when its time to live is over. */
function afterwards(job: KubernetesObject, pods: readonly KubernetesObject[], now: number): JobStep {
  const seconds = numberAt(job, 'spec', 'ttlSecondsAfterFinished');
  const ended = objectsAt(job, 'status', 'conditions').find(
    ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
  );
  const writes = release(pods);
  if (seconds === undefined) return { writes };
  const waitMs = Date.parse(textAt(ended, 'lastTransitionTime')) + seconds * 1000 - now;
  return waitMs > 0 ? { writes, afterMs: waitMs } : { writes: [...writes, { do: 'delete', object: job }] };
}

function bringAbout(
  job: KubernetesObject,
  pods: readonly KubernetesObject[],
  { now, backoff }: JobCircumstances,
): JobStep {
  const tally = tallyJob(job, pods);
  const verdict = judgeJob(job, pods, { tally, now });
  const waitMs = retryAt(pods, tally, backoff) - now;
  const writes: readonly JobsWrite[] = [
    ...reportJob(job, { tally, verdict, now }),
    ...release(tally.released),
    ...adjust(job, pods, { tally, verdict, mayCreate: waitMs <= 0 }),
  ];
  const waits = [waitMs, deadlineOf(job) - now].filter((wait) => wait > 0 && Number.isFinite(wait));
  return waits.length === 0 || verdict.kind !== 'going'
    ? { writes }
    : { writes, afterMs: Math.min(...waits) };
}

/** When the pod after the last one that failed may come, in milliseconds since 1970. */
function retryAt(pods: readonly KubernetesObject[], tally: JobTally, backoff: Backoff): number {
  const ends = pods.filter((pod) => phaseOf(pod) === 'Failed').map(endOf);
  if (ends.length === 0) return 0;
  const failures = Math.max(allOf(tally, 'failed'), 1);
  return Math.max(...ends) + backoffBoundMs(backoff, failures - 1);
}

function endOf(pod: KubernetesObject): number {
  const times = containerStatuses(pod).map((one) =>
    Date.parse(textAt(one, 'state', 'terminated', 'finishedAt')),
  );
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}

interface Situation {
  readonly tally: JobTally;
  readonly verdict: JobVerdict;
  readonly mayCreate: boolean;
}

function adjust(
  job: KubernetesObject,
  pods: readonly KubernetesObject[],
  { tally, verdict, mayCreate }: Situation,
): readonly JobsWrite[] {
  const wanted = verdict.kind === 'going' ? wantedPods(job, tally) : 0;
  const surplus = tally.active.slice(wanted);
  if (surplus.length > 0) return surplus.map((pod) => ({ do: 'delete', object: pod }));
  const missing = wanted - tally.active.length - tally.terminating.length;
  return mayCreate ? create(job, pods, { tally, missing }) : [];
}

function wantedPods(job: KubernetesObject, tally: JobTally): number {
  const parallelism = numberAt(job, 'spec', 'parallelism') ?? 1;
  const completions = numberAt(job, 'spec', 'completions');
  const succeeded = allOf(tally, 'succeeded');
  if (completions === undefined) return succeeded > 0 ? tally.active.length : parallelism;
  return Math.min(parallelism, completions - succeeded);
}

/** Names follow from what has ended so far: a pod that was made and is not seen yet is not made again. */
function create(
  job: KubernetesObject,
  pods: readonly KubernetesObject[],
  { tally, missing }: { readonly tally: JobTally; readonly missing: number },
): readonly JobsWrite[] {
  const taken = new Set(pods.map(({ metadata }) => metadata.name));
  const made: JobsWrite[] = [];
  const first = allOf(tally, 'succeeded') + allOf(tally, 'failed');
  for (let ordinal = first; made.length < missing; ordinal++) {
    const name = podName(job, ordinal);
    if (!taken.has(name)) made.push({ do: 'create', object: podOfJob(job, name) });
  }
  return made;
}
