import type { JsonObject } from '@archipelago/apimachinery';
import { type EventRecorder, isKubernetesObject } from '@archipelago/kube-client';
import { type Operand, objectKey } from '../config/operand.ts';
import type { Rendered } from '../config/render.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import { type ApplyingClient, applyAction, type Verdict } from '../reconcile/apply.ts';
import type { Live } from '../reconcile/live.ts';
import { type Action, componentName, type Plan, type Remembered, remember } from '../reconcile/plan.ts';
import type { ClusterMirror } from './cluster-mirror.ts';
import type { OperatorEvent } from './operator-event.ts';

interface OperandWorkSettings {
  readonly client: ApplyingClient;
  readonly mirror: ClusterMirror;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly onEvent: (event: OperatorEvent) => void;
}

/** An action and what became of it. */
export interface Done {
  readonly action: Action;
  readonly verdict: Verdict;
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
  readonly #remembered = new Map<string, Lesson>();

  constructor(settings: OperandWorkSettings) {
    this.#settings = settings;
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
   * else up. Throws the first connection error, when all actions have ended and what was done is told.
   */
  async carryOut(plan: Plan, { wanted, ...told }: Work, signal: AbortSignal): Promise<readonly Done[]> {
    const begun = new Map<Operand, Promise<unknown>>();
    const ended = await Promise.allSettled(
      plan.map((action) => {
        const { operand } = action;
        const act = () => this.#act(action, wanted, signal);
        const before = operand.after.map((each) => begun.get(each));
        const acting = before.length === 0 ? act() : Promise.allSettled(before).then(act);
        begun.set(operand, acting);
        return acting;
      }),
    );
    const done = ended.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
    this.#tell(told, done);
    const broken = ended.find((end) => end.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    return done;
  }

  async #act(action: Action, wanted: readonly Rendered[], signal: AbortSignal): Promise<readonly Done[]> {
    if (action.verb === 'unchanged' && action.learned !== undefined) this.#learn(action, action.learned);
    const verdict = await applyAction(this.#settings.client, action, signal);
    if (verdict === undefined) return [];
    this.#take({ action, verdict }, wanted);
    this.#settings.onEvent({ type: 'acted', action, verdict });
    return [{ action, verdict }];
  }

  #learn({ key, operand }: Action, remembered: Remembered): void {
    this.#remembered.set(key, { remembered, operand, edition: this.#settings.mirror.edition(operand) });
  }

  #take({ action, verdict }: Done, wanted: readonly Rendered[]): void {
    const { mirror } = this.#settings;
    switch (verdict.verdict) {
      case 'created':
      case 'updated':
      case 'reverted':
      case 'unchanged': {
        const rendered = wanted.find(({ manifest }) => objectKey(manifest) === action.key);
        if (rendered !== undefined)
          this.#learn(action, remember(rendered, verdict.answer, mirror.defaulting(action.operand)));
        break;
      }
      case 'removed':
        this.#remembered.delete(action.key);
        break;
      case 'removing':
      case 'stale':
      case 'refused':
        break;
    }
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

const words: Readonly<Record<Verdict['verdict'], Word | undefined>> = {
  created: { type: 'Normal', reason: 'Created', said: 'Created' },
  updated: { type: 'Normal', reason: 'Updated', said: 'Updated' },
  reverted: { type: 'Warning', reason: 'Overwritten', said: 'Overwritten' },
  removed,
  removing: removed,
  unchanged: undefined,
  stale: undefined,
  refused: undefined,
};
