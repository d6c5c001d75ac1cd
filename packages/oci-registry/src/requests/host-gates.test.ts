import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { HostGates } from './host-gates.ts';

const patient = new AbortController().signal;
const minute = 60_000;

describe('gates to hosts', () => {
  it('let so many in at each host, one after the other', async () => {
    const gates = new HostGates(new FakeClock(), 1);
    const leave = await gates.enter('a', patient);
    const entered: string[] = [];
    const enter = async (host: string, name: string) => {
      const left = await gates.enter(host, patient);
      entered.push(name);
      return left;
    };
    const waits = enter('a', 'second');
    await enter('b', 'other host');
    expect(entered).toEqual(['other host']);
    leave?.();
    await waits;
    expect(entered).toEqual(['other host', 'second']);
  });

  it('are not waited for by who gives up', async () => {
    const gates = new HostGates(new FakeClock(), 1);
    await gates.enter('a', patient);
    const giving = new AbortController();
    const waits = gates.enter('a', giving.signal);
    giving.abort();
    expect(await waits).toBeUndefined();
  });

  it('keep away as long as a host asked, the longest of what it asked, and no more than ten minutes', async () => {
    const clock = new FakeClock();
    const gates = new HostGates(clock, 1);
    expect(gates.pausedMs('a')).toBe(0);
    gates.pause('a', 2 * minute);
    gates.pause('a', minute);
    expect([gates.pausedMs('a'), gates.pausedMs('b')]).toEqual([2 * minute, 0]);
    await clock.advance(2 * minute - 1);
    expect(gates.pausedMs('a')).toBe(1);
    await clock.advance(5);
    expect(gates.pausedMs('a')).toBe(0);
    gates.pause('a', 11 * minute);
    expect(gates.pausedMs('a')).toBe(10 * minute);
  });

  it('of many hosts are forgotten, but neither pauses nor who is inside', async () => {
    const clock = new FakeClock();
    const gates = new HostGates(clock, 1);
    gates.pause('paused', minute);
    const leave = await gates.enter('busy', patient);
    for (let index = 0; index < 2_000; index += 1) (await gates.enter(`h${index}`, patient))?.();
    expect(gates.pausedMs('paused')).toBe(minute);
    let second = false;
    const waits = gates.enter('busy', patient).then(() => {
      second = true;
    });
    await clock.advance(0);
    expect(second).toBe(false);
    leave?.();
    await waits;
  });
});
