import type { JsonObject } from '@archipelago/apimachinery';
import type { WorkOutcome } from '@archipelago/kube-client';
import type { Desired } from '../config/desire.ts';
import type { Rendered } from '../config/render.ts';
import { type Done, undoneBecause } from '../engine/verdict.ts';
import { identities, refusalsOf, unwantedObjects } from '../reconcile/desired-objects.ts';
import type { Failure } from '../reconcile/failure.ts';
import type { OperandPlan } from '../reconcile/operand-plan.ts';
import { planOperands } from '../reconcile/plan-operands.ts';
import { planUninstall, type UninstallInput, type UninstallPlan } from '../reconcile/plan-uninstall.ts';
import { isUpgrading } from '../reconcile/status.ts';
import { heldFailure, obstacleFailure, refusedFailure } from './failures.ts';
import type { Grants } from './grants.ts';
import { ownerOf, statusIn } from './hyper-converged.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { OperandWork, type OperandWorkOptions, type Work } from './operand-work.ts';

interface OperandsPassOptions extends OperandWorkOptions {
  readonly mirror: Pick<ClusterMirror, 'operand' | 'edition' | 'defaulting'>;
  readonly namespace: string;
  readonly grants: Pick<Grants, 'fix' | 'soon'>;
}

/** What acting on the operands led to. */
export interface Effects {
  readonly done: readonly Done[];
  readonly failures: readonly Failure[];
  /** When it has to be tried again; undefined: it need not. */
  readonly again: WorkOutcome | undefined;
}

/** Brings the operands in line with what is desired, or takes them away. */
export class OperandsPass {
  readonly #options: OperandsPassOptions;
  readonly #work: OperandWork;

  constructor(options: OperandsPassOptions) {
    this.#options = options;
    this.#work = new OperandWork(options);
  }

  /** Drops what was learned: another process may have written since. */
  forget(): void {
    this.#work.lessons.forget();
  }

  async bringAbout(object: JsonObject, desired: Desired, signal: AbortSignal): Promise<Effects> {
    const { mirror, namespace } = this.#options;
    const owner = ownerOf(object, namespace);
    const plan = planOperands({
      wanted: desired.operands,
      unwanted: unwantedObjects(desired, owner),
      live: (operand) => mirror.operand(operand),
      remembered: (key) => this.#work.lessons.remembered(key),
      defaulting: (operand) => mirror.defaulting(operand),
    });
    const upgrading = isUpgrading(statusIn(object), desired.deployment.version);
    const held = identities(owner, desired).flatMap(({ operand }) => refusalsOf(operand, desired));
    return this.#carryOut(plan, { about: object, upgrading, wanted: desired.operands }, signal, [
      ...held.map(heldFailure),
      ...this.#obstacles(plan),
    ]);
  }

  /** One step towards nothing of ours being left; undefined: nothing is. */
  planRemoval(
    object: JsonObject,
    desired: Desired,
    { wanted, strategy }: Pick<UninstallInput, 'wanted' | 'strategy'>,
  ): UninstallPlan | undefined {
    const { mirror, namespace } = this.#options;
    const plan = planUninstall({
      objects: identities(ownerOf(object, namespace), desired),
      wanted,
      strategy,
      live: (operand) => mirror.operand(operand),
      remembered: (key) => this.#work.lessons.remembered(key),
      defaulting: (operand) => mirror.defaulting(operand),
    });
    return plan.actions.length === 0 && plan.findings.length === 0 ? undefined : plan;
  }

  /** Takes that step. */
  remove(
    object: JsonObject,
    plan: UninstallPlan,
    wanted: readonly Rendered[],
    signal: AbortSignal,
  ): Promise<Effects> {
    // a kind that goes before its object holds up what follows, and is missed by nobody
    const failures = this.#obstacles(plan).filter(({ kind }) => kind !== 'notServed');
    return this.#carryOut(plan, { about: object, upgrading: false, wanted }, signal, failures);
  }

  #obstacles({ findings }: OperandPlan): readonly Failure[] {
    return findings.flatMap((finding) => obstacleFailure(finding, this.#options.grants.fix));
  }

  async #carryOut(
    plan: OperandPlan,
    work: Work,
    signal: AbortSignal,
    failures: readonly Failure[],
  ): Promise<Effects> {
    const { grants } = this.#options;
    const done = await this.#work.carryOut(plan, work, signal);
    const refused = done.flatMap((each) => refusedFailure(each, grants.fix));
    const unread = plan.findings.find(({ reason }) => reason === 'Unread');
    const because = undoneBecause(done) ?? (unread && `${unread.at}: ${unread.message}`);
    const ungranted = refused.find(({ kind }) => kind === 'forbidden');
    const retry = because === undefined ? undefined : ({ outcome: 'retry', because } as const);
    const again = ungranted === undefined ? retry : grants.soon(ungranted.message);
    return { done, failures: [...failures, ...refused], again };
  }
}
