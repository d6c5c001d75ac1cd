import {
  type Clock,
  isKubernetesObject,
  type JsonObject,
  listAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import type { EventRecorder } from '@archipelago/kube-client';
import type { Desired } from '../config/desire.ts';
import { operands } from '../config/operands.ts';
import { goldenImagesOf } from '../golden-images/golden-images-of.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import type { Accepted } from '../reconcile/accepted-configuration.ts';
import { refusalsOf } from '../reconcile/desired-objects.ts';
import type { Failure } from '../reconcile/failure.ts';
import { blockedStatus, statusOf, statusPatch, withheldStatus } from '../reconcile/status.ts';
import type { ImportTroubles } from '../reconcile/with-import-trouble.ts';
import { showConfiguration } from './configuration-metrics.ts';
import { hasRecovered, statusIn } from './hyper-converged.ts';
import type { HyperConvergedWriter } from './hyper-converged-writer.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import type { Onlookers } from './onlookers.ts';
import { presentObjects, reportsOf } from './operand-reports.ts';
import type { OperatorEvent } from './options/operator-event.ts';
import { RefusedWrites } from './refused-writes.ts';

interface StatusReporterOptions {
  readonly writer: HyperConvergedWriter;
  readonly mirror: Pick<ClusterMirror, 'operand'>;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly clock: Clock;
  readonly onEvent: (event: OperatorEvent) => void;
  /** Who has things told besides. */
  readonly onlookers: Pick<Onlookers, 'conditions' | 'firing'>;
}

/** What is told about. */
interface Reported {
  readonly desired: Desired;
  readonly failures: readonly Failure[];
  readonly imports?: ImportTroubles;
  /** False: nothing is wanted, and operands that are there are told about. */
  readonly isInForce?: boolean;
  readonly accepted?: Accepted | undefined;
}

/** Tells in the status, and in metrics, what a HyperConverged came to. */
export class StatusReporter {
  readonly #options: StatusReporterOptions;
  readonly #refused: RefusedWrites;
  /** Golden images that the last status left out. */
  #omitted = 0;

  constructor(options: StatusReporterOptions) {
    this.#options = options;
    this.#refused = new RefusedWrites(options.clock);
  }

  /** Writes the status where it differs from the stored one. */
  async report(object: JsonObject, reported: Reported, signal: AbortSignal): Promise<void> {
    const { desired, failures, imports, accepted } = reported;
    const { writer, clock, metrics, onEvent, onlookers } = this.#options;
    const states = this.#states(reported);
    const previous = statusIn(object);
    const status = statusOf({
      desired,
      failures,
      ...(imports === undefined ? {} : { imports }),
      accepted,
      reports: reportsOf(states),
      related: presentObjects(states),
      generation: valueAt(object, 'metadata', 'generation'),
      doctor: onlookers.conditions(),
      alerts: onlookers.firing(),
      previous,
      now: timestamp(clock.now()),
    });
    showConfiguration(metrics, desired, status);
    const patch = statusPatch(previous, status);
    if (patch === undefined) return;
    await this.#refused.send(patch, () => writer.report(patch, signal));
    this.#tellShortened(object, desired, status);
    onEvent({ type: 'status', status });
    if (hasRecovered(previous, status)) this.#tellRecovery(object);
  }

  /** An operand whose patch is refused is wanted, too. */
  #states({ desired, isInForce = true }: Reported) {
    const wanted = operands.filter(
      (operand) =>
        desired.operands.some((rendered) => rendered.operand === operand) ||
        (operand.fits(desired.facts) && refusalsOf(operand, desired).length > 0),
    );
    const states = wanted.map((operand) => ({ operand, live: this.#options.mirror.operand(operand) }));
    return isInForce ? states : states.filter(({ live }) => live.state === 'present');
  }

  /** Says in the conditions why nothing can be said. */
  async reportBlocked(object: JsonObject, failures: readonly Failure[], signal: AbortSignal): Promise<void> {
    const previous = statusIn(object);
    const status = blockedStatus({ previous, now: timestamp(this.#options.clock.now()), failures });
    const patch = statusPatch(previous, status);
    if (patch !== undefined) await this.#options.writer.report(patch, signal);
  }

  /** Says in the conditions why nothing is carried out, and how the operands are that are there. */
  async reportWithheld(object: JsonObject, failures: readonly Failure[], signal: AbortSignal): Promise<void> {
    const { clock, mirror, writer } = this.#options;
    const states = operands
      .map((operand) => ({ operand, live: mirror.operand(operand) }))
      .filter(({ live }) => live.state === 'present');
    const previous = statusIn(object);
    const about = { previous, now: timestamp(clock.now()), failures, reports: reportsOf(states) };
    const patch = statusPatch(previous, withheldStatus(about));
    if (patch !== undefined) await this.#refused.send(patch, () => writer.report(patch, signal));
  }

  /** Once: the operands are as they should be, and nobody would miss what is not told. */
  #tellShortened(about: JsonObject, desired: Desired, status: JsonObject): void {
    const [all, shown] = [goldenImagesOf(desired).length, listAt(status.dataImportCronTemplates).length];
    const omitted = all - shown;
    if (omitted === this.#omitted || !isKubernetesObject(about)) return;
    this.#omitted = omitted;
    if (omitted === 0) return;
    const message = `the status lists ${shown} of ${all} golden images: more would make the object too large to store; \`archipelago images\` lists all`;
    this.#options.recorder.record({ about, type: 'Warning', reason: 'StatusShortened', message });
  }

  #tellRecovery(about: JsonObject): void {
    if (!isKubernetesObject(about)) return;
    const message = 'HCO Reconcile completed successfully';
    this.#options.recorder.record({ about, type: 'Normal', reason: 'ReconcileHCO', message });
  }
}
