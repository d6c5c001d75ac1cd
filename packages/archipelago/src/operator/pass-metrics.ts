import type { Clock } from '@archipelago/apimachinery';
import type { WorkReport } from '@archipelago/kube-client';
import type { PassObserver } from '../engine/pass-observer.ts';
import type { Action } from '../engine/plan/action.ts';
import type { MetricValues } from '../observability/metric-values.ts';

/** What plans do, as the metric calls it. */
const kinds = ['create', 'update', 'recreate', 'evict', 'delete'] as const;

const kindOf: Readonly<Record<Action['kind'], (typeof kinds)[number]>> = {
  create: 'create',
  edit: 'update',
  patch: 'update',
  status: 'update',
  recreate: 'recreate',
  evict: 'evict',
  delete: 'delete',
};

/** Counts the passes of all controllers. */
export class PassMetrics implements PassObserver {
  readonly #metrics: MetricValues;
  readonly #clock: Clock;
  readonly #depths = new Map<string, () => number>();

  constructor(metrics: MetricValues, clock: Clock) {
    this.#metrics = metrics;
    this.#clock = clock;
  }

  began(controller: string, depth: () => number): void {
    this.#depths.set(controller, depth);
  }

  waited(controller: string, waitedMs: number): void {
    this.#metrics.observe('queueWait', { controller }, waitedMs / 1000);
  }

  planned(controller: string, actions: readonly Pick<Action, 'kind'>[]): void {
    const counts = new Map<string, number>(kinds.map((kind) => [kind, 0]));
    for (const action of actions) counts.set(kindOf[action.kind], (counts.get(kindOf[action.kind]) ?? 0) + 1);
    for (const [kind, count] of counts) this.#metrics.set('planActions', { controller, kind }, count);
  }

  passed(
    controller: string,
    { durationMs, result }: Pick<WorkReport<string>, 'durationMs' | 'result'>,
  ): void {
    this.#metrics.add('reconciles', { controller, result: result.outcome });
    this.#metrics.observe('reconcileDuration', { controller }, durationMs / 1000);
    if (result.outcome === 'done' || result.outcome === 'again') this.#ended(controller);
    else this.#failed(controller);
  }

  #ended(controller: string): void {
    this.#metrics.set('lastReconcile', { controller }, this.#clock.now() / 1000);
    const failing = this.#metrics.samples('reconcileFailingSince');
    if (failing.length === 0) return;
    this.#metrics.replace(
      'reconcileFailingSince',
      failing.filter(({ labels }) => labels.controller !== controller),
    );
  }

  /** The first of several in a row counts. */
  #failed(controller: string): void {
    const failing = this.#metrics.samples('reconcileFailingSince');
    if (failing.some(({ labels }) => labels.controller === controller)) return;
    this.#metrics.set('reconcileFailingSince', { controller }, this.#clock.now() / 1000);
  }

  /** Another process leads: what this one did last tells nobody anything. */
  leave(): void {
    for (const metric of ['lastReconcile', 'planActions', 'reconcileFailingSince'] as const)
      this.#metrics.replace(metric, []);
  }

  /** Brings gauges up to date that nobody counts. */
  show(): void {
    for (const [controller, depth] of this.#depths) this.#metrics.set('queueDepth', { controller }, depth());
  }
}
