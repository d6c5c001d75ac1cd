import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Architecture } from '../../../../api/architectures.ts';
import type { ObservedJob } from '../../../../layering/build-plan/observed-job.ts';
import type { ConfigView, PlatformView } from '../../../../layering/view/config-view.ts';
import type { KeptLog } from '../../../../layering/view/kept-log.ts';

/** Which jobs' logs are wanted; nothing chosen: all of the config's newest. */
export interface LogWish {
  readonly architecture: Architecture | undefined;
  /** That puts the images together. */
  readonly assembly: boolean;
  readonly job: string | undefined;
  /** The job before the newest. */
  readonly previous: boolean;
}

interface JobsToChoose {
  readonly view: ConfigView;
  readonly jobs: readonly ObservedJob[];
  readonly pods: readonly KubernetesObject[];
  readonly kept: readonly KeptLog[];
}

/** One log to print. */
export interface ChosenLog {
  /** `arm64` or `assembly`. */
  readonly title: string;
  /** Of the job. */
  readonly name: string;
  /** Undefined: it is gone, and what was kept of its log is left. */
  readonly job: ObservedJob | undefined;
  /** Undefined: it is gone, or not made yet. */
  readonly pod: KubernetesObject | undefined;
  /** Of a job that failed; undefined: nothing. */
  readonly kept: KeptLog | undefined;
}

/** A log that may be chosen, and how old its job is. */
interface Candidate extends ChosenLog {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly attempt: number;
}

type ChosenLogs =
  | { readonly kind: 'chosen'; readonly logs: readonly ChosenLog[] }
  /** Why there is none. */
  | { readonly kind: 'none'; readonly because: string };

const assembly = 'assembly';

/** The logs that are meant, by architecture, the assembly's last. */
export function chooseLogs(wish: LogWish, choice: JobsToChoose): ChosenLogs {
  const own = candidatesOf(choice).toSorted(byAge);
  if (wish.job !== undefined) return namedJob(wish.job, own);
  const logs = titlesOf(wish, own).flatMap(
    (title) => own.filter((log) => log.title === title)[wish.previous ? 1 : 0] ?? [],
  );
  return logs.length > 0
    ? { kind: 'chosen', logs }
    : { kind: 'none', because: whyNone(wish, choice.view, own) };
}

/** Of the config's jobs, and of those that are gone and of which a log was kept. */
function candidatesOf({ view, jobs, pods, kept }: JobsToChoose): readonly Candidate[] {
  const own = jobs.filter((job) => job.config === view.name);
  const left = kept.filter((log) => log.config === view.name && !own.some(({ uid }) => uid === log.job.uid));
  return [
    ...own.map((job) => ({
      title: titleOf(job),
      name: job.name,
      job,
      pod: podOf(job, pods),
      kept: kept.find((log) => log.job.uid === job.uid),
      madeAt: createdAt(job.object),
      attempt: job.attempt,
    })),
    ...left.map((log) => ({
      title: log.architecture ?? assembly,
      name: log.job.name,
      job: undefined,
      pod: undefined,
      kept: log,
      madeAt: Date.parse(log.jobMade) || 0,
      attempt: log.attempt,
    })),
  ];
}

function titleOf({ role, architecture = 'unknown' }: ObservedJob): string {
  return role === 'assemble' ? assembly : architecture;
}

function titlesOf(wish: LogWish, logs: readonly ChosenLog[]): readonly string[] {
  if (wish.assembly) return [assembly];
  if (wish.architecture !== undefined) return [wish.architecture];
  const all = [...new Set(logs.map(({ title }) => title))].sort();
  return [...all.filter((title) => title !== assembly), ...all.filter((title) => title === assembly)];
}

/** The newest first. */
function byAge(a: Candidate, b: Candidate): number {
  return b.madeAt - a.madeAt || b.attempt - a.attempt;
}

function createdAt({ metadata }: KubernetesObject): number {
  return Date.parse(metadata.creationTimestamp ?? '') || 0;
}

/** A job that was interrupted has more than one pod; the newest counts. */
function podOf({ uid }: ObservedJob, pods: readonly KubernetesObject[]): KubernetesObject | undefined {
  return pods
    .filter(({ metadata }) => metadata.labels?.['batch.kubernetes.io/controller-uid'] === uid)
    .sort((a, b) => createdAt(b) - createdAt(a))[0];
}

const longestName = 80;

function namedJob(name: string, logs: readonly ChosenLog[]): ChosenLogs {
  const found = logs.find((each) => each.name === name);
  if (found !== undefined) return { kind: 'chosen', logs: [found] };
  const known = logs.map((each) => each.name).slice(0, 10);
  const there = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
  return { kind: 'none', because: `there is no job ${name.slice(0, longestName)} of the config; ${there}` };
}

function whyNone(wish: LogWish, { build, conditions }: ConfigView, logs: readonly ChosenLog[]): string {
  const what = wish.assembly ? assembly : wish.architecture;
  const which = what === undefined ? '' : ` for ${what}`;
  if (wish.previous && logs.some(({ title }) => what === undefined || title === what))
    return `there is no job before the newest${which}`;
  if (build === undefined) {
    const why = conditions.map(({ message }) => message).filter((message) => message !== '');
    return `there is no build yet${why.length === 0 ? '' : `: ${why.join('; ')}`}`;
  }
  const platform = build.platforms.find(({ architecture }) => architecture === wish.architecture);
  const none = `there is no job${which}: ${build.name} is ${build.phase}`;
  if (platform !== undefined) return `${none}, ${stateOf(platform)}`;
  if (wish.architecture === undefined)
    return build.message === undefined ? none : `${none}: ${build.message}`;
  return `${none}, and is for ${build.platforms.map(({ architecture }) => architecture).join(', ')}`;
}

function stateOf({ architecture, state, reusedFrom, message }: PlatformView): string {
  const from = reusedFrom === undefined ? '' : ` from ${reusedFrom}`;
  return `${architecture} is ${state}${from}${message === undefined ? '' : `: ${message}`}`;
}
