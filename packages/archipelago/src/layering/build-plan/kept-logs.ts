import type { KubernetesObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { logName } from '../object-names.ts';
import type { LogQuestion } from './layering-question.ts';
import type { ObservedBuild } from './observed-build.ts';
import { isOfBuild, type ObservedJob } from './observed-job.ts';
import { groupOfOwner, ownerOf } from './owner-of.ts';
import type { PlanContext } from './plan-context.ts';

/** As many as `layering logs` and `layering logs --previous` show, for each architecture of a build and for its assembly. */
const mostKept = 2;

/**
 * Writes down what the newest failed jobs of each build have said, for their pods go, and takes older ones away. They belong to
 * the build, and go with it.
 */
export function keepLogs(context: PlanContext, builds: readonly ObservedBuild[]): void {
  for (const build of builds) if (!build.deleting) keepLogsOf(context, build);
}

interface Entry {
  readonly uid: string;
  readonly attempt: number;
  /** What it is one of the newest of. */
  readonly title: string;
  readonly job: ObservedJob | undefined;
  readonly kept: KubernetesObject | undefined;
}

function keepLogsOf(context: PlanContext, build: ObservedBuild): void {
  const { reading, draft } = context;
  const kept = reading.logs(build.name).filter((log) => groupOfOwner(log) === context.config.group);
  const jobs = reading.jobsOfBuild(build.name).filter((job) => isOfBuild(job, build) && !job.deleting);
  const entries = [...kept.map(entryOfLog), ...jobs.flatMap((job) => entryOfJob(job, kept))];
  const counts = new Map<string, number>();
  for (const { title, job, kept: log } of entries.toSorted(newestFirst)) {
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    if (log !== undefined && count > mostKept) draft.delete(log, 'newer logs are kept');
    if (job !== undefined && count <= mostKept) writeDown(context, build, job);
  }
}

function newestFirst(a: Entry, b: Entry): number {
  return b.attempt - a.attempt || (a.uid < b.uid ? -1 : 1);
}

function entryOfLog(kept: KubernetesObject): Entry {
  const { labels = {} } = kept.metadata;
  const attempt = Number.parseInt(labels[names.attempt] ?? '', 10) || 1;
  const title = labels[names.architecture] ?? '';
  return { uid: labels[names.jobUid] ?? '', attempt, title, job: undefined, kept };
}

/** Of a job that fails, of which no log is kept. */
function entryOfJob(job: ObservedJob, kept: readonly KubernetesObject[]): readonly Entry[] {
  const { uid, attempt, architecture = '', failing } = job;
  const isKept = kept.some(({ metadata }) => metadata.labels?.[names.jobUid] === uid);
  return isKept || failing === undefined ? [] : [{ uid, attempt, title: architecture, job, kept: undefined }];
}

function writeDown({ draft }: PlanContext, build: ObservedBuild, job: ObservedJob): void {
  const question = questionOf(job);
  if (question === undefined) return;
  const answer = draft.askLog(question);
  switch (answer?.state) {
    case 'log':
      draft.create(logObject(build, job, answer.text), `what ${job.name} said when it failed`);
      return;
    case 'denied':
    case 'unavailable':
      draft.find('warning', 'LogNotKept', `the log of ${job.name} could not be read: ${answer.message}`);
      return;
    default:
  }
}

function questionOf({ uid, failing, object }: ObservedJob): LogQuestion | undefined {
  const { namespace = '' } = object.metadata;
  if (failing === undefined) return undefined;
  const { pod, container } = failing;
  return { id: `log ${uid} ${pod} ${container}`, kind: 'log', namespace, pod, container };
}

function logObject(build: ObservedBuild, job: ObservedJob, text: string): KubernetesObject {
  const { namespace = '', creationTimestamp = '' } = job.object.metadata;
  const { architecture, failing } = job;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: logName(job.name, job.uid),
      namespace,
      labels: {
        [names.component]: 'log',
        [names.build]: build.name,
        [names.attempt]: String(job.attempt),
        [names.jobUid]: job.uid,
        ...(architecture === undefined ? {} : { [names.architecture]: architecture }),
      },
      annotations: {
        [names.configName]: job.config,
        [names.jobName]: job.name,
        [names.jobMade]: creationTimestamp,
        [names.container]: failing?.container ?? '',
      },
      ownerReferences: ownerOf(build.object),
    },
    data: { log: text },
  };
}
