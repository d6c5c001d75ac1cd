import type { JsonObject } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import { isLasting, RefusedWrites } from './refused-writes.ts';

let clock: FakeClock;
let sent: JsonObject[];
let writes: RefusedWrites;

beforeEach(() => {
  clock = new FakeClock();
  sent = [];
  writes = new RefusedWrites(clock);
});

const refusal = (code: number, message = 'no') =>
  new HyperConvergedRefusal('report on', { code, reason: '', message });
const tooLarge = refusal(500, 'etcdserver: request is too large');

async function send(patch: JsonObject, error: Error | undefined): Promise<void> {
  const write = async () => {
    sent.push(patch);
    if (error !== undefined) throw error;
    return patch;
  };
  await writes.send(patch, write).catch(() => undefined);
}

const status = (lastTransitionTime: string, reason = 'x'): JsonObject => ({
  metadata: { resourceVersion: lastTransitionTime },
  status: { conditions: [{ type: 'Available', reason, lastTransitionTime }] },
});

describe('a write that the server will not take', () => {
  it.each([
    [400, true],
    [403, true],
    [413, true],
    [422, true],
    [409, false],
    [429, false],
    [500, false],
    [503, false],
  ])('is told by its code: %i', (code, lasting) => {
    expect(isLasting(refusal(code))).toBe(lasting);
  });

  it('is one that the store finds too large', () => {
    expect(isLasting(tooLarge)).toBe(true);
    expect(isLasting(new Error('request is too large'))).toBe(false);
  });

  it('is sent twice a minute, however often it is asked for', async () => {
    for (let second = 0; second < 60; second += 1) {
      await send(status(String(second)), tooLarge);
      await clock.advance(1_000);
    }
    expect(sent).toHaveLength(2);
  });

  it('is sent soon again where a grant would do', async () => {
    for (let second = 0; second < 6; second += 1) {
      await send(status('1'), refusal(403));
      await clock.advance(1_000);
    }
    expect(sent).toHaveLength(3);
  });

  it('holds up no other, and what passes by itself is sent each time', async () => {
    await send(status('1'), refusal(422));
    await send(status('1', 'y'), undefined);
    await send(status('1'), refusal(409));
    await send(status('1'), refusal(409));
    expect(sent).toHaveLength(4);
  });

  it('says what was said when it was sent', async () => {
    const error = refusal(422);
    await send(status('1'), error);
    await expect(writes.send(status('2'), async () => status('2'))).rejects.toBe(error);
  });
});
