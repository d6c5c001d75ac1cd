import { setMaxListeners } from 'node:events';
import { type Clock, sleep, systemClock } from '@archipelago/apimachinery';
import {
  createEventRecorder,
  createLeaderElection,
  createWorkQueue,
  type EventRecorder,
  type LeaderElection,
  type WorkOutcome,
  type WorkQueue,
  type WorkReport,
} from '@archipelago/kube-client';
import { mirroredWriter } from '../engine/mirrored-writer.ts';
import { createMetricValues, type MetricValues } from '../observability/metric-values.ts';
import { ClusterMirror } from './cluster-mirror.ts';
import { operatorName } from './cluster-resources.ts';
import { hideConfiguration } from './configuration-metrics.ts';
import { showEngine } from './engine-metrics.ts';
import { sspOnly } from './golden-images/golden-image-choices.ts';
import { GoldenImages } from './golden-images/golden-images.ts';
import { isAnswering, stuckBecause } from './health.ts';
import { createLayering } from './layering/create-layering.ts';
import type { Layering } from './layering/layering.ts';
import { type OperatorEvent, reasonOf } from './operator-event.ts';
import { Reconciler } from './reconciler.ts';
import type { OperatorOptions, RunningOperator } from './running-operator.ts';

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
  readonly #images: GoldenImages;
  readonly #layering: Layering | undefined;
  readonly #election: LeaderElection | undefined;
  readonly #stopping = new AbortController();
  #isReady = false;
  /** Aborted when leadership ends; undefined while another process leads. */
  #term: AbortController | undefined;
  #busySince: number | undefined;
  readonly #startedAt: number;
  #hasToldPlatform = false;
  #nodeChangedAt = Number.NEGATIVE_INFINITY;

  constructor(options: OperatorOptions) {
    const { client, namespace, deployment, clock = systemClock, random = Math.random } = options;
    this.#options = options;
    this.#clock = clock;
    this.#startedAt = clock.now();
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
      onDefinitionChange: () => this.#layering?.look(),
      ...(options.timing === undefined ? {} : { timing: options.timing }),
    });
    this.#recorder = createEventRecorder({ client, component: operatorName, clock, random, onProblem });
    const shared = { client, namespace, deployment, clock, random, mirror: this.#mirror };
    this.#images = new GoldenImages({
      ...shared,
      choices: options.goldenImages ?? sspOnly,
      onChange: () => this.#queue.add(whole),
      onAction: (action) => this.#tell({ type: 'bootSource', action }),
      onProblem,
    });
    const { metrics } = this;
    const tell = (event: OperatorEvent) => this.#tell(event);
    const onlookers = { recorder: this.#recorder, metrics };
    this.#layering = createLayering({ ...onlookers, options, clock, mirror: this.#mirror, tell });
    const writing = { ...shared, ...onlookers, client: mirroredWriter(client, this.#mirror.mirrors) };
    this.#reconciler = new Reconciler({ ...writing, images: this.#images, onEvent: tell });
    this.#queue = this.#createQueue();
    this.#election = this.#createElection(onProblem);
  }

  start(): void {
    if (this.#election === undefined) this.#lead();
    else this.#election.start();
    this.#layering?.start();
    void this.#read();
  }

  isReady(): boolean {
    return this.unreadyBecause() === undefined;
  }

  unreadyBecause(): string | undefined {
    return this.#mirror.unread() ?? (this.#isReady ? undefined : 'the cluster is being read');
  }

  stuckBecause(): Promise<string | undefined> {
    const heard = this.#mirror.informers().map(({ lastActivity }) => lastActivity);
    return stuckBecause({
      busyMs: this.#busySince === undefined ? undefined : this.#clock.monotonic() - this.#busySince,
      silentMs: this.#clock.now() - Math.max(this.#startedAt, ...heard),
      answers: () => isAnswering(this.#options.client),
    });
  }

  refreshMetrics(): void {
    showEngine(this.metrics, {
      mirror: this.#mirror,
      isLeading: this.#term !== undefined,
      eventsDropped: this.#recorder.dropped(),
    });
    this.#layering?.show(this.metrics, this.#term !== undefined);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#term?.abort();
    await Promise.all([this.#queue.shutdown(), this.#images.stop(), this.#layering?.stop()]);
    await this.#recorder.flush();
    this.#recorder.stop();
    await Promise.all([this.#mirror.stop(), this.#election?.stop()]);
  }

  async #read(): Promise<void> {
    await Promise.race([this.#mirror.start(), sleep(this.#clock, longestReadMs, this.#stopping.signal)]);
    this.#isReady = true;
    this.#queue.add(whole);
  }

  async #process(): Promise<WorkOutcome> {
    this.#tellPlatform();
    if (!this.#isReady || this.#term === undefined) return { outcome: 'done' };
    this.#busySince = this.#clock.monotonic();
    try {
      return await this.#reconciler.reconcile(this.#term.signal);
    } finally {
      this.#busySince = undefined;
    }
  }

  /** An unread cluster looks like plain Kubernetes: nothing to tell anybody. */
  #tellPlatform(): void {
    if (this.#hasToldPlatform || !this.isReady()) return;
    this.#hasToldPlatform = true;
    this.#tell({ type: 'platform', platform: this.#mirror.platform() });
  }

  #createQueue(): WorkQueue<string> {
    return createWorkQueue({
      clock: this.#clock,
      process: () => this.#process(),
      onProcessed: (report) => this.#processed(report),
    });
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
        this.#images.leave();
        this.#tell({ type: 'notLeading', because });
      },
    });
  }

  #lead(): void {
    this.#term = new AbortController();
    // every write of a reconcile listens to it, and operands are written at the same time
    setMaxListeners(0, this.#term.signal);
    this.#reconciler.forget();
    this.#tell({ type: 'leading' });
    this.#layering?.follow(this.#term.signal);
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
