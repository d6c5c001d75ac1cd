import { sleep } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { createChangeFeed, type FeedEvent } from './change-feed.ts';
import type { PageDocument } from './page-document.ts';

const pauseMs = 2_000;

function world() {
  const clock = new FakeClock();
  const state = { view: 1, looks: 0, takesMs: 0 };
  const bugs: unknown[] = [];
  const feed = createChangeFeed({
    look: async (): Promise<PageDocument> => {
      state.looks += 1;
      if (state.takesMs > 0) await sleep(clock, state.takesMs, new AbortController().signal);
      if (state.view < 0) throw new Error('a bug');
      return { view: { value: state.view }, notes: [] };
    },
    clock,
    pauseMs,
    run: 'r',
    onBug: (error) => bugs.push(error),
  });
  const follow = (last?: string) => {
    const heard: FeedEvent[] = [];
    const end = feed.follow(last, (event) => heard.push(event));
    return { heard, end };
  };
  const look = () => clock.advance(pauseMs);
  return { clock, state, bugs, feed, follow, look };
}

const whole = (id: string, value: number) => ({
  kind: 'whole',
  id,
  document: { view: { value }, notes: [] },
});
const changes = (id: string, ...values: readonly number[]) => ({
  kind: 'changes',
  id,
  operations: values.map((value) => ({ op: 'replace', path: '/view/value', value })),
});

describe('the feed of a page', () => {
  it('tells everything first, then what has changed, and that nothing has', async () => {
    const { state, follow, look, clock } = world();
    const { heard } = follow();
    await clock.advance(0);
    await look();
    state.view = 2;
    await look();
    expect(heard).toEqual([whole('r.1', 1), { kind: 'same' }, changes('r.2', 2)]);
  });

  it('looks once for all who follow, and not at all for nobody', async () => {
    const { state, follow, look, clock } = world();
    const all = [follow(), follow(), follow()];
    await clock.advance(0);
    await look();
    expect(state.looks).toBe(2);
    for (const { end } of all) end();
    await look();
    await look();
    expect(state.looks).toBe(2);
    expect(clock.timers).toBe(0);
  });

  it.each<[string, string | undefined, object]>([
    ['what it missed', 'r.1', changes('r.3', 2, 3)],
    ['nothing, where it missed nothing', 'r.3', changes('r.3')],
    ['everything, where it says nothing', undefined, whole('r.3', 3)],
    ['everything, where the server was started anew', 'other.2', whole('r.3', 3)],
    ['everything, where its id is of the future', 'r.4', whole('r.3', 3)],
    ['everything, where its id is none', 'r.1.2', whole('r.3', 3)],
    ['everything, where its id is no number', 'r.x', whole('r.3', 3)],
    ['everything, where its id is no whole number', 'r.1.5', whole('r.3', 3)],
    ['everything, where its id is before the first', 'r.-1', whole('r.3', 3)],
  ])('tells who comes back %s', async (_, last, first) => {
    const { state, follow, look, clock } = world();
    follow();
    await clock.advance(0);
    for (const view of [2, 3]) {
      state.view = view;
      await look();
    }
    expect(follow(last).heard[0]).toEqual(first);
  });

  it('tells everything to who was away for longer than it remembers', async () => {
    const { state, follow, look, clock } = world();
    follow();
    await clock.advance(0);
    for (let view = 2; view <= 102; view += 1) {
      state.view = view;
      await look();
    }
    expect(follow('r.1').heard[0]).toEqual(whole('r.102', 102));
    expect(follow('r.2').heard[0]).toMatchObject({ kind: 'changes', id: 'r.102' });
  });

  it('goes on where the last left and another came', async () => {
    const { state, follow, look, clock } = world();
    const first = follow();
    await clock.advance(0);
    first.end();
    state.view = 2;
    const second = follow('r.1');
    await look();
    await look();
    expect(second.heard).toEqual([changes('r.1'), changes('r.2', 2), { kind: 'same' }]);
    expect(first.heard).toHaveLength(1);
  });

  it('shows who comes back what was seen last, and has a look of its own for him soon after', async () => {
    const { state, follow, look, clock } = world();
    state.takesMs = 3_000;
    const first = follow();
    await clock.advance(3_000);
    first.end();
    const second = follow();
    await clock.advance(pauseMs - 1);
    expect([second.heard, state.looks]).toEqual([[whole('r.1', 1)], 1]);
    state.view = 2;
    await clock.advance(1);
    await clock.advance(3_000);
    expect(second.heard[1]).toEqual(changes('r.2', 2));
    second.end();
    await look();
    expect(state.looks).toBe(2);
  });

  it('looks once at a time, also for who comes while it is looked for somebody who left', async () => {
    const { state, follow, clock } = world();
    state.takesMs = 5_000;
    const first = follow();
    await clock.advance(1_000);
    first.end();
    const second = follow();
    expect(state.looks).toBe(1);
    await clock.advance(4_000);
    expect(second.heard).toEqual([whole('r.1', 1)]);
    // that look began before he came
    expect(state.looks).toBe(2);
    await clock.advance(5_000);
    expect(second.heard).toEqual([whole('r.1', 1), { kind: 'same' }]);
    second.end();
    expect(clock.timers).toBe(0);
  });

  it('tells of a bug, keeps what was seen, and looks again', async () => {
    const { state, bugs, follow, look, clock } = world();
    const { heard } = follow();
    await clock.advance(0);
    state.view = -1;
    await look();
    expect(bugs).toEqual([new Error('a bug')]);
    expect(heard[1]).toMatchObject({
      kind: 'changes',
      operations: [{ op: 'add', path: '/problem', value: { kind: 'bug' } }],
    });
    state.view = 1;
    await look();
    expect(heard[2]).toMatchObject({ operations: [{ op: 'remove', path: '/problem' }] });
  });

  it.each<[number, number]>([
    [100, 2_000],
    [1_000, 9_000],
    [3_000, 27_000],
    [20_000, 30_000],
  ])('rests after a look of %i ms for %i ms', async (takesMs, restMs) => {
    const { state, follow, clock } = world();
    state.takesMs = takesMs;
    follow();
    await clock.advance(takesMs);
    await clock.advance(restMs - 1);
    expect(state.looks).toBe(1);
    await clock.advance(1);
    expect(state.looks).toBe(2);
  });

  it('rests no longer than usual after a look at a cluster that does not answer', async () => {
    const { state, follow, clock } = world();
    state.takesMs = 5_000;
    state.view = -1;
    follow();
    await clock.advance(5_000);
    await clock.advance(2_000);
    expect(state.looks).toBe(2);
  });

  it('looks without a rest where something was changed, be it during the look', async () => {
    const { state, follow, feed, clock } = world();
    state.takesMs = 5_000;
    follow();
    await clock.advance(5_000);
    feed.lookSoon();
    await clock.advance(0);
    expect(state.looks).toBe(2);
    feed.lookSoon();
    await clock.advance(5_000);
    expect(state.looks).toBe(3);
  });

  it('is looked at for nobody, whatever was changed', async () => {
    const { state, feed, clock } = world();
    feed.lookSoon();
    await clock.advance(60_000);
    expect(state.looks).toBe(0);
  });
});
