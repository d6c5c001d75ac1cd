import type { InformerOptions } from './informer-options.ts';
import type { InformerProblem, WatchEnd } from './informer-state.ts';
import type { Knowledge } from './knowledge.ts';
import type { ApiResult, KubernetesStatus } from './kubernetes-status.ts';
import type { StoreEvent } from './store-event.ts';

/** Whom an informer tells. */
type Listeners<T> = Pick<
  InformerOptions<T>,
  'onEvent' | 'onKnowledge' | 'onRefusal' | 'onProblem' | 'onWatchEnd'
>;

/** Tells what an informer finds; what a listener throws is told as a problem and harms nobody else. */
export class InformerAudience<T> {
  readonly #listeners: Listeners<T>;
  readonly #stopping: AbortSignal;
  /** Why we may not read the resource; undefined since we may. */
  #refusal: KubernetesStatus | undefined;
  #lastProblem = '';

  constructor(listeners: Listeners<T>, stopping: AbortSignal) {
    this.#listeners = listeners;
    this.#stopping = stopping;
  }

  refusal(): KubernetesStatus | undefined {
    return this.#refusal;
  }

  changed(events: readonly StoreEvent<T>[]): void {
    for (const event of events) {
      this.#guarded(() => this.#listeners.onEvent?.(event));
    }
  }

  knows(knowledge: Knowledge): void {
    this.#guarded(() => this.#listeners.onKnowledge?.(knowledge));
  }

  /** Not of the end that we have asked for. */
  watchEnded(kind: WatchEnd['kind']): void {
    if (!this.#stopping.aborted) this.#guarded(() => this.#listeners.onWatchEnd?.(kind));
  }

  /**
   * A permission that is missing, or there again, is told once. True while it is missing. Of a kind that is not served nobody
   * hears before they may read it.
   */
  permission(answer: ApiResult<unknown>): boolean {
    const refusal = !answer.ok && answer.status.code === 403 ? answer.status : undefined;
    if (answer.ok || answer.status.code === 403 || answer.status.code === 404) {
      const isNews = this.#refusal?.message !== refusal?.message;
      this.#refusal = refusal;
      if (isNews) {
        this.#guarded(() => this.#listeners.onRefusal?.(refusal));
      }
    }
    return this.#refusal !== undefined;
  }

  /** What is refused again and again in the same words is told once. */
  problem(doing: InformerProblem['doing'], message: string): void {
    const isOld = this.#refusal !== undefined && message === this.#lastProblem;
    this.#lastProblem = message;
    if (!this.#stopping.aborted && !isOld) {
      this.#listeners.onProblem?.({ doing, message });
    }
  }

  #guarded(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.problem('telling', error instanceof Error ? error.message : String(error));
    }
  }
}
