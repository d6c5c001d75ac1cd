import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { type EventRecorder, isKubernetesObject } from '@archipelago/kube-client';
import { type Operand, objectKey } from '../config/framework/operand.ts';
import { operands } from '../config/operands.ts';
import type { Rendered } from '../config/render.ts';
import { Executor } from '../engine/executor.ts';
import type { Writer } from '../engine/mirrored-writer.ts';
import { type AnsweredVerdict, isAnswered, throwUnanswered } from '../engine/verdict.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import { fieldManager } from '../reconcile/field-manager.ts';
import type { Live } from '../reconcile/live.ts';
import { type Action, componentName, type Plan, type Remembered, remember } from '../reconcile/plan.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { operandAction } from './operand-action.ts';
import type { OperatorEvent } from './options/operator-event.ts';

interface OperandWorkSettings {
  readonly client: Writer;
  readonly mirror: ClusterMirror;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly onEvent: (event: OperatorEvent) => void;
}

/** An action and what became of it. */
export interface Done {
  readonly action: Action;
  readonly verdict: AnsweredVerdict;
}

/** Whom events are about, and whether reverts are to be expected. */
interface Telling {
  readonly about: JsonObject;
  readonly upgrading: boolean;
}

/** What a plan is carried out for. */
export interface Work extends Telling {
  readonly wanted: readonly Rendered[];
}

/** What was remembered under which edition of the kind's definition. */
interface Lesson {
  readonly remembered: Remembered;
  readonly operand: Operand;
  readonly edition: string;
}

/** Looks at operands and acts on them; remembers what the server made of what it wrote. */
export class OperandWork {
  readonly #settings: OperandWorkSettings;
  readonly #executor: Executor;
  readonly #remembered = new Map<string, Lesson>();

  constructor(settings: OperandWorkSettings) {
    this.#settings = settings;
    this.#executor = new Executor({
      client: settings.client,
      kinds: operands,
      fieldManager,
      policy: { parallel: 'all', onStale: 'continue', onRefusal: 'continue' },
      onDone: () => undefined,
    });
  }

  /** What is known of the object with this key among `objects`. */
  live(objects: readonly Rendered[], key: string): Live {
    const found = objects.find(({ manifest }) => objectKey(manifest) === key);
    if (found === undefined) return { state: 'absent' };
    return this.#settings.mirror.operand(found.operand);
  }

  /** What was learned of an object, unless its kind has been redefined since. */
  remembered(key: string): Remembered | undefined {
    const lesson = this.#remembered.get(key);
    if (lesson === undefined) return undefined;
    return lesson.edition === this.#settings.mirror.edition(lesson.operand) ? lesson.remembered : undefined;
  }

  /** Another process may have written since. */
  forget(): void {
    this.#remembered.clear();
  }

  /**
   * Carries out a plan and tells about it. Operands do not wait for each other: one that fails holds nothing
   * else up. Throws what one of them threw, when all have ended and what was done is told.
   */
  async carryOut(plan: Plan, { wanted, ...told }: Work, signal: AbortSignal): Promise<readonly Done[]> {
    for (const step of plan)
      if (step.verb === 'unchanged' && step.learned !== undefined) this.#learn(step, step.learned);
    const steps = plan.flatMap((step) => {
      const action = operandAction(step, plan);
      return action === undefined ? [] : [{ step, action }];
    });
    const ended = await this.#executor.execute(
      steps.map(({ action }) => action),
      { signal },
    );
    const done = steps.flatMap(({ step, action }): readonly Done[] => {
      const verdict = ended.find((each) => each.action === action)?.verdict;
      return verdict !== undefined && isAnswered(verdict) ? [{ action: step, verdict }] : [];
    });
    for (const each of done) {
      this.#take(each, wanted);
      this.#settings.onEvent({ type: 'acted', ...each });
    }
    this.#tell(told, done);
    throwUnanswered(ended);
    return done;
  }

  #learn({ key, operand }: Action, remembered: Remembered): void {
    this.#remembered.set(key, { remembered, operand, edition: this.#settings.mirror.edition(operand) });
  }

  #take({ action, verdict }: Done, wanted: readonly Rendered[]): void {
    if (verdict.verdict === 'removed') this.#remembered.delete(action.key);
    if (verdict.verdict === 'removing' || !('answer' in verdict)) return;
    const { answer } = verdict;
    const rendered = wanted.find(({ manifest }) => objectKey(manifest) === action.key);
    if (rendered === undefined || !isJsonObject(answer)) return;
    const defaulting = this.#settings.mirror.defaulting(action.operand);
    this.#learn(action, remember(rendered, answer, defaulting));
  }

  /** Tells what was done, in the order of the plan, and counts reverts. */
  #tell({ about, upgrading }: Telling, done: readonly Done[]): void {
    const { recorder, metrics } = this.#settings;
    for (const { action, verdict } of done) {
      const word = words[verdict.verdict];
      if (word === undefined || !isKubernetesObject(about)) continue;
      const name = action.key.slice(action.key.lastIndexOf('/') + 1);
      const message = `${word.said} ${action.operand.kind} ${name}`;
      recorder.record({ about, type: word.type, reason: word.reason, message });
      if (verdict.verdict === 'reverted' && !upgrading)
        metrics.add('outOfBandModifications', { component_name: componentName(action) });
    }
  }
}

interface Word {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly said: string;
}

const removed: Word = { type: 'Normal', reason: 'Killing', said: 'Removed' };

const words: Readonly<Record<AnsweredVerdict['verdict'], Word | undefined>> = {
  created: { type: 'Normal', reason: 'Created', said: 'Created' },
  updated: { type: 'Normal', reason: 'Updated', said: 'Updated' },
  reverted: { type: 'Warning', reason: 'Overwritten', said: 'Overwritten' },
  removed,
  removing: removed,
  unchanged: undefined,
  stale: undefined,
  refused: undefined,
};
