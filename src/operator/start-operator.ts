import type { DeploymentParameters } from '../cluster-facts/cluster-facts.ts';
import { type Clock, sleep, systemClock } from '../kubernetes/clock.ts';
import { createEventRecorder, type EventRecorder } from '../kubernetes/event-recorder.ts';
import type { InformerTiming } from '../kubernetes/informer-settings.ts';
import type { KubernetesClient } from '../kubernetes/kubernetes-client.ts';
import {
  createLeaderElection,
  type LeaderElection,
  type LeaderElectionTiming,
} from '../kubernetes/leader-election.ts';
import { createWorkQueue, type WorkQueue, type WorkReport } from '../kubernetes/work-queue.ts';
import { createMetricValues, type MetricValues } from '../observability/metric-values.ts';
import { ClusterMirror } from './cluster-mirror.ts';
import { configurations, operatorName } from './cluster-resources.ts';
import { hideConfiguration } from './configuration-metrics.ts';
import { isMisconfigured } from './descheduler.ts';
import type { OperatorEvent } from './operator-event.ts';
import { Reconciler } from './reconciler.ts';

export interface OperatorOptions {
  readonly client: KubernetesClient;
  /** The operator's, which is the HyperConverged's, too. */
  readonly namespace: string;
  readonly deployment: DeploymentParameters;
  /** Unique among the processes of the operator; absent: no election, this process leads. */
  readonly election?: { readonly identity: string; readonly timing?: Partial<LeaderElectionTiming> };
  /** Shared with whoever counts requests; own ones when absent. */
  readonly metrics?: MetricValues;
  readonly onEvent?: (event: OperatorEvent) => void;
  readonly clock?: Clock;
  /** Numbers in [0, 1): jitter, and the import schedule. */
  readonly random?: () => number;
  /** Of the informers. */
  readonly timing?: Partial<InformerTiming>;
}

export interface RunningOperator {
  readonly metrics: MetricValues;
  /** True once the cluster has been read. */
  isReady(): boolean;
  /** Brings gauges up to date that nobody counts, before a scrape. */
  refreshMetrics(): void;
  /** Finishes what is under way, gives the lease up, closes watches. */
  stop(): Promise<void>;
}

/** The one key of the queue. */
const whole = 'HyperConverged';
/** An operand that cannot be read by then (a missing permission, say) holds the others up no longer. */
const longestReadMs = 10_000;

/** Between looks at nodes that change one after the other. */
const nodePauseMs = 100;

/** Starts the operator; it goes on by itself until `stop`. */
export function startOperator(options: OperatorOptions): RunningOperator {
  const operator = new Operator(options);
  operator.start();
  return operator;
}

class Operator implements RunningOperator {
  readonly metrics: MetricValues;
  readonly #options: OperatorOptions;
  readonly #clock: Clock;
  readonly #mirror: ClusterMirror;
  readonly #recorder: EventRecorder;
  readonly #queue: WorkQueue<string>;
  readonly #reconciler: Reconciler;
  readonly #election: LeaderElection | undefined;
  readonly #stopping = new AbortController();
  #isReady = false;
  /** Aborted when leadership ends; undefined while another process leads. */
  #term: AbortController | undefined;
  #nodeChangedAt = Number.NEGATIVE_INFINITY;

  constructor(options: OperatorOptions) {
    const { client, namespace, deployment, clock = systemClock, random = Math.random } = options;
    this.#options = options;
    this.#clock = clock;
    this.metrics = options.metrics ?? createMetricValues();
    const onProblem = (message: string) => this.#tell({ type: 'problem', message });
    this.#mirror = new ClusterMirror({
      client,
      namespace,
      clock,
      random,
      onProblem,
      onChange: () => this.#queue.add(whole),
      onNodeChange: () => this.#nodeChanged(),
      ...(options.timing === undefined ? {} : { timing: options.timing }),
    });
    this.#recorder = createEventRecorder({ client, component: operatorName, clock, random, onProblem });
    const shared = { client, namespace, deployment, clock, random, mirror: this.#mirror };
    this.#reconciler = new Reconciler({
      ...shared,
      recorder: this.#recorder,
      metrics: this.metrics,
      onEvent: (event) => this.#tell(event),
    });
    this.#queue = createWorkQueue({
      clock,
      process: async () =>
        this.#isReady && this.#term !== undefined
          ? this.#reconciler.reconcile(this.#term.signal)
          : { outcome: 'done' },
      onProcessed: (report) => this.#processed(report),
    });
    this.#election = this.#createElection(onProblem);
  }

  start(): void {
    if (this.#election === undefined) this.#lead();
    else this.#election.start();
    void this.#read();
  }

  isReady(): boolean {
    return this.#isReady && this.#mirror.unread() === undefined;
  }

  refreshMetrics(): void {
    const informers = this.#mirror.informers();
    const line = (resource: string, value: number) => ({ labels: { resource }, value });
    const heard = informers.map(({ resource, lastActivity }) => line(resource, lastActivity / 1000));
    this.metrics.replace('informerHeard', heard);
    this.metrics.replace(
      'informerObjects',
      [...countByResource(informers)].map(([name, size]) => line(name, size)),
    );
    const descheduler = this.#mirror.configuration(configurations.descheduler);
    const isWrong = descheduler !== undefined && isMisconfigured(descheduler);
    this.metrics.replace('misconfiguredDescheduler', [{ labels: {}, value: isWrong ? 1 : 0 }]);
    this.metrics.replace('leader', [{ labels: {}, value: this.#term === undefined ? 0 : 1 }]);
    this.metrics.replace('eventsDropped', [{ labels: {}, value: this.#recorder.dropped() }]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#term?.abort();
    await this.#queue.shutdown();
    await this.#recorder.flush();
    this.#recorder.stop();
    await Promise.all([this.#mirror.stop(), this.#election?.stop()]);
  }

  async #read(): Promise<void> {
    await Promise.race([this.#mirror.start(), sleep(this.#clock, longestReadMs, this.#stopping.signal)]);
    this.#isReady = true;
    // an unread cluster looks like plain Kubernetes: nothing to tell anybody
    if (this.#mirror.unread() === undefined) {
      this.#tell({ type: 'platform', platform: this.#mirror.platform() });
    }
    this.#queue.add(whole);
  }

  #createElection(onProblem: (message: string) => void): LeaderElection | undefined {
    const { client, namespace, election, clock = systemClock, random = Math.random } = this.#options;
    if (election === undefined) return undefined;
    return createLeaderElection({
      client,
      lease: { namespace, name: operatorName },
      clock,
      random,
      onProblem,
      ...election,
      onElected: () => this.#lead(),
      onLost: (because) => {
        this.#term?.abort();
        this.#term = undefined;
        hideConfiguration(this.metrics);
        this.#tell({ type: 'notLeading', because });
      },
    });
  }

  #lead(): void {
    this.#term = new AbortController();
    this.#reconciler.forget();
    this.#tell({ type: 'leading' });
    this.#queue.add(whole);
  }

  #processed({ durationMs, result }: WorkReport<string>): void {
    if (!this.#isReady || this.#term === undefined) return;
    this.metrics.add('reconciles', { result: result.outcome });
    this.metrics.add('reconcileSeconds', {}, durationMs / 1000);
    this.#tell({ type: 'reconciled', durationMs, because: reasonOf(result) });
  }

  /** A node that joins is seen at once; of thousands that come together, a few times per second. */
  #nodeChanged(): void {
    const now = this.#clock.monotonic();
    this.#queue.addAfter(whole, Math.max(0, this.#nodeChangedAt + nodePauseMs - now));
    this.#nodeChangedAt = now;
  }

  #tell(event: OperatorEvent): void {
    this.#options.onEvent?.(event);
  }
}

function reasonOf(result: WorkReport<string>['result']): string | undefined {
  switch (result.outcome) {
    case 'retry':
      return result.because;
    case 'threw':
      return result.error instanceof Error ? result.error.message : String(result.error);
    case 'done':
    case 'again':
      return undefined;
  }
}

function countByResource(informers: ReturnType<ClusterMirror['informers']>): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { resource, size } of informers) sizes.set(resource, (sizes.get(resource) ?? 0) + size);
  return sizes;
}
