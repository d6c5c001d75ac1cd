import { sleep } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { createWorkQueue, type WorkOutcome, type WorkReport } from './work-queue.ts';

const done: WorkOutcome = { outcome: 'done' };
const failed: WorkOutcome = { outcome: 'retry', because: 'x' };
const never = new AbortController().signal;

describe('work queue', () => {
  it('processes each waiting key once, in the order of arrival', async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    const process = async (key: string) => {
      seen.push(key);
      return done;
    };
    const queue = createWorkQueue<string>({ clock, process });
    for (const key of ['b', 'a', 'b', 'c', 'a']) {
      queue.add(key);
    }
    await clock.advance(0);
    expect(seen).toEqual(['b', 'a', 'c']);
    expect(clock.timers).toBe(0);
  });

  it('waits twice as long after each failure, up to the cap, and forgets failures after success', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const reports: WorkReport<string>[] = [];
    const queue = createWorkQueue<string>({
      clock,
      backoff: { baseMs: 100, capMs: 500 },
      onProcessed: (report) => reports.push(report),
      process: async () => {
        starts.push(clock.monotonic());
        if (starts.length === 2) {
          throw new Error('broke');
        }
        return starts.length < 6 ? { outcome: 'retry', because: 'conflict' } : done;
      },
    });
    queue.add('a');
    await clock.advance(10_000);
    expect(starts).toEqual([0, 100, 300, 700, 1200, 1700]);
    expect(reports.map((report) => report.failures)).toEqual([1, 2, 3, 4, 5, 0]);
    expect(reports[1]?.result).toEqual({ outcome: 'threw', error: new Error('broke') });
  });

  it('processes at once what is added during a wait, and the wait is over with it', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const queue = createWorkQueue<string>({
      clock,
      backoff: { baseMs: 1000, capMs: 1000 },
      process: async () => (starts.push(clock.monotonic()) === 1 ? { outcome: 'retry', because: 'x' } : done),
    });
    queue.add('a');
    await clock.advance(10);
    queue.add('a');
    await clock.advance(5_000);
    expect(starts).toEqual([0, 10]);
  });

  it('keeps the earliest of several delays', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    let again = 1;
    const queue = createWorkQueue<string>({
      clock,
      process: async () => {
        starts.push(clock.monotonic());
        return again-- > 0 ? { outcome: 'again', delayMs: 70 } : done;
      },
    });
    queue.addAfter('a', 500);
    queue.addAfter('a', 50);
    queue.addAfter('a', 900);
    await clock.advance(5_000);
    expect(starts).toEqual([50, 120]);
  });

  it('shuts down: aborts, awaits what runs, takes nothing more', async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    const queue = createWorkQueue<string>({
      clock,
      process: async (key, signal) => {
        await sleep(clock, 1_000_000, signal);
        seen.push(`${key} ${signal.aborted}`);
        return { outcome: 'retry', because: 'stopped' };
      },
    });
    queue.add('a');
    queue.add('b');
    queue.addAfter('c', 10);
    await clock.advance(0);
    queue.add('a');
    await queue.shutdown();
    queue.add('d');
    await clock.advance(10_000_000);
    expect(seen).toEqual(['a true']);
    expect(clock.timers).toBe(0);
    expect(queue.depth()).toBe(0);
  });

  it('forgets failures after success, and after a look that asks for another one', async () => {
    for (const success of [done, { outcome: 'again', delayMs: 1_000 }] satisfies WorkOutcome[]) {
      const clock = new FakeClock();
      const starts: number[] = [];
      const failures: number[] = [];
      const results: WorkOutcome[] = [failed, failed, failed, success, failed, failed, done];
      const queue = createWorkQueue<string>({
        clock,
        backoff: { baseMs: 100, capMs: 10_000 },
        onProcessed: (report) => failures.push(report.failures),
        process: async () => results[starts.push(clock.monotonic()) - 1] ?? done,
      });
      queue.add('a');
      await clock.advance(1_000);
      queue.add('a');
      await clock.advance(10_000);
      expect(failures.slice(0, 7)).toEqual([1, 2, 3, 0, 1, 2, 0]);
      const waits = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
      expect([waits.slice(0, 3), waits.slice(4, 6)]).toEqual([
        [100, 200, 400],
        [100, 200],
      ]);
    }
  });

  it('counts failures of each key for itself', async () => {
    const clock = new FakeClock();
    const starts: string[] = [];
    const queue = createWorkQueue<string>({
      clock,
      backoff: { baseMs: 100, capMs: 10_000 },
      process: async (key) => {
        starts.push(`${clock.monotonic()} ${key}`);
        return failed;
      },
    });
    queue.add('a');
    await clock.advance(350);
    queue.add('b');
    await clock.advance(150);
    expect(starts).toEqual(['0 a', '100 a', '300 a', '350 b', '450 b']);
    await queue.shutdown();
  });

  it('waits no longer than a result allows, however often it failed', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const queue = createWorkQueue<string>({
      clock,
      backoff: { baseMs: 100, capMs: 10_000 },
      process: async () => {
        starts.push(clock.monotonic());
        return starts.length < 6 ? { ...failed, withinMs: 250 } : done;
      },
    });
    queue.add('a');
    await clock.advance(10_000);
    expect(starts).toEqual([0, 100, 300, 550, 800, 1_050]);
  });

  it('waits 50 ms at first and five minutes at most when nobody says otherwise', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const queue = createWorkQueue<string>({
      clock,
      process: async () => {
        starts.push(clock.monotonic());
        return failed;
      },
    });
    queue.add('a');
    await clock.advance(2_000_000);
    const waits = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    expect([waits[0], waits[1], waits.at(-1)]).toEqual([50, 100, 300_000]);
    await queue.shutdown();
  });

  it('processes once more what is added while it runs, as often as it was added: once', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const queue = createWorkQueue<string>({
      clock,
      process: async (_, signal) => {
        starts.push(clock.monotonic());
        await sleep(clock, 100, signal);
        return done;
      },
    });
    queue.add('a');
    await clock.advance(50);
    queue.add('a');
    queue.add('a');
    expect(queue.depth()).toBe(1);
    await clock.advance(1_000);
    expect(starts).toEqual([0, 100]);
  });

  it('lets what has to wait for its turn wait: one key at a time when nobody says otherwise', async () => {
    const clock = new FakeClock();
    const log: string[] = [];
    const queue = createWorkQueue<string>({
      clock,
      process: async (key, signal) => {
        log.push(`${clock.monotonic()} ${key}`);
        await sleep(clock, 10, signal);
        return done;
      },
    });
    for (const key of ['a', 'b', 'c']) queue.add(key);
    await clock.advance(0);
    expect(queue.depth()).toBe(2);
    await clock.advance(100);
    expect(log).toEqual(['0 a', '10 b', '20 c']);
  });

  it('tells how long each key has waited: since it was added, or since its delay was over', async () => {
    const clock = new FakeClock();
    const taken: [string, number][] = [];
    const queue = createWorkQueue<string>({
      clock,
      onTaken: (key, waitedMs) => taken.push([key, waitedMs]),
      process: async (_, signal) => {
        await sleep(clock, 10, signal);
        return done;
      },
    });
    queue.add('a');
    queue.add('b');
    queue.addAfter('c', 15);
    await clock.advance(4);
    // while it is processed: it waits for that, and for those that came before
    queue.add('a');
    expect(queue.depth()).toBe(2);
    await clock.advance(100);
    expect(taken).toEqual([
      ['a', 0],
      ['b', 10],
      ['a', 16],
      ['c', 15],
    ]);
  });

  it('runs as many keys at the same time as it is told', async () => {
    const clock = new FakeClock();
    const log: string[] = [];
    const queue = createWorkQueue<string>({
      clock,
      concurrency: 2,
      process: async (key, signal) => {
        log.push(`${clock.monotonic()} ${key}`);
        await sleep(clock, 10, signal);
        return done;
      },
    });
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key);
    await clock.advance(100);
    expect(log).toEqual(['0 a', '0 b', '10 c', '10 d']);
  });

  it('keeps a delayed look that is due later than one that was added', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const queue = createWorkQueue<string>({
      clock,
      process: async () => {
        starts.push(clock.monotonic());
        return done;
      },
    });
    queue.addAfter('a', 500);
    queue.add('a');
    queue.addAfter('b', 0);
    queue.addAfter('b', -5);
    await clock.advance(1_000);
    expect(starts).toEqual([0, 0, 500]);
  });

  it('says how long each key took', async () => {
    const clock = new FakeClock();
    const reports: WorkReport<string>[] = [];
    const queue = createWorkQueue<string>({
      clock,
      onProcessed: (report) => reports.push(report),
      process: async (_, signal) => {
        await sleep(clock, 70, signal);
        return done;
      },
    });
    queue.add('a');
    await clock.advance(100);
    expect(reports).toEqual([{ key: 'a', durationMs: 70, failures: 0, result: done }]);
  });

  it('never processes a key twice at a time and never loses one', async () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      afterMs: fc.integer({ min: 0, max: 30 }),
      delayMs: fc.constantFrom(0, 0, 0, 5, 40),
    });
    const work = fc.record({
      takesMs: fc.integer({ min: 0, max: 25 }),
      result: fc.constantFrom<'done' | 'again' | 'retry' | 'throw'>(
        'done',
        'done',
        'again',
        'retry',
        'throw',
      ),
    });
    const runs = await fc.check(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(work, { maxLength: 40 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, works, concurrency) => {
          const clock = new FakeClock();
          const running = new Set<string>();
          const lastStart = new Map<string, number>();
          const owed = new Map<string, number>();
          const finished = new Map<string, string>();
          let at = 0;
          const queue = createWorkQueue<string>({
            clock,
            concurrency,
            backoff: { baseMs: 3, capMs: 20 },
            process: async (key) => {
              expect(running.has(key)).toBe(false);
              running.add(key);
              expect(running.size).toBeLessThanOrEqual(concurrency);
              lastStart.set(key, clock.monotonic());
              owed.delete(key);
              const { takesMs, result } = works[at++] ?? { takesMs: 1, result: 'done' };
              await sleep(clock, takesMs, never);
              running.delete(key);
              finished.set(key, result);
              switch (result) {
                case 'throw':
                  throw new Error('broke');
                case 'again':
                  return { outcome: 'again', delayMs: 7 };
                case 'retry':
                  return { outcome: 'retry', because: 'conflict' };
                case 'done':
                  return done;
              }
            },
          });
          for (const { key, afterMs, delayMs } of steps) {
            await clock.advance(afterMs);
            owed.set(key, clock.monotonic() + delayMs);
            queue.addAfter(key, delayMs);
          }
          await clock.advance(10_000);
          expect([...owed.keys()]).toEqual([]);
          expect([...finished.values()].every((result) => result === 'done')).toBe(true);
          expect(clock.timers).toBe(0);
          expect(queue.depth()).toBe(0);
        },
      ),
      { numRuns: 150, seed: 19 },
    );
    expect(runs.counterexample).toBe(null);
    console.log(`work queue: ${runs.numRuns} random schedules passed`);
  });
});
