import { expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import type { Span } from './span.ts';
import { SpanQueue } from './span-queue.ts';

const span: Span = {
  ...{ name: 'x', kind: 'internal', traceId: '1', spanId: '2', startMs: 0, endMs: 1 },
  ...{ attributes: {}, hasFailed: false },
};

function queueing() {
  const clock = new FakeClock();
  const collector = { isAway: false, hold: Promise.resolve() };
  const batches: number[] = [];
  const news: unknown[] = [];
  const queue = new SpanQueue({
    clock,
    send: async (spans) => {
      batches.push(spans.length);
      await collector.hold;
      if (collector.isAway) throw new Error('ECONNREFUSED');
    },
    onNews: (level, fields, message) => news.push([level, fields, message]),
  });
  const add = (count: number) => {
    for (let index = 0; index < count; index += 1) queue.add(span);
  };
  return { clock, collector, batches, news, queue, add };
}

it('sends what there is every five seconds, and a full batch at once', async () => {
  const { clock, batches, add } = queueing();
  add(3);
  await clock.advance(4_999);
  expect(batches).toEqual([]);
  await clock.advance(1);
  expect(batches).toEqual([3]);
  add(512);
  await clock.advance(0);
  expect([batches, clock.timers]).toEqual([[3, 512], 0]);
});

it('says once that the collector is away, and once that it is back and how much was lost', async () => {
  const { clock, collector, batches, news, add } = queueing();
  collector.isAway = true;
  for (let round = 0; round < 20; round += 1) {
    add(5);
    await clock.advance(5_000);
  }
  expect(news).toEqual([
    ['warn', { because: 'ECONNREFUSED' }, 'the collector takes no traces; they are dropped until it does'],
  ]);
  expect(batches).toHaveLength(20);
  collector.isAway = false;
  add(1);
  await clock.advance(5_000);
  expect(news.slice(1)).toEqual([['info', { dropped: 100 }, 'the collector takes traces again']]);
});

it('keeps no more than its bound besides what is on its way, however slow the collector is', async () => {
  const { clock, collector, batches, queue, add } = queueing();
  let release = () => {};
  collector.hold = new Promise((resolve) => {
    release = resolve;
  });
  add(10_000);
  await clock.advance(0);
  release();
  await queue.flush();
  expect(batches.reduce((sum, each) => sum + each, 0)).toBe(512 + 2_048);
  expect(Math.max(...batches)).toBe(512);
});
