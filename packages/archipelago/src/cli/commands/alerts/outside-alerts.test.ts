import { expect, it } from 'vitest';
import { outsideAlerts } from './outside-alerts.ts';

const now = Date.parse('2026-01-01T01:00:00Z');
const held = { holder: 'a', durationSeconds: 15, acquireTime: '', transitions: 0 };

it.each<[string, Partial<typeof held> & { readonly renewTime: string }, string | undefined]>([
  ['is renewed', { renewTime: '2026-01-01T00:59:50.000000Z' }, undefined],
  ['has just run out, by this clock', { renewTime: '2026-01-01T00:59:42.000000Z' }, undefined],
  ['has run out', { renewTime: '2026-01-01T00:59:30.000000Z' }, 'pending'],
  ['ran out long ago', { renewTime: '2026-01-01T00:55:00.000000Z' }, 'firing'],
  ['was given up a moment ago', { renewTime: '2026-01-01T00:59:58.000000Z', holder: '' }, 'pending'],
  ['was given up long ago', { renewTime: '2026-01-01T00:30:00.000000Z', holder: '' }, 'firing'],
  ['is renewed by a clock that is ahead', { renewTime: '2026-01-01T01:10:00.000000Z' }, undefined],
  ['was never renewed', { renewTime: '' }, undefined],
])('a lease that %s', (_, lease, state) => {
  const found = outsideAlerts({ ...held, ...lease }, now);
  const names = state === undefined ? [] : ['ArchipelagoOperatorDown', 'SSPDown'];
  expect(found.map(({ name }) => name)).toEqual(names);
  for (const each of found) {
    expect([each.state, Date.parse(each.since ?? '')]).toEqual([state, Date.parse(lease.renewTime)]);
    expect(each.message).toMatch(/^(No operator leads|Nobody keeps the boot sources)\. /);
  }
});
