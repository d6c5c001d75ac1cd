import { type Backoff, type Clock, type KubernetesObject, systemClock } from '@archipelago/apimachinery';
import {
  createInformer,
  createWorkQueue,
  type Informer,
  type KubernetesClient,
  type Resource,
  type WorkOutcome,
  type WorkQueue,
} from '@archipelago/kube-client';
import { ContainerLogs } from '@archipelago/kube-sandbox';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { isAbortion } from '../is-abortion.ts';
import { throughInformers } from '../through-informers.ts';
import { carryOut, type JobWork } from './carry-out.ts';
import { type JobStep, jobStep } from './job-step.ts';
import { isEnded, isTracked, withoutTracking } from './job-tally.ts';
import type { JobsWrite } from './jobs-write.ts';
import { PodRuns } from './pod-runs.ts';
import type { RunPod } from './run-pod.ts';
import { jobs, pods } from './send-write.ts';

/** How the simulated job controller behaves. */
interface JobControllerOptions {
  readonly client: KubernetesClient;
  readonly run: RunPod;
  /** Jobs that are played here; others are left alone. All are when absent. */
  readonly takes?: (job: KubernetesObject) => boolean;
  /** Where the cluster has the logs of pods, when anybody is to read them. */
  readonly logs?: ContainerLogs;
  /** Told in a sentence; the controller goes on by itself. */
  readonly onProblem: (problem: string) => void;
  /** Between a pod that failed and the next; 10 s up to 10 min, as Kubernetes has it, when absent. */
  readonly backoff?: Backoff;
  readonly clock?: Clock;
}

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const kubernetesBackoff: Backoff = { baseMs: 10_000, capMs: 600_000 };
/** Between looks at a job of which much changes. */
const pauseMs = 5;
const jobsAtOnce = 8;

/**
 * Plays job controller, scheduler and kubelet for batch/v1 Jobs: pods are made, placed on nodes and run by `run`. Pods
 * of others are left alone. `stop` ends the runs and leaves what they were about as it is.
 */
export function startJobController(options: JobControllerOptions): { stop(): Promise<void> } {
  const controller = new JobController(options);
  controller.start();
  return { stop: () => controller.stop() };
}

class JobController {
  readonly #options: JobControllerOptions;
  readonly #client: KubernetesClient;
  readonly #clock: Clock;
  /** Of jobs: `namespace/name`. */
  readonly #queue: WorkQueue<string>;
  readonly #jobs: Informer<KubernetesObject>;
  readonly #pods: Informer<KubernetesObject>;
  readonly #nodes: Informer<KubernetesObject>;
  readonly #runs: PodRuns;
  /** Jobs that somebody was told of. */
  readonly #told = new Set<string>();

  constructor(options: JobControllerOptions) {
    const { clock = systemClock, onProblem } = options;
    this.#options = options;
    this.#clock = clock;
    this.#queue = createWorkQueue({
      clock,
      concurrency: jobsAtOnce,
      process: (key, signal) => this.#process(key, signal),
      onProcessed: ({ key, result }) => {
        if (result.outcome === 'retry') onProblem(`simulated job ${key}: ${result.because}`);
        if (result.outcome === 'threw' && !isAbortion(result.error))
          onProblem(`simulated job ${key}: ${String(result.error)}`);
      },
    });
    this.#runs = new PodRuns(options.run, options.logs ?? new ContainerLogs(), (pod) =>
      this.#look(jobKeyOf(pod)),
    );
    this.#jobs = this.#follow(jobs, (job) => this.#look(keyOf(job)));
    this.#pods = this.#follow(pods, (pod, isGone) => {
      if (isGone) this.#runs.forget(pod);
      this.#look(jobKeyOf(pod));
    });
    this.#nodes = this.#follow(nodes, () => this.#lookAtUnfinished());
    this.#client = throughInformers(options.client, [
      [jobs, this.#jobs],
      [pods, this.#pods],
    ]);
  }

  start(): void {
    for (const informer of this.#informers()) informer.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#informers().map((informer) => informer.stop()));
    await this.#queue.shutdown();
    await this.#runs.stopAll();
  }

  #informers(): readonly Informer<KubernetesObject>[] {
    return [this.#jobs, this.#pods, this.#nodes];
  }

  #follow(
    resource: Resource,
    onChange: (object: KubernetesObject, isGone: boolean) => void,
  ): Informer<KubernetesObject> {
    const { client, onProblem } = this.#options;
    return createInformer({
      client,
      resource,
      clock: this.#clock,
      trim: (object) => object,
      onEvent: ({ type, object }) => onChange(object, type === 'deleted'),
      onProblem: ({ doing, message }) => onProblem(`simulated jobs: ${doing}: ${message}`),
    });
  }

  #look(key: string | undefined): void {
    if (key !== undefined) this.#queue.addAfter(key, pauseMs);
  }

  #lookAtUnfinished(): void {
    for (const pod of this.#pods.store.list()) if (!isEnded(pod)) this.#look(jobKeyOf(pod));
  }

  async #process(key: string, signal: AbortSignal): Promise<WorkOutcome> {
    if (this.#informers().some((informer) => !informer.hasSynced()))
      return { outcome: 'again', delayMs: pauseMs };
    const [namespace = '', name = ''] = key.split('/');
    const job = this.#jobs.store.get({ namespace, name });
    if (job !== undefined && this.#options.takes?.(job) === false) return { outcome: 'done' };
    const all = this.#pods.store.list(namespace).filter((pod) => jobKeyOf(pod) === key);
    const own = all.filter((pod) => ownerOf(pod)?.uid === job?.metadata.uid);
    const orphans = all.filter((pod) => !own.includes(pod));
    const step = this.#step(key, job, own);
    const problem = await this.#carryOut(
      { job, writes: [...step.writes, ...orphans.filter(isTracked).map(release)], pods: all },
      signal,
    );
    if (problem !== undefined) return { outcome: 'retry', because: problem };
    return step.afterMs === undefined ? { outcome: 'done' } : { outcome: 'again', delayMs: step.afterMs };
  }

  #step(key: string, job: KubernetesObject | undefined, own: readonly KubernetesObject[]): JobStep {
    if (job === undefined) return { writes: [] };
    const { backoff = kubernetesBackoff } = this.#options;
    const step = jobStep(job, own, { now: this.#clock.now(), backoff });
    if (step.notSimulated !== undefined) this.#tell(key, step.notSimulated);
    return step;
  }

  #carryOut(work: JobWork, signal: AbortSignal): Promise<string | undefined> {
    return carryOut(work, {
      client: this.#client,
      runs: this.#runs,
      nodes: this.#nodes.store.list(),
      allPods: this.#pods.store.list(),
      now: this.#clock.now(),
      signal,
    });
  }

  #tell(key: string, field: string): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#options.onProblem(
      `simulated job ${key}: ${field} is not simulated; nothing is done about this job`,
    );
  }
}

function release(pod: KubernetesObject): JobsWrite {
  return { do: 'patch', object: pod, patch: withoutTracking(pod) };
}

function keyOf({ metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${namespace}/${name}`;
}

function ownerOf({ metadata }: KubernetesObject) {
  return metadata.ownerReferences?.find(({ kind, controller }) => kind === 'Job' && controller === true);
}

/** The job of a pod that this controller has made. */
function jobKeyOf(pod: KubernetesObject): string | undefined {
  const { namespace = '', annotations = {} } = pod.metadata;
  const owner = ownerOf(pod);
  return owner === undefined || annotations[simulatedAnnotation] !== 'true'
    ? undefined
    : `${namespace}/${owner.name}`;
}
