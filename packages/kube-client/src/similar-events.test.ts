import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import type { ObjectEvent } from './event-object.ts';
import { SimilarEvents } from './similar-events.ts';

const combined = '(combined from similar events): ';

function placing() {
  const clock = new FakeClock();
  const events = new SimilarEvents(clock);
  const told = new Set<string>();
  const place = (message: string, more: Partial<ObjectEvent> = {}) => {
    const about = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } };
    const placed = events.place({ about, type: 'Warning', reason: 'R', message, ...more }, (key) =>
      told.has(key),
    );
    told.add(placed.key);
    return placed;
  };
  const burst = () => Array.from({ length: 25 }, (_, index) => place(`m${index}`));
  return { clock, place, told, burst };
}

describe('events that differ in their message only', () => {
  it('are events of their own at first, then one that counts', () => {
    const { place, told, burst } = placing();
    expect(burst().some(({ event }) => event.message.startsWith(combined))).toBe(false);
    expect(told.size).toBe(25);
    const rest = ['x', 'y', 'z'].map((message) => place(message));
    expect(rest.map(({ event }) => event.message)).toEqual(['x', 'y', 'z'].map((one) => combined + one));
    expect(told.size).toBe(26);
  });

  it('cost nothing where they are told already', () => {
    const { place, burst } = placing();
    for (let time = 0; time < 100; time += 1) expect(place('m0').event.message).toBe('m0');
    expect(burst().at(-1)?.event.message).toBe('m24');
  });

  it.each<[string, Partial<ObjectEvent>]>([
    ['reason', { reason: 'Other' }],
    ['type', { type: 'Normal' }],
    ['object', { about: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n2' } } }],
  ])('do no harm to those of another %s', (_, more) => {
    const { place, burst } = placing();
    burst();
    expect(place('x', more).event.message).toBe('x');
  });

  it('are told by themselves again, one in five minutes', async () => {
    const { clock, place, burst } = placing();
    burst();
    await clock.advance(5 * 60_000 - 1);
    expect(place('x').event.message).toBe(`${combined}x`);
    await clock.advance(1);
    expect([place('x'), place('y')].map(({ event }) => event.message)).toEqual(['x', `${combined}y`]);
  });
});
