import type { Clock, JsonObject } from '@archipelago/apimachinery';
import type { EventRecorder, WorkOutcome } from '@archipelago/kube-client';
import type { DeploymentParameters } from '../cluster-facts/inputs.ts';
import type { Desired } from '../config/desire.ts';
import { reviewImageArchitectures } from '../config/review-architectures.ts';
import type { Writer } from '../engine/mirrored-writer.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import { isTerminating } from '../reconcile/is-terminating.ts';
import { type Adopted, Adoption } from './adoption.ts';
import { showNothingConfigured } from './configuration-metrics.ts';
import { DesiredState } from './desired-state.ts';
import { failureOf, refusalFailure } from './failures.ts';
import { pauseMs, type RemovalStep } from './golden-images/boot-source-pass.ts';
import { type GoldenImages, troubleFailure } from './golden-images/golden-images.ts';
import { Grants } from './grants.ts';
import { finalizer, finalizersOf, releasePatch } from './hyper-converged.ts';
import { HyperConvergedWriter } from './hyper-converged-writer.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { Notices } from './notices.ts';
import { OperandsPass } from './operands-pass.ts';
import type { LayeringChoices } from './options/layering-choices.ts';
import type { OperatorEvent } from './options/operator-event.ts';
import { isLasting } from './refused-writes.ts';
import type { WebhookAuthority } from './rights/webhook-authority.ts';
import { StatusReporter } from './status-reporter.ts';
import { Strangers } from './strangers.ts';

/** The mirror tells when an operand is gone; in case it does not, milliseconds. */
const longestRemovalMs = 10_000;

interface ReconcilerOptions {
  readonly client: Writer;
  readonly mirror: ClusterMirror;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly deployment: DeploymentParameters;
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: (event: OperatorEvent) => void;
  readonly images: GoldenImages;
  readonly layering: LayeringChoices | undefined;
  /** Who makes the webhook's certificate; undefined: not the operator. */
  readonly webhook: WebhookAuthority | undefined;
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
  readonly #grants: Grants;
  readonly #notices: Notices;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#desired = new DesiredState(options);
    this.#writer = new HyperConvergedWriter(options);
    this.#reporter = new StatusReporter({ ...options, writer: this.#writer });
    this.#adoption = new Adoption(this.#writer, options.clock);
    this.#grants = new Grants(options);
    this.#operands = new OperandsPass({ ...options, grants: this.#grants });
    this.#strangers = new Strangers(options);
    this.#notices = new Notices(options);
  }

  /** Drops what was learned: another process may have led meanwhile. */
  forget(): void {
    this.#operands.forget();
  }

  async reconcile(signal: AbortSignal): Promise<WorkOutcome> {
    try {
      const outcome = await this.#reconcile(signal);
      this.#grants.settled();
      return outcome;
    } catch (error) {
      if (!isLasting(error)) throw error;
      this.#grants.tell(this.#writer.current(), error);
      return this.#grants.afterRefusal(error);
    }
  }

  async #reconcile(signal: AbortSignal): Promise<WorkOutcome> {
    const unread = this.#options.mirror.unread();
    if (unread !== undefined) return this.#blocked(unread, signal);
    this.#strangers.tell(this.#options.mirror.strangers());
    const stored = this.#writer.current();
    if (stored === undefined) {
      showNothingConfigured(this.#options.metrics);
      this.#options.images.leave();
      return this.#rest();
    }
    if (isTerminating(stored)) return this.#uninstall(stored, signal);
    const { object, refusal } = await this.#adopt(stored, signal);
    const outcome = this.#desired.of(object);
    const refusals = outcome.refusals();
    const desired = outcome.desired();
    const effects =
      refusals.length > 0
        ? { failures: refusals.map(failureOf), again: undefined }
        : await this.#operands.bringAbout(object, desired, signal);
    if (refusals.length === 0) this.#followImages(object, desired, signal);
    const failures = [
      ...(refusal === undefined ? [] : [refusalFailure(refusal, this.#grants.fix)]),
      ...this.#grants.failures(),
      ...effects.failures,
      ...this.#options.images.failures(this.#grants.fix),
    ];
    const imports = this.#options.images.imports();
    await this.#reporter.report(object, { desired, failures, imports }, signal);
    // a grant is looked for soon, whatever else has to be tried again
    return refusal === undefined ? (effects.again ?? this.#rest()) : this.#grants.afterRefusal(refusal);
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

  #adopt(stored: JsonObject, signal: AbortSignal): Promise<Adopted> {
    return this.#adoption.adopt(stored, this.#desired.inputsFor(stored), signal);
  }

  async #uninstall(stored: JsonObject, signal: AbortSignal): Promise<WorkOutcome> {
    if (!finalizersOf(stored).includes(finalizer)) return this.#rest();
    const desired = this.#desired.of(stored).desired();
    const images = await this.#options.images.remove(desired.deployment.version, signal);
    if (images.state === 'waiting') return this.#awaitImages(stored, desired, images, signal);
    const effects = await this.#operands.remove(stored, desired, signal);
    if (effects === undefined) {
      await this.#writer.release(releasePatch(stored), signal);
      // nobody tells of our own writes, and metrics have to follow
      return { outcome: 'again', delayMs: 0 };
    }
    if (effects.failures.length > 0)
      await this.#reporter.report(stored, { desired, failures: effects.failures }, signal);
    if (effects.again !== undefined) return effects.again;
    // the next wave may begin at once where nothing holds the objects
    return {
      outcome: 'again',
      delayMs: effects.done.some(({ verdict }) => verdict.verdict === 'removed') ? 0 : longestRemovalMs,
    };
  }

  /** CDI has to be there while boot sources go. */
  async #awaitImages(
    stored: JsonObject,
    desired: Desired,
    { because, trouble }: Extract<RemovalStep, { state: 'waiting' }>,
    signal: AbortSignal,
  ): Promise<WorkOutcome> {
    const { fix } = this.#grants;
    const met = trouble.map((each) => troubleFailure(each, fix));
    const failures = [...met, ...this.#options.images.failures(fix)];
    if (failures.length > 0) await this.#reporter.report(stored, { desired, failures }, signal);
    return failures.length > 0 ? this.#grants.soon(because) : { outcome: 'again', delayMs: pauseMs };
  }

  /** Only a definition that changes tells nobody when it has come to rest. */
  #rest(): WorkOutcome {
    const delayMs = this.#options.mirror.editionEndsMs();
    return delayMs === undefined ? { outcome: 'done' } : { outcome: 'again', delayMs };
  }
}
