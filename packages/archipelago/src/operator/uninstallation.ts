import type { JsonObject } from '@archipelago/apimachinery';
import type { WorkOutcome } from '@archipelago/kube-client';
import { keyOf } from '../engine/plan/action.ts';
import type { Failure } from '../reconcile/failure.ts';
import type { UninstallPlan } from '../reconcile/plan-uninstall.ts';
import { removalPermit, strategyOf, type UninstallStrategy } from '../reconcile/uninstall-permit.ts';
import { uninstallText } from '../reconcile/uninstall-text.ts';
import type { Chosen } from './configuration-choice.ts';
import { pauseMs, type RemovalStep } from './golden-images/boot-source-pass.ts';
import { type GoldenImages, troubleFailure } from './golden-images/golden-images.ts';
import type { Grants } from './grants.ts';
import { releasePatch, specOf } from './hyper-converged.ts';
import type { HyperConvergedWriter } from './hyper-converged-writer.ts';
import type { Notices } from './notices.ts';
import type { OperandsPass } from './operands-pass.ts';
import type { StatusReporter } from './status-reporter.ts';
import type { Census, WorkloadCensus } from './workloads/workload-census.ts';

/** The mirror tells when an operand is gone; in case it does not, milliseconds. */
const longestRemovalMs = 10_000;
/** Nobody tells when the last workload is gone. */
const lookAgainMs = 10_000;

interface UninstallationOptions {
  readonly images: Pick<GoldenImages, 'remove' | 'failures'>;
  readonly operands: OperandsPass;
  readonly census: WorkloadCensus;
  readonly writer: HyperConvergedWriter;
  readonly reporter: StatusReporter;
  readonly grants: Grants;
  readonly notices: Notices;
}

/** A deletion under way. */
interface Deletion {
  readonly stored: JsonObject;
  readonly chosen: Chosen;
  readonly strategy: UninstallStrategy;
  readonly census: Census;
}

/**
 * Takes the operands of a deleted HyperConverged away, in order and only where nothing is lost that is not to be lost. KubeVirt and
 * CDI are asked before anything goes, because what goes first is missed by machines that stay.
 */
export class Uninstallation {
  readonly #options: UninstallationOptions;

  constructor(options: UninstallationOptions) {
    this.#options = options;
  }

  async step(stored: JsonObject, chosen: Chosen, signal: AbortSignal): Promise<WorkOutcome> {
    const { desired } = chosen;
    // what is refused and nothing else has nobody's word that machines may go
    const inForce = chosen.isInForce ? desired.configuration.spec : {};
    const strategy = strategyOf(specOf(stored), inForce);
    const census = await this.#options.census.count(signal);
    const deletion: Deletion = { stored, chosen, strategy, census };
    const first = await this.#refusal(deletion, 'KubeVirt', signal);
    if (first !== undefined) return this.#hold(deletion, first, signal);
    const images = await this.#options.images.remove(desired.deployment.version, signal);
    if (images.state === 'waiting') return this.#awaitImages(deletion, images, signal);
    // imported images would have stood in its way
    const second = await this.#refusal(deletion, 'CDI', signal);
    return second === undefined ? this.#remove(deletion, signal) : this.#hold(deletion, second, signal);
  }

  async #refusal(
    { strategy, census }: Deletion,
    kind: 'KubeVirt' | 'CDI',
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (strategy === 'RemoveWorkloads') return undefined;
    const objection = await this.#options.census.objection(kind, signal);
    const { workloads, unknown } = census;
    const objections = objection === undefined ? [] : [objection];
    const permit = removalPermit({ strategy, workloads, objections, unknown });
    return permit.is === 'granted' ? undefined : permit.because;
  }

  /** Machines that stay need their operands, with everything that is wanted of them. */
  async #hold(
    { stored, chosen, census }: Deletion,
    because: string,
    signal: AbortSignal,
  ): Promise<WorkOutcome> {
    const { operands, grants, notices, reporter } = this.#options;
    notices.tell(stored, [
      { level: 'error', reason: 'UninstallBlocked', at: 'the deletion', message: `waits: ${because}` },
    ]);
    const effects = chosen.isInForce
      ? await operands.bringAbout(stored, chosen.desired, signal)
      : { failures: [], again: undefined };
    const failures: readonly Failure[] = [
      ...(chosen.refused === undefined ? [] : [chosen.refused]),
      ...census.forbidden.map((message): Failure => ({ kind: 'forbidden', message, fix: grants.fix })),
      ...effects.failures,
      { kind: 'uninstalling', message: `the deletion waits: ${because}`, isHeld: true },
    ];
    await reporter.report(stored, { ...chosen, failures }, signal);
    return effects.again ?? { outcome: 'again', delayMs: lookAgainMs };
  }

  /** CDI has to be there while boot sources go. */
  async #awaitImages(
    deletion: Deletion,
    { because, trouble }: Extract<RemovalStep, { state: 'waiting' }>,
    signal: AbortSignal,
  ): Promise<WorkOutcome> {
    const { images, grants } = this.#options;
    const { fix } = grants;
    const failures = [...trouble.map((each) => troubleFailure(each, fix)), ...images.failures(fix)];
    await this.#tell(deletion, { going: ['boot sources'], left: [], failures }, signal);
    return failures.length > 0 ? grants.soon(because) : { outcome: 'again', delayMs: pauseMs };
  }

  async #remove(deletion: Deletion, signal: AbortSignal): Promise<WorkOutcome> {
    const { stored, chosen, strategy } = deletion;
    const { operands, writer } = this.#options;
    const wanted = chosen.isInForce ? chosen.desired.operands : [];
    const plan = operands.planRemoval(stored, chosen.desired, { wanted, strategy });
    if (plan === undefined) {
      await writer.release(releasePatch(stored), signal);
      // nobody tells of our own writes, and metrics have to follow
      return { outcome: 'again', delayMs: 0 };
    }
    const effects = await operands.remove(stored, plan, wanted, signal);
    const step = { going: goingIn(plan), left: plan.left, failures: effects.failures };
    await this.#tell(deletion, step, signal);
    if (effects.again !== undefined) return effects.again;
    // the next wave may begin at once where nothing holds the objects
    const isOn = effects.done.some(({ verdict }) => verdict.verdict !== 'removing');
    return { outcome: 'again', delayMs: isOn ? 0 : longestRemovalMs };
  }

  async #tell({ stored, chosen, census }: Deletion, step: Step, signal: AbortSignal): Promise<void> {
    const message = uninstallText({ ...step, workloads: census.workloads });
    const failures: readonly Failure[] = [...step.failures, { kind: 'uninstalling', message, isHeld: false }];
    const { desired } = chosen;
    await this.#options.reporter.report(stored, { desired, isInForce: false, failures }, signal);
  }
}

interface Step {
  readonly going: readonly string[];
  readonly left: readonly string[];
  readonly failures: readonly Failure[];
}

function goingIn({ actions, findings }: UninstallPlan): readonly string[] {
  const removed = actions.filter(({ kind }) => kind === 'delete').map(keyOf);
  return [...removed, ...findings.map(({ at }) => at)];
}
