import { setMaxListeners } from 'node:events';
import { type Clock, sleep, systemClock } from '@archipelago/apimachinery';
import {
  createEventRecorder,
  type EventRecorder,
  type LeaderElection,
  type WorkOutcome,
  type WorkReport,
} from '@archipelago/kube-client';
import { Controller } from '../engine/controller.ts';
import { mirroredWriter } from '../engine/mirrored-writer.ts';
import { whileLeading } from '../engine/while-leading.ts';
import { createMetricValues, type MetricValues } from '../observability/metric-values.ts';
import { Admission } from './admission.ts';
import { hideConfiguration } from './configuration-metrics.ts';
import { createElection } from './create-election.ts';
import { createDoctor } from './doctor/create-doctor.ts';
import type { DoctorRounds } from './doctor/doctor-rounds.ts';
import { showEngine } from './engine-metrics.ts';
import { innerNetworks } from './gather-inputs.ts';
import { GoldenImages } from './golden-images/golden-images.ts';
import { isAnswering, stuckBecause } from './health.ts';
import { createLayering } from './layering/create-layering.ts';
import { createMirror } from './layering/create-mirror.ts';
import type { Layering } from './layering/layering.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { operatorName } from './mirror/cluster-resources.ts';
import type { Component } from './options/component.ts';
import { sspOnly } from './options/golden-image-choices.ts';
import { type OperatorEvent, reasonOf } from './options/operator-event.ts';
import type { OperatorOptions, RunningOperator } from './options/running-operator.ts';
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
  readonly #doctor: DoctorRounds | undefined;
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
    const tell = (event: OperatorEvent) => this.#tell(event);
    const heard = (of: Component) => ({
      onProblem: (message: string) => tell({ type: 'problem', message, of }),
      onChange: () => this.#changed(),
    });
    this.#mirror = createMirror({
      ...{ options, client, clock, random, ...heard('mirror') },
      onChange: (pauseMs) => this.#changed(pauseMs),
      lookAtLayering: () => this.#layering?.look(),
    });
    const told = { component: operatorName, client: options.client };
    this.#recorder = createEventRecorder({ ...told, clock, random, ...heard('events') });
    const shared = { client, namespace, deployment, clock, random, tracing, mirror: this.#mirror };
    this.#images = new GoldenImages({
      ...{ ...shared, ...heard('golden-images'), choices: options.goldenImages ?? sspOnly },
      onAction: (action) => tell({ type: 'bootSource', action }),
    });
    const onlookers = { recorder: this.#recorder, metrics: this.metrics };
    this.#layering = createLayering({ ...shared, ...onlookers, options, isLeading: this.#isLeading, tell });
    this.admission = new Admission({ ...shared, ...heard('webhook'), options, images: this.#images });
    this.#doctor = createDoctor({ ...shared, ...onlookers, ...heard('doctor'), options });
    this.#reconciler = new Reconciler({
      ...{ ...shared, ...onlookers, images: this.#images, layering },
      client: mirroredWriter(client, this.#mirror.mirrors),
      doctor: () => (this.#doctor === undefined ? [] : this.#doctor.conditions()),
      webhook: keptWebhook(options),
      onEvent: tell,
    });
    this.#controller = this.#createController(heard('operands').onProblem);
    this.#election = createElection({
      ...{ options, ...heard('election') },
      onElected: () => this.#lead(),
      onLost: (because) => this.#lost(because),
    });
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
    const acting = [this.#controller, this.#images, this.#layering, this.#doctor, this.admission];
    await Promise.all(acting.map((each) => each?.stop()));
    await this.#recorder.flush();
    this.#recorder.stop();
    await Promise.all([this.#mirror.stop(), this.#election?.stop()]);
  }

  async #read(): Promise<void> {
    await Promise.race([this.#mirror.start(), sleep(this.#clock, longestReadMs, this.#stopping.signal)]);
    this.#isReady = true;
    this.#changed();
  }

  /** A node that joins is seen at once; of thousands that come together, a few times per second. */
  #changed(pauseMs?: number): void {
    this.#tellPlatform();
    this.#controller.look(pauseMs);
  }

  async #pass(signal: AbortSignal): Promise<WorkOutcome> {
    return this.#isReady ? this.#reconciler.reconcile(signal) : { outcome: 'done' };
  }

  /** An unread cluster looks like plain Kubernetes: nothing to tell anybody. */
  #tellPlatform(): void {
    if (this.#hasToldPlatform || !this.isReady()) return;
    this.#hasToldPlatform = true;
    this.#tell({ type: 'platform', platform: this.#mirror.platform() });
  }

  #createController(onProblem: (message: string) => void): Controller {
    return new Controller({
      name: 'HyperConverged',
      clock: this.#clock,
      tracing: this.#options.tracing,
      pace: { pauseMs: 0, perPlanning: 0, longestPauseMs: 0 },
      pass: (signal) => this.#pass(signal),
      onProblem,
      onPassed: (report) => this.#passed(report),
    });
  }

  #lost(because: string): void {
    this.#term?.abort();
    this.#term = undefined;
    hideConfiguration(this.metrics);
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
    this.#doctor?.lead(this.#term.signal);
    this.#controller.lead(this.#term.signal);
  }

  #passed({ durationMs, result }: WorkReport<string>): void {
    if (!this.#isReady || this.#term === undefined) return;
    this.metrics.add('reconciles', { result: result.outcome });
    this.metrics.add('reconcileSeconds', {}, durationMs / 1000);
    this.#tell({ type: 'reconciled', durationMs, because: reasonOf(result) });
  }

  #tell(event: OperatorEvent): void {
    this.#options.onEvent?.(event);
  }
}
