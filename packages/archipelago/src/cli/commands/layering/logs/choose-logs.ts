import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Architecture } from '../../../../api/architectures.ts';
import type { ObservedJob } from '../../../../layering/build-plan/observed-job.ts';
import type { ConfigView, PlatformView } from '../../../../layering/view/config-view.ts';

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
}

/** One log to print. */
export interface ChosenLog {
  /** `arm64` or `assembly`. */
  readonly title: string;
  readonly job: ObservedJob;
  /** Undefined: it is gone, or not made yet. */
  readonly pod: KubernetesObject | undefined;
}

type ChosenLogs =
  | { readonly kind: 'chosen'; readonly logs: readonly ChosenLog[] }
  /** Why there is none. */
  | { readonly kind: 'none'; readonly because: string };

const assembly = 'assembly';

/** The logs that are meant, by architecture, the assembly's last. */
export function chooseLogs(wish: LogWish, { view, jobs, pods }: JobsToChoose): ChosenLogs {
  const own = jobs.filter((job) => job.config === view.name);
  if (wish.job !== undefined) return namedJob(wish.job, own, pods);
  const titles = titlesOf(wish, own);
  const logs = titles.flatMap((title) => {
    const newestFirst = own.filter((job) => titleOf(job) === title).sort(byAge);
    const job = newestFirst[wish.previous ? 1 : 0];
    return job === undefined ? [] : [{ title, job, pod: podOf(job, pods) }];
  });
  return logs.length > 0 ? { kind: 'chosen', logs } : { kind: 'none', because: whyNone(wish, view, own) };
}

function titleOf({ role, architecture = 'unknown' }: ObservedJob): string {
  return role === 'assemble' ? assembly : architecture;
}

function titlesOf(wish: LogWish, jobs: readonly ObservedJob[]): readonly string[] {
  if (wish.assembly) return [assembly];
  if (wish.architecture !== undefined) return [wish.architecture];
  const all = [...new Set(jobs.map(titleOf))].sort();
  return [...all.filter((title) => title !== assembly), ...all.filter((title) => title === assembly)];
}

/** The newest first. */
function byAge(a: ObservedJob, b: ObservedJob): number {
  return createdAt(b.object) - createdAt(a.object) || b.attempt - a.attempt;
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

function namedJob(name: string, jobs: readonly ObservedJob[], pods: readonly KubernetesObject[]): ChosenLogs {
  const job = jobs.find((each) => each.name === name);
  if (job !== undefined)
    return { kind: 'chosen', logs: [{ title: titleOf(job), job, pod: podOf(job, pods) }] };
  const known = jobs.map((each) => each.name).slice(0, 10);
  const there = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
  return { kind: 'none', because: `there is no job ${name.slice(0, longestName)} of the config; ${there}` };
}

function whyNone(wish: LogWish, { build, conditions }: ConfigView, jobs: readonly ObservedJob[]): string {
  const what = wish.assembly ? assembly : wish.architecture;
  const which = what === undefined ? '' : ` for ${what}`;
  if (wish.previous && jobs.some((job) => what === undefined || titleOf(job) === what))
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
