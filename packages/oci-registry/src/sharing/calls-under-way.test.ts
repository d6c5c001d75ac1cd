import { describe, expect, it } from 'vitest';
import { CallsUnderWay } from './calls-under-way.ts';

/** Calls for the key `a` whose work ends when the test says so. */
function work() {
  const calls = new CallsUnderWay<string>();
  const started: { readonly signal: AbortSignal; end(value: string): void; fail(error: Error): void }[] = [];
  const start = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => started.push({ signal, end: resolve, fail: reject }));
  const ask = (signal = new AbortController().signal, key = 'a') =>
    calls.run(key, signal, { start, abandoned: () => 'abandoned' });
  return { started, ask };
}

describe('a call that many make', () => {
  it('is made once, and once more after it has been answered', async () => {
    const { started, ask } = work();
    const both = [ask(), ask()];
    expect(started).toHaveLength(1);
    started[0]?.end('one');
    expect(await Promise.all(both)).toEqual(['one', 'one']);
    const later = ask();
    expect(started).toHaveLength(2);
    started[1]?.end('two');
    expect(await later).toBe('two');
  });

  it('is made for each key', async () => {
    const { started, ask } = work();
    const both = [ask(), ask(undefined, 'b')];
    started[0]?.end('one');
    started[1]?.end('other');
    expect(await Promise.all(both)).toEqual(['one', 'other']);
  });

  it('fails for all, and is made again', async () => {
    const { started, ask } = work();
    const both = Promise.allSettled([ask(), ask()]);
    started[0]?.fail(new Error('no'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const later = ask();
    started[1]?.end('two');
    expect(await later).toBe('two');
  });

  it('goes on while anybody waits, and ends with the last', async () => {
    const { started, ask } = work();
    const [one, other] = [new AbortController(), new AbortController()];
    const [first, second] = [ask(one.signal), ask(other.signal)];
    one.abort();
    expect(await first).toBe('abandoned');
    expect(started[0]?.signal.aborted).toBe(false);
    other.abort();
    expect(await second).toBe('abandoned');
    expect(started[0]?.signal.aborted).toBe(true);
  });

  it('that was given up is not joined; its late end changes nothing', async () => {
    const { started, ask } = work();
    const giving = new AbortController();
    const first = ask(giving.signal);
    giving.abort();
    await first;
    const second = ask();
    expect(started).toHaveLength(2);
    started[0]?.end('too late');
    await Promise.resolve();
    const third = ask();
    expect(started).toHaveLength(2);
    started[1]?.end('two');
    expect(await Promise.all([second, third])).toEqual(['two', 'two']);
    expect(started[1]?.signal.aborted).toBe(false);
  });

  it('is not made for who has given up before', async () => {
    const { started, ask } = work();
    expect(await ask(AbortSignal.abort())).toBe('abandoned');
    expect(started).toHaveLength(0);
  });
});
