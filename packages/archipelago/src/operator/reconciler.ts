import type { Clock, JsonObject } from '@archipelago/apimachinery';
import type { EventRecorder, KubernetesClient, WorkOutcome, Writer } from '@archipelago/kube-client';
import { hyperConvergedFinalizer } from '../api/hyper-converged-kind.ts';
import type { DeploymentParameters } from '../cluster-facts/inputs.ts';
import type { Desired } from '../config/desire.ts';
import { reviewImageArchitectures } from '../config/review-architectures.ts';
import type { PassObserver } from '../engine/pass-observer.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import { downgradeRefusal } from '../reconcile/downgrade.ts';
import { isTerminating } from '../reconcile/is-terminating.ts';
import { Adoption } from './adoption.ts';
import { type Chosen, ConfigurationChoice } from './configuration-choice.ts';
import { hideConfiguration, showNothingConfigured } from './configuration-metrics.ts';
import { ConfigurationNotices } from './configuration-notices.ts';
import { DesiredState } from './desired-state.ts';
import { unadoptedFailure } from './failures.ts';
import type { GoldenImages } from './golden-images/golden-images.ts';
import { Grants } from './grants.ts';
import { Handover, lookAgainMs, type Turn } from './handover.ts';
import { finalizersOf, statusIn } from './hyper-converged.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import { HyperConvergedWriter } from './hyper-converged-writer.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { Notices } from './notices.ts';
import type { Onlookers } from './onlookers.ts';
import { type Effects, OperandsPass } from './operands-pass.ts';
import type { LayeringChoices } from './options/layering-choices.ts';
import type { OperatorEvent } from './options/operator-event.ts';
import { isLasting } from './refused-writes.ts';
import type { WebhookAuthority } from './rights/webhook-authority.ts';
import { StatusReporter } from './status-reporter.ts';
import { Strangers } from './strangers.ts';
import { Uninstallation } from './uninstallation.ts';
import { WorkloadCensus } from './workloads/workload-census.ts';

interface ReconcilerOptions {
  /** What nobody mirrors is read with it, too. */
  readonly client: Writer & Pick<KubernetesClient, 'listPageOf'>;
  readonly mirror: ClusterMirror;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly deployment: DeploymentParameters;
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: (event: OperatorEvent) => void;
  readonly observer: PassObserver;
  readonly images: GoldenImages;
  readonly layering: LayeringChoices | undefined;
  /** Who has things told besides. */
  readonly onlookers: Pick<Onlookers, 'conditions' | 'firing'>;
  /** Who makes the webhook's certificate; undefined: not the operator. */
  readonly webhook: WebhookAuthority | undefined;
  readonly doctor?: boolean | undefined;
}

/**
 * Brings the cluster in line with its HyperConverged: gathers facts, renders, plans, applies, reports. Reads the
 * mirror only, writes differences only; called again, it writes nothing.
 */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #desired: DesiredState;
  readonly #operands: OperandsPass;
  readonly #writer: HyperConvergedWriter;
  readonly #reporter: StatusReporter;
  readonly #adoption: Adoption;
  readonly #strangers: Strangers;
  readonly #handover: Handover;
  readonly #grants: Grants;
  readonly #notices: Notices;
  readonly #told: ConfigurationNotices;
  readonly #choice: ConfigurationChoice;
  readonly #uninstallation: Uninstallation;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#desired = new DesiredState(options);
    this.#writer = new HyperConvergedWriter(options);
    this.#reporter = new StatusReporter({ ...options, writer: this.#writer });
    this.#adoption = new Adoption(this.#writer, options.clock);
    this.#grants = new Grants(options);
    this.#operands = new OperandsPass({ ...options, grants: this.#grants });
    this.#strangers = new Strangers(options);
    this.#handover = new Handover(options);
    this.#notices = new Notices(options);
    this.#told = new ConfigurationNotices(options);
    this.#choice = new ConfigurationChoice(this.#desired);
    this.#uninstallation = new Uninstallation({
      images: options.images,
      operands: this.#operands,
      census: new WorkloadCensus(options),
      writer: this.#writer,
      reporter: this.#reporter,
      grants: this.#grants,
      notices: new Notices(options),
    });
  }

  /** Drops what was learned: another process may have led meanwhile. */
  forget(): void {
    this.#operands.forget();
    this.#choice.forget();
  }

  async reconcile(signal: AbortSignal): Promise<WorkOutcome> {
    try {
      const outcome = await this.#reconcile(signal);
      this.#grants.settled();
      return outcome;
    } catch (error) {
      if (error instanceof HyperConvergedRefusal)
        this.#handover.heldUp(this.#writer.current(), error.message);
      if (!isLasting(error)) throw error;
      this.#grants.tell(this.#writer.current(), error);
      return this.#grants.afterRefusal(error);
    }
  }

  async #reconcile(signal: AbortSignal): Promise<WorkOutcome> {
    const stored = this.#writer.current();
    const turn = this.#handover.turn(stored, this.#grants.fix);
    if (turn.is !== 'ours') return this.#standBack(turn);
    const unread = this.#options.mirror.unread();
    if (unread !== undefined) return this.#blocked(unread, signal);
    this.#strangers.tell(this.#options.mirror.strangers());
    if (stored === undefined) {
      showNothingConfigured(this.#options.metrics);
      this.#options.images.leave();
      return this.#rest();
    }
    const refused = this.#downgrade(stored);
    if (refused !== undefined) return this.#withhold(stored, refused, signal);
    return isTerminating(stored) ? this.#uninstall(stored, signal) : this.#carryOut(stored, signal);
  }

  async #carryOut(stored: JsonObject, signal: AbortSignal): Promise<WorkOutcome> {
    const { object, refusal } = await this.#adoption.adopt(stored, this.#desired.inputsFor(stored), signal);
    const chosen = this.#choice.of(object);
    const effects = await this.#bringAbout(object, chosen, signal);
    const failures = [
      ...(refusal === undefined ? [] : [unadoptedFailure(refusal, chosen.refused, this.#grants.fix)]),
      ...this.#grants.failures(),
      ...effects.failures,
      ...this.#options.images.failures(this.#grants.fix),
      ...(chosen.refused === undefined ? [] : [chosen.refused]),
    ];
    this.#told.tell(object, chosen);
    const imports = this.#options.images.imports();
    await this.#reporter.report(object, { ...chosen, failures, imports }, signal);
    // a grant is looked for soon, whatever else has to be tried again
    const next = effects.again ?? this.#grants.awaited(failures) ?? this.#rest();
    return refusal === undefined ? next : this.#grants.afterRefusal(refusal);
  }

  async #bringAbout(
    object: JsonObject,
    { desired, isInForce }: Chosen,
    signal: AbortSignal,
  ): Promise<Pick<Effects, 'failures' | 'again'>> {
    if (!isInForce) return { failures: [], again: undefined };
    const effects = await this.#operands.bringAbout(object, desired, signal);
    this.#followImages(object, desired, signal);
    return effects;
  }

  #followImages(object: JsonObject, desired: Desired, signal: AbortSignal): void {
    const { images } = this.#options;
    images.follow(desired, signal);
    const ofImages = images.findings().map((finding) => ({ ...finding, at: finding.object }));
    this.#notices.tell(object, [...reviewImageArchitectures(desired), ...ofImages]);
  }

  /** Nothing may be concluded yet. Where that is for want of a permission, the HyperConverged says so. */
  async #blocked(unread: string, signal: AbortSignal): Promise<WorkOutcome> {
    const stored = this.#writer.current();
    const failures = this.#grants.failures();
    if (stored !== undefined && failures.length > 0)
      await this.#reporter.reportBlocked(stored, failures, signal);
    return { outcome: 'retry', because: unread };
  }

  #downgrade(stored: JsonObject): string | undefined {
    const { deployment, namespace } = this.#options;
    return downgradeRefusal(statusIn(stored), deployment.version, namespace);
  }

  /** Everything stays as the newer operator left it, a deletion included: it takes away what only that one knows. */
  async #withhold(stored: JsonObject, message: string, signal: AbortSignal): Promise<WorkOutcome> {
    const reason = 'DowngradeRefused';
    this.#holdStill();
    this.#told.withheld(stored, { level: 'error', reason, message });
    const failure = { kind: 'refused', message, leaves: 'everything', reason } as const;
    await this.#reporter.reportWithheld(stored, [failure], signal);
    return this.#rest();
  }

  /** Not even a status is written: another operator may. Its Deployment is mirrored and tells when it is gone. */
  #standBack({ is, because }: Exclude<Turn, { is: 'ours' }>): WorkOutcome {
    this.#holdStill();
    switch (is) {
      case 'anothers':
        return { outcome: 'again', delayMs: lookAgainMs };
      case 'forbidden':
        return this.#grants.soon(because);
      case 'unknown':
        return { outcome: 'retry', because };
    }
  }

  /** Nothing goes on behind a pass that carries nothing out, and no metric tells of a configuration that does not count. */
  #holdStill(): void {
    hideConfiguration(this.#options.metrics);
    this.#options.images.leave();
  }

  async #uninstall(stored: JsonObject, signal: AbortSignal): Promise<WorkOutcome> {
    return finalizersOf(stored).includes(hyperConvergedFinalizer)
      ? this.#uninstallation.step(stored, this.#choice.of(stored), signal)
      : this.#rest();
  }

  /** Only a definition that changes tells nobody when it has come to rest. */
  #rest(): WorkOutcome {
    const delayMs = this.#options.mirror.editionEndsMs();
    return delayMs === undefined ? { outcome: 'done' } : { outcome: 'again', delayMs };
  }
}
