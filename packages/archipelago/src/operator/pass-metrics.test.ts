import type { WorkReport } from '@archipelago/kube-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { Controller } from '../engine/controller.ts';
import type { Action } from '../engine/plan/action.ts';
import { createMetricValues, type MetricValues } from '../observability/metric-values.ts';
import { PassMetrics } from './pass-metrics.ts';

const controller = 'things';
let clock: FakeClock;
let metrics: MetricValues;
let passes: PassMetrics;

beforeEach(() => {
  clock = new FakeClock();
  metrics = createMetricValues();
  passes = new PassMetrics(metrics, clock);
});

const report = (result: WorkReport<string>['result'], durationMs = 0) => ({ result, durationMs });
const planned = () =>
  Object.fromEntries(metrics.samples('planActions').map(({ labels, value }) => [labels.kind, value]));

describe('passes', () => {
  it('are counted by how they end; the time of the last one that left nothing undone is kept', async () => {
    await clock.advance(5_000);
    passes.passed(controller, report({ outcome: 'again', delayMs: 1 }, 300));
    const at = clock.now() / 1000;
    await clock.advance(5_000);
    passes.passed(controller, report({ outcome: 'retry', because: '' }));
    passes.passed(controller, report({ outcome: 'threw', error: '' }));
    const results = metrics.samples('reconciles').map(({ labels }) => labels.result);
    expect(results).toEqual(['again', 'retry', 'threw']);
    expect(metrics.samples('lastReconcile')).toEqual([{ labels: { controller }, value: at }]);
    expect(metrics.distributions('reconcileDuration')[0]?.sum).toBeCloseTo(0.3);
  });

  it('of a process that leads no more are told no more', () => {
    passes.passed(controller, report({ outcome: 'done' }));
    passes.planned(controller, [{ kind: 'create' }]);
    passes.leave();
    expect([metrics.samples('lastReconcile'), metrics.samples('planActions')]).toEqual([[], []]);
    expect(metrics.samples('reconciles')).toHaveLength(1);
  });

  it('have plans, whose actions are counted by kind; the next plan replaces them', () => {
    const kinds: readonly Action['kind'][] = ['create', 'edit', 'patch', 'status', 'evict', 'recreate'];
    passes.planned(
      controller,
      kinds.map((kind) => ({ kind })),
    );
    expect(planned()).toEqual({ create: 1, update: 3, recreate: 1, evict: 1, delete: 0 });
    passes.planned(controller, [{ kind: 'delete' }]);
    expect(planned()).toEqual({ create: 0, update: 0, recreate: 0, evict: 0, delete: 1 });
  });
});

describe('a controller', () => {
  it('tells of its passes, its plans and what waits while the process leads', async () => {
    const term = new AbortController();
    let end = (): void => undefined;
    const made = new Controller({
      name: controller,
      clock,
      pace: { pauseMs: 0, perPlanning: 0, longestPauseMs: 0 },
      observer: passes,
      onProblem: () => undefined,
      pass: async (_, tell) => {
        tell([]);
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        return { outcome: 'done' };
      },
    });
    const depth = () => {
      passes.show();
      return metrics.samples('queueDepth')[0]?.value;
    };
    made.lead(term.signal);
    await clock.advance(0);
    expect([depth(), planned().create]).toEqual([0, 0]);
    await clock.advance(200);
    made.look();
    await clock.advance(300);
    expect(depth()).toBe(1);
    end();
    await clock.advance(0);
    expect([depth(), metrics.samples('reconciles')]).toEqual([
      0,
      [{ labels: { controller, result: 'done' }, value: 1 }],
    ]);
    expect(metrics.distributions('queueWait').map(({ sum }) => sum)).toEqual([0.3]);
    term.abort();
    end();
    await clock.advance(0);
    expect(metrics.samples('reconciles')[0]?.value).toBe(1);
    await made.stop();
  });
});
