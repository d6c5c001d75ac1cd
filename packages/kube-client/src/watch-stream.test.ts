import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { ApiConnectionError } from './api-connection-error.ts';
import { connectionFault } from './scripted-transport.test-support.ts';
import type { WatchEvent } from './watch-event.ts';
import { createWatchStream } from './watch-stream.ts';

const bookmark = (resourceVersion: string) =>
  `${JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion } } })}\n`;

/** A body that says what it is told to, and breaks when it is aborted, as sockets do. */
function watch({ signal }: { readonly signal?: AbortSignal } = {}) {
  const clock = new FakeClock();
  const aborted = { times: 0 };
  const queue: (string | Error | 'end')[] = [];
  let wake = () => {};
  const say = (what: string | Error) => {
    queue.push(what);
    wake();
  };
  async function* body() {
    for (;;) {
      const next = queue.shift();
      if (next === 'end') return;
      if (next instanceof Error) throw next;
      if (next !== undefined) yield Buffer.from(next);
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  const abort = () => {
    aborted.times += 1;
    say(connectionFault('ABORT_ERR'));
  };
  const stream = createWatchStream({ status: 200, headers: {}, body: body() }, abort, {
    clock,
    idleMs: 10_000,
    signal,
    what: 'GET /pods',
    server: 'http://s/',
  });
  const events: WatchEvent[] = [];
  let end: unknown;
  const read = async () => {
    for await (const batch of stream) events.push(...batch);
  };
  const reading = read().then(
    () => {
      end = 'ended';
    },
    (error: Error) => {
      end = error;
    },
  );
  return { clock, stream, say, events, aborted, reading, end: () => end };
}

describe('a watch', () => {
  it('gives events as they come, and ends with the answer', async () => {
    const { say, events, reading, end, aborted, clock } = watch();
    say(bookmark('1'));
    await clock.advance(0);
    expect(events).toEqual([{ type: 'BOOKMARK', resourceVersion: '1' }]);
    say(bookmark('2'));
    say('end');
    await reading;
    expect([end(), events.length, aborted.times, clock.timers]).toEqual(['ended', 2, 1, 0]);
  });

  it('that ends in the middle of an event says so', async () => {
    const { say, events, reading } = watch();
    say('{"type":"ADD');
    say('end');
    await reading;
    expect(events).toEqual([{ type: 'MALFORMED', reason: 'the stream ended in the middle of an event' }]);
  });

  it('counts as dead after its silence, measured from the last it said', async () => {
    const { say, clock, end, reading, aborted } = watch();
    await clock.advance(9_000);
    say('\n');
    await clock.advance(9_999);
    expect([end(), aborted.times]).toEqual([undefined, 0]);
    await clock.advance(1);
    await reading;
    expect(end()).toMatchObject({
      failure: 'unreachable',
      message: 'GET /pods: nothing heard for 10 s',
    });
    expect(clock.timers).toBe(0);
  });

  it('that speaks now and then lives on, with one timer', async () => {
    const { say, clock, end, events } = watch();
    for (let round = 0; round < 20; round += 1) {
      await clock.advance(9_000);
      say(bookmark(String(round)));
    }
    await clock.advance(1_000);
    expect([end(), events.length, clock.timers]).toEqual([undefined, 20, 1]);
  });

  it('throws when its connection breaks', async () => {
    const { say, end, reading, clock } = watch();
    say(connectionFault('ECONNRESET'));
    await reading;
    expect(end()).toBeInstanceOf(ApiConnectionError);
    expect(end()).toMatchObject({ failure: 'unreachable', code: 'ECONNRESET' });
    expect(clock.timers).toBe(0);
  });

  it('ends without an error when it is closed, and when its caller gives it up', async () => {
    const closed = watch();
    await closed.clock.advance(0);
    closed.stream.close();
    await closed.reading;
    expect([closed.end(), closed.clock.timers]).toEqual(['ended', 0]);
    expect(closed.aborted.times).toBeGreaterThan(0);
    const caller = new AbortController();
    const given = watch({ signal: caller.signal });
    await given.clock.advance(0);
    caller.abort();
    await given.reading;
    expect([given.end(), given.clock.timers]).toEqual(['ended', 0]);
    expect(given.aborted.times).toBeGreaterThan(0);
  });

  it('lets go of its caller when it has ended', async () => {
    const caller = new AbortController();
    const { say, reading, aborted } = watch({ signal: caller.signal });
    say('end');
    await reading;
    const before = aborted.times;
    caller.abort();
    expect(aborted.times).toBe(before);
  });
});
