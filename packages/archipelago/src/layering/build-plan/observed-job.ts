import {
  conditionOf,
  isConditionTrue,
  type KubernetesObject,
  numberAt,
  textAt,
} from '@archipelago/apimachinery';
import { type LayeringGroup, names } from '../api/layering-names.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { groupOf } from '../api/parse-machine-os-config.ts';
import { causeOfLog } from './cause-of-log.ts';
import { containersOf, type FailingContainer, failingIn, hasFailed } from './failing-container.ts';
import type { ObservedBuild } from './observed-build.ts';
import { groupOfOwner } from './owner-of.ts';
import { timeOf } from './plan-draft.ts';

/** How far a job is; times in milliseconds since 1970. */
export type JobState =
  | { readonly kind: 'pending' }
  /** The scheduler's words. */
  | { readonly kind: 'unschedulable'; readonly since: number; readonly message: string }
  | { readonly kind: 'running'; readonly node: string | undefined }
  | { readonly kind: 'complete'; readonly at: number }
  | {
      readonly kind: 'failed';
      readonly at: number;
      /** Of the container that ended the pod; undefined: none did, or the pod is gone. */
      readonly container: string | undefined;
      readonly exitCode: number | undefined;
      /** A retry would end the same. */
      readonly final: boolean;
      readonly message: string;
    };

/** A job of ours, read together with its pods and its result. */
export interface ObservedJob {
  readonly object: KubernetesObject;
  readonly name: string;
  readonly uid: string;
  readonly role: 'build' | 'assemble';
  /** Of its build and its config: both groups may have one of the same name. */
  readonly group: LayeringGroup | undefined;
  readonly config: string;
  readonly build: string;
  readonly architecture: string | undefined;
  /** First 63 digits of the platform key. */
  readonly keyLabel: string | undefined;
  readonly repository: string | undefined;
  readonly attempt: number;
  readonly deleting: boolean;
  readonly state: JobState;
  /** Where the log of a job that fails is; undefined: it does not, or its pod is gone. */
  readonly failing?: FailingContainer | undefined;
}

export function isActive(job: ObservedJob): boolean {
  return !job.deleting && job.state.kind !== 'complete' && job.state.kind !== 'failed';
}

export function isOfConfig(
  job: ObservedJob,
  { group, name }: Pick<MachineOsConfig, 'group' | 'name'>,
): boolean {
  return job.group === group && job.config === name;
}

export function isOfBuild(
  job: ObservedJob,
  { object, name }: Pick<ObservedBuild, 'object' | 'name'>,
): boolean {
  return job.group === groupOf(object.apiVersion) && job.build === name;
}

/**
 * Exit codes after which the same job would end the same: a bad Containerfile, a node of another architecture. Those of the container
 * that fetches: what a Containerfile runs may end with any code.
 */
export const finalExitCodes = [65, 66];
export const judgingContainer = 'fetch';

function isFinal(container: string | undefined, exitCode: number | undefined): boolean {
  return container === judgingContainer && exitCode !== undefined && finalExitCodes.includes(exitCode);
}

/** What was read of a list: one pass over many configs passes the same lists again and again. */
const alreadyRead = new WeakMap<
  readonly KubernetesObject[],
  { readonly pods: readonly KubernetesObject[]; readonly jobs: readonly ObservedJob[] }
>();

/** The jobs of ours, the oldest attempt first. The lists are taken not to change. */
export function readJobs(
  jobs: readonly KubernetesObject[],
  pods: readonly KubernetesObject[],
): readonly ObservedJob[] {
  const known = alreadyRead.get(jobs);
  if (known?.pods === pods) return known.jobs;
  const read = readAll(jobs, byJob(pods));
  alreadyRead.set(jobs, { pods, jobs: read });
  return read;
}

/** Pods by the uid of their job. */
function byJob(pods: readonly KubernetesObject[]): ReadonlyMap<string, readonly KubernetesObject[]> {
  const found = new Map<string, KubernetesObject[]>();
  for (const pod of pods) {
    const uid = pod.metadata.labels?.['batch.kubernetes.io/controller-uid'] ?? '';
    const list = found.get(uid) ?? [];
    list.push(pod);
    found.set(uid, list);
  }
  return found;
}

function readAll(
  jobs: readonly KubernetesObject[],
  pods: ReadonlyMap<string, readonly KubernetesObject[]>,
): readonly ObservedJob[] {
  return jobs.flatMap((job) => readJob(job, pods) ?? []).sort((a, b) => a.attempt - b.attempt);
}

function attemptOf(labels: Readonly<Record<string, string>>): number {
  return Number.parseInt(labels[names.attempt] ?? '', 10) || 1;
}

/** What was read of a job, while it and its pods are the same: so is what was read. */
const knownJobs = new WeakMap<
  KubernetesObject,
  { readonly pods: readonly KubernetesObject[]; readonly job: ObservedJob | undefined }
>();

function readJob(
  object: KubernetesObject,
  podsByJob: ReadonlyMap<string, readonly KubernetesObject[]>,
): ObservedJob | undefined {
  const pods = podsByJob.get(object.metadata.uid ?? '') ?? [];
  const known = knownJobs.get(object);
  if (known?.pods.length === pods.length && known.pods.every((pod, index) => pod === pods[index]))
    return known.job;
  const job = jobOf(object, pods);
  knownJobs.set(object, { pods, job });
  return job;
}

function jobOf(object: KubernetesObject, pods: readonly KubernetesObject[]): ObservedJob | undefined {
  const { name, uid = '', annotations = {}, labels = {}, deletionTimestamp } = object.metadata;
  const role = labels[names.component];
  if (role !== 'build' && role !== 'assemble') return undefined;
  return {
    object,
    name,
    uid,
    role,
    group: groupOfOwner(object),
    config: annotations[names.configName] ?? '',
    build: labels[names.build] ?? '',
    architecture: labels[names.architecture],
    keyLabel: labels[names.key],
    repository: annotations[names.repository],
    attempt: attemptOf(labels),
    deleting: deletionTimestamp !== undefined,
    state: stateOf(object, pods),
    failing: failingIn(object, pods),
  };
}

function stateOf(job: KubernetesObject, pods: readonly KubernetesObject[]): JobState {
  if (isConditionTrue(job, 'Complete'))
    return { kind: 'complete', at: timeOf(conditionOf(job, 'Complete')?.lastTransitionTime) };
  if (isConditionTrue(job, 'Failed')) return failed(job, pods);
  const live = pods.find((pod) => ['Pending', 'Running'].includes(textAt(pod, 'status', 'phase')));
  const node = textAt(live, 'spec', 'nodeName');
  if (node !== '') return { kind: 'running', node };
  const scheduled = conditionOf(live, 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') return { kind: 'pending' };
  const message = textAt(scheduled, 'message') || 'no node takes the pod';
  return { kind: 'unschedulable', since: timeOf(scheduled.lastTransitionTime), message };
}

function failed(job: KubernetesObject, pods: readonly KubernetesObject[]): JobState {
  const condition = conditionOf(job, 'Failed');
  const reason = textAt(condition, 'reason');
  const ended = pods.flatMap((pod) => terminationOf(pod) ?? []);
  const end = ended.at(-1) ?? nothingSaid;
  const { container, exitCode } = end;
  return {
    kind: 'failed',
    at: timeOf(condition?.lastTransitionTime),
    container,
    exitCode,
    final: reason === 'PodFailurePolicy' || isFinal(container, exitCode),
    message: printEnd(end, { reason, message: textAt(condition, 'message') }),
  };
}

interface Termination {
  readonly container: string | undefined;
  readonly exitCode: number | undefined;
  /** The one line that says why; may be empty. */
  readonly cause: string;
}

const nothingSaid: Termination = { container: undefined, exitCode: undefined, cause: '' };

/** What the container said last, and what the job says where that is more than that its pod has failed. */
function printEnd(
  { container = 'a container', exitCode, cause }: Termination,
  { reason, message }: { readonly reason: string; readonly message: string },
): string {
  const ofJob = `${reason === '' ? 'failed' : reason}${message === '' ? '' : `: ${message}`}`;
  if (exitCode === undefined) return ofJob;
  const ofContainer = `${container} ended with exit code ${exitCode}${cause === '' ? '' : `: ${cause}`}`;
  return podHasFailed.includes(reason) ? ofContainer : `${ofContainer}; ${ofJob}`;
}

/** Reasons of jobs for no more than that. */
const podHasFailed = ['', 'BackoffLimitExceeded', 'PodFailurePolicy'];

function terminationOf(pod: KubernetesObject): Termination | undefined {
  const bad = containersOf(pod).find(hasFailed);
  if (bad === undefined) return undefined;
  return {
    container: textAt(bad, 'name') || undefined,
    exitCode: numberAt(bad, 'state', 'terminated', 'exitCode'),
    cause: causeOfLog(textAt(bad, 'state', 'terminated', 'message')),
  };
}
