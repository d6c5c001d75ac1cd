import { ApiConnectionError, type WorkOutcome, type WorkReport } from '@archipelago/kube-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { Controller } from './controller.ts';

let clock: FakeClock;
/** When passes began. */
let passes: number[];
let problems: string[];
let outcome: () => WorkOutcome | Promise<WorkOutcome>;
let planningMs: number;
let term: AbortController;

beforeEach(() => {
  clock = new FakeClock();
  passes = [];
  problems = [];
  outcome = () => ({ outcome: 'done' });
  planningMs = 0;
  term = new AbortController();
});

function make(more: Partial<ConstructorParameters<typeof Controller>[0]> = {}): Controller {
  return new Controller({
    name: 'things',
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic() + elapsed,
      after: (ms, then) => clock.after(ms, then),
    },
    pace: { pauseMs: 100, perPlanning: 5, longestPauseMs: 2_000 },
    reconnectWithinMs: 30_000,
    pass: async (_, planned) => {
      passes.push(clock.monotonic());
      elapsed += planningMs;
      planned();
      return outcome();
    },
    onProblem: (message) => problems.push(message),
    ...more,
  });
}
let elapsed = 0;
beforeEach(() => {
  elapsed = 0;
});

const last = () => passes.at(-1);

describe('a controller', () => {
  it('does nothing before it leads, and after it has led', async () => {
    const controller = make();
    controller.look();
    await clock.advance(10_000);
    expect([passes, clock.timers]).toEqual([[], 0]);
    controller.lead(term.signal);
    await clock.advance(0);
    expect(passes).toHaveLength(1);
    term.abort();
    controller.look();
    await clock.advance(10_000);
    expect([passes.length, clock.timers]).toEqual([1, 0]);
  });

  it('is led again with another signal', async () => {
    const signals: AbortSignal[] = [];
    const controller = make({
      pass: async (signal) => {
        signals.push(signal);
        return { outcome: 'done' };
      },
    });
    controller.lead(term.signal);
    await clock.advance(0);
    term.abort();
    const next = new AbortController();
    controller.lead(next.signal);
    await clock.advance(0);
    expect(signals).toEqual([term.signal, next.signal]);
  });

  it('makes one pass at a time, and one more for all that changes meanwhile', async () => {
    let under = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const controller = make({
      pace: { pauseMs: 0, perPlanning: 0, longestPauseMs: 0 },
      pass: async () => {
        under += 1;
        most = Math.max(most, under);
        await new Promise<void>((resolve) => ends.push(resolve));
        under -= 1;
        return { outcome: 'done' };
      },
    });
    controller.lead(term.signal);
    await clock.advance(0);
    controller.look();
    controller.look();
    controller.lead(new AbortController().signal);
    await clock.advance(10);
    expect([ends.length, under]).toEqual([1, 1]);
    ends[0]?.();
    await clock.advance(10);
    ends[1]?.();
    await clock.advance(10);
    expect([ends.length, most]).toEqual([2, 1]);
  });

  it('looks at once where the last look was long ago, else after a pause', async () => {
    const controller = make();
    controller.lead(term.signal);
    await clock.advance(5_000);
    controller.look();
    await clock.advance(0);
    expect(last()).toBe(5_000);
    controller.look();
    await clock.advance(1_000);
    expect(passes).toEqual([0, 5_000, 5_100]);
  });

  it('may be given another pause for one look', async () => {
    const controller = make({ pace: { pauseMs: 0, perPlanning: 0, longestPauseMs: 0 } });
    controller.lead(term.signal);
    await clock.advance(0);
    controller.look(100);
    await clock.advance(1_000);
    expect(passes).toEqual([0, 100]);
    controller.look(100);
    await clock.advance(0);
    expect(passes).toEqual([0, 100, 1_000]);
  });

  it.each([
    [10, 100],
    [200, 1_000],
    [600, 2_000],
  ])('that plans for %i ms pauses for %i ms', async (ms, pauseMs) => {
    planningMs = ms;
    const controller = make();
    controller.lead(term.signal);
    await clock.advance(0);
    controller.look();
    // the fake clock stands still while a plan is made
    await clock.advance(pauseMs - ms - 1);
    expect(passes).toHaveLength(1);
    await clock.advance(1);
    expect(passes).toHaveLength(2);
  });

  it('comes again as the pass says', async () => {
    outcome = () => ({ outcome: 'again', delayMs: 700 });
    make().lead(term.signal);
    await clock.advance(1_400);
    expect(passes).toEqual([0, 700, 1_400]);
  });

  it('tells for how long a pass has been running', async () => {
    let end = () => {};
    outcome = () =>
      new Promise((resolve) => {
        end = () => resolve({ outcome: 'done' });
      });
    const controller = make();
    expect(controller.busyMs()).toBeUndefined();
    controller.lead(term.signal);
    await clock.advance(250);
    expect(controller.busyMs()).toBe(250);
    end();
    await clock.advance(0);
    expect(controller.busyMs()).toBeUndefined();
  });

  it('stops for good', async () => {
    outcome = () => ({ outcome: 'again', delayMs: 700 });
    const controller = make();
    controller.lead(term.signal);
    await clock.advance(0);
    await controller.stop();
    controller.look();
    controller.lead(term.signal);
    await clock.advance(60_000);
    expect([passes.length, clock.timers]).toEqual([1, 0]);
  });
});

describe('a pass that throws', () => {
  const unreachable = () => {
    throw new ApiConnectionError('unreachable', 'the server is gone');
  };
  const mistake = () => {
    throw new TypeError('a bug');
  };

  it('because nobody answers is a problem, and comes again within its time', async () => {
    outcome = unreachable;
    make().lead(term.signal);
    await clock.advance(3_600_000);
    expect(new Set(problems)).toEqual(new Set(['things: the server is gone']));
    expect(passes.length).toBeGreaterThan(100);
  });

  it('by a mistake of ours is told with its place, and comes again after waits that grow', async () => {
    outcome = mistake;
    make().lead(term.signal);
    await clock.advance(3_600_000);
    expect(problems[0]).toMatch(/^things: TypeError: a bug\n/);
    expect(passes.length).toBeLessThan(40);
  });

  it('when the leadership is over is told to nobody', async () => {
    outcome = () => {
      term.abort();
      return unreachable();
    };
    make().lead(term.signal);
    await clock.advance(60_000);
    expect([problems, passes.length]).toEqual([[], 1]);
  });

  it('is told to whoever hears of passes, and to nobody else', async () => {
    const reports: WorkReport<string>['result']['outcome'][] = [];
    outcome = unreachable;
    const clocked = make({
      reconnectWithinMs: undefined,
      onPassed: ({ result }) => reports.push(result.outcome),
    });
    clocked.lead(term.signal);
    await clock.advance(0);
    expect([reports, problems]).toEqual([['threw'], []]);
    outcome = () => ({ outcome: 'done' });
    await clock.advance(1_000);
    expect(reports).toEqual(['threw', 'done']);
  });
});
