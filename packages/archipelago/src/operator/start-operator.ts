import { setMaxListeners } from 'node:events';
import { type Clock, sleep, systemClock } from '@archipelago/apimachinery';
import {
  createEventRecorder,
  type EventRecorder,
  type LeaderElection,
  mirroredWriter,
  type WorkReport,
} from '@archipelago/kube-client';
import type { Controller } from '../engine/controller.ts';
import { whileLeading } from '../engine/while-leading.ts';
import type { ActiveAlert } from '../observability/alerts/alert-states.ts';
import { createMetricValues, type MetricValues } from '../observability/metric-values.ts';
import { Admission } from './admission.ts';
import { hideConfiguration } from './configuration-metrics.ts';
import { createElection } from './create-election.ts';
import { createOperandsController } from './create-operands-controller.ts';
import { showEngine } from './engine-metrics.ts';
import { innerNetworks } from './gather-inputs.ts';
import { GoldenImages } from './golden-images/golden-images.ts';
import { isAnswering, stuckBecause } from './health.ts';
import { createLayering } from './layering/create-layering.ts';
import { createMirror } from './layering/create-mirror.ts';
import type { Layering } from './layering/layering.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { operatorName } from './mirror/cluster-resources.ts';
import { Onlookers } from './onlookers.ts';
import type { Component } from './options/component.ts';
import { sspOnly } from './options/golden-image-choices.ts';
import { type OperatorEvent, reasonOf } from './options/operator-event.ts';
import type { OperatorOptions, RunningOperator } from './options/running-operator.ts';
import { PassMetrics } from './pass-metrics.ts';
import { Reconciler } from './reconciler.ts';
import { keptWebhook } from './rights/kept-webhook.ts';

/** An operand that cannot be read by then (a missing permission, say) holds the others up no longer. */
const longestReadMs = 10_000;

/** Starts the operator; it goes on by itself until `stop`. */
export function startOperator(options: OperatorOptions): RunningOperator {
  const operator = new Operator(options);
  operator.start();
  return operator;
}

class Operator implements RunningOperator {
  readonly metrics: MetricValues;
  readonly admission: Admission;
  readonly #options: OperatorOptions;
  readonly #clock: Clock;
  readonly #mirror: ClusterMirror;
  readonly #recorder: EventRecorder;
  readonly #controller: Controller;
  readonly #reconciler: Reconciler;
  readonly #images: GoldenImages;
  readonly #layering: Layering | undefined;
  readonly #onlookers: Onlookers;
  readonly #passes: PassMetrics;
  readonly #election: LeaderElection | undefined;
  readonly #stopping = new AbortController();
  #isReady = false;
  /** Aborted when leadership ends; undefined while another process leads. */
  #term: AbortController | undefined;
  readonly #startedAt: number;
  /** By the lease's clock. */
  readonly #isLeading = (): boolean => this.#election?.isLeader() ?? true;
  #hasToldPlatform = false;

  constructor(options: OperatorOptions) {
    const { namespace, deployment, layering, tracing, clock = systemClock, random = Math.random } = options;
    const client = whileLeading(options.client, this.#isLeading);
    [this.#options, this.#clock, this.#startedAt] = [options, clock, clock.now()];
    this.metrics = options.metrics ?? createMetricValues();
    this.#passes = new PassMetrics(this.metrics, clock);
    const tell = this.#tell.bind(this);
    this.#mirror = createMirror({
      ...{ options, client, clock, random, metrics: this.metrics, ...this.#heard('mirror') },
      onChange: (pauseMs) => this.#changed(pauseMs),
      lookAtLayering: () => this.#layering?.look(),
    });
    const told = { component: operatorName, client: options.client };
    this.#recorder = createEventRecorder({ ...told, clock, random, ...this.#heard('events') });
    const audience = { recorder: this.#recorder, metrics: this.metrics, observer: this.#passes };
    const cluster = { client, namespace, deployment, mirror: this.#mirror, clock, random, tracing };
    const looking = { ...cluster, ...audience, ...this.#self() };
    this.#images = new GoldenImages({
      ...{ ...looking, ...this.#heard('golden-images'), choices: options.goldenImages ?? sspOnly },
      onAction: (action) => tell({ type: 'bootSource', action }),
    });
    this.#layering = createLayering({ ...looking, options, isLeading: this.#isLeading, tell });
    this.admission = new Admission({ ...looking, ...this.#heard('webhook'), options, images: this.#images });
    this.#onlookers = new Onlookers({ ...looking, ...this.#heard('doctor'), options });
    this.#reconciler = new Reconciler({
      ...{ ...looking, images: this.#images, onlookers: this.#onlookers, layering },
      client: mirroredWriter(client, this.#mirror.mirrors),
      ...{ webhook: keptWebhook(options), doctor: options.doctor !== undefined },
      onEvent: tell,
    });
    this.#controller = createOperandsController({
      ...{ ...looking, ...this.#heard('operands') },
      pass: (signal) => this.#reconciler.reconcile(signal),
      onPassed: (report) => this.#passed(report),
    });
    const terms = { tell, onElected: () => this.#lead(), onLost: (because: string) => this.#lost(because) };
    this.#election = createElection({ options, ...this.#heard('election'), ...terms });
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

  innerNetworks(): readonly string[] {
    return innerNetworks(this.#mirror);
  }

  stuckBecause(): Promise<string | undefined> {
    const heard = this.#mirror.informers().map(({ lastActivity }) => lastActivity);
    return stuckBecause({
      busyMs: this.#controller.busyMs(),
      silentMs: this.#clock.now() - Math.max(this.#startedAt, ...heard),
      answers: () => isAnswering(this.#options.client),
    });
  }

  activeAlerts(): readonly ActiveAlert[] | undefined {
    return this.#onlookers.activeAlerts();
  }

  refreshMetrics(): void {
    showEngine(this.metrics, {
      mirror: this.#mirror,
      isLeading: this.#term !== undefined,
      eventsDropped: this.#recorder.dropped(),
      version: this.#options.deployment.version,
    });
    this.#passes.show();
    this.#layering?.show(this.metrics, this.#term !== undefined, this.#clock.now());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#term?.abort();
    const acting = [this.#controller, this.#images, this.#layering, this.#onlookers, this.admission];
    await Promise.all(acting.map((each) => each?.stop()));
    await this.#recorder.flush();
    this.#recorder.stop();
    await Promise.all([this.#mirror.stop(), this.#election?.stop()]);
  }

  async #read(): Promise<void> {
    await Promise.race([this.#mirror.start(), sleep(this.#clock, longestReadMs, this.#stopping.signal)]);
    this.#isReady = true;
    if (this.#term !== undefined) this.#controller.lead(this.#term.signal);
    this.#changed();
  }

  /** A node that joins is seen at once; of thousands that come together, a few times per second. */
  #changed(pauseMs?: number): void {
    this.#tellPlatform();
    this.#controller.look(pauseMs);
  }

  /** An unread cluster looks like plain Kubernetes: nothing to tell anybody. */
  #tellPlatform(): void {
    if (this.#hasToldPlatform || !this.isReady()) return;
    this.#hasToldPlatform = true;
    this.#tell({ type: 'platform', platform: this.#mirror.platform() });
  }

  /** What parts of the operator ask of it. */
  #self() {
    return { refresh: () => this.refreshMetrics(), isReady: () => this.#isReady };
  }

  /** What parts of the operator tell, by who tells it. */
  #heard(of: Component) {
    return {
      onProblem: (message: string) => this.#tell({ type: 'problem', message, of }),
      onChange: () => this.#changed(),
    };
  }

  #lost(because: string): void {
    this.#term?.abort();
    this.#term = undefined;
    hideConfiguration(this.metrics);
    this.#passes.leave();
    this.#images.leave();
    this.#tell({ type: 'notLeading', because });
  }

  #lead(): void {
    this.#term = new AbortController();
    // every write of a reconcile listens to it, and operands are written at the same time
    setMaxListeners(0, this.#term.signal);
    this.#reconciler.forget();
    this.#tell({ type: 'leading' });
    this.#layering?.follow(this.#term.signal);
    this.admission.lead(this.#term.signal);
    this.#onlookers.lead(this.#term.signal);
    if (this.#isReady) this.#controller.lead(this.#term.signal);
  }

  #passed({ durationMs, result }: WorkReport<string>): void {
    if (this.#term === undefined) return;
    this.#tell({ type: 'reconciled', durationMs, because: reasonOf(result) });
  }

  #tell(event: OperatorEvent): void {
    this.#options.onEvent?.(event);
  }
}
