import { isJsonObject } from '@archipelago/apimachinery';
import type { Writer } from '@archipelago/kube-client';
import { hyperConvergedKind } from '../api/hyper-converged-kind.ts';
import { objectKey } from '../config/framework/operand.ts';
import { operands } from '../config/operands.ts';
import type { Rendered } from '../config/render.ts';
import { Executor } from '../engine/executor.ts';
import type { PassObserver } from '../engine/pass-observer.ts';
import { keyOf } from '../engine/plan/action.ts';
import { type Done, throwUnanswered } from '../engine/verdict.ts';
import { fieldManager } from '../reconcile/field-manager.ts';
import type { OperandPlan } from '../reconcile/operand-plan.ts';
import { remember } from '../reconcile/remember.ts';
import { DriftCounter } from './drift-counter.ts';
import { Lessons } from './lessons.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { type Audience, type Telling, tellOperands } from './tell-operands.ts';

export interface OperandWorkOptions extends Audience {
  readonly client: Writer;
  readonly mirror: Pick<ClusterMirror, 'edition' | 'defaulting'>;
  readonly observer?: PassObserver;
}

/** What a plan is carried out for. */
export interface Work extends Telling {
  readonly wanted: readonly Rendered[];
}

/** One pass over a plan of operands: learns, carries out, tells. Remembers what the server made of what it wrote. */
export class OperandWork {
  readonly lessons: Lessons;
  readonly #options: OperandWorkOptions;
  readonly #executor: Executor;
  readonly #drift: DriftCounter;

  constructor(options: OperandWorkOptions) {
    this.#options = options;
    this.#drift = new DriftCounter(options.metrics);
    this.lessons = new Lessons(options.mirror);
    this.#executor = new Executor({
      client: options.client,
      kinds: operands,
      fieldManager,
      policy: { parallel: 'all', onStale: 'continue', onRefusal: 'continue' },
      onDone: () => undefined,
    });
  }

  /**
   * Operands do not wait for each other: one that fails holds nothing else up. Throws what one of them threw, when all have ended
   * and what was done is told.
   */
  async carryOut(plan: OperandPlan, work: Work, signal: AbortSignal): Promise<readonly Done[]> {
    this.#options.observer?.planned(hyperConvergedKind.kind, plan.actions);
    for (const lesson of plan.learned) this.lessons.learn(lesson);
    const done = await this.#executor.execute(plan.actions, { signal });
    for (const each of done) this.#take(each, work.wanted);
    tellOperands(this.#options, work, done);
    // an upgrade changes what was there
    if (!work.upgrading)
      for (const { action, verdict } of done) if (verdict.verdict === 'reverted') this.#drift.count(action);
    throwUnanswered(done);
    return done;
  }

  #take({ action, verdict }: Done, wanted: readonly Rendered[]): void {
    const object = keyOf(action);
    if (verdict.verdict === 'removed') this.lessons.unlearn(object);
    if (verdict.verdict === 'removing' || !('answer' in verdict)) return;
    const { answer } = verdict;
    const rendered = wanted.find(({ manifest }) => objectKey(manifest) === object);
    if (rendered === undefined || !isJsonObject(answer)) return;
    const { operand } = rendered;
    const remembered = remember(rendered, answer, this.#options.mirror.defaulting(operand));
    this.lessons.learn({ operand, object, remembered });
  }
}
