import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { createSessions } from './create-sessions.ts';

const hour = 3_600_000;

function sessions() {
  const clock = new FakeClock();
  let made = 0;
  const secret = () => {
    made += 1;
    return `secret-${made}`;
  };
  return { clock, all: createSessions({ clock, secret }) };
}

describe('sessions of the console', () => {
  it('start with the code of the link, once', () => {
    const { all } = sessions();
    expect(all.start('another')).toBeUndefined();
    expect(all.start(all.startCode)).toEqual({ cookie: 'secret-2', token: 'secret-3' });
    expect(all.start(all.startCode)).toBeUndefined();
  });

  it('do not start with a code that is older than ten minutes', async () => {
    const { all, clock } = sessions();
    await clock.advance(10 * 60_000 + 1);
    expect(all.start(all.startCode)).toBeUndefined();
  });

  it.each<[string | undefined, string | undefined, boolean]>([
    ['secret-2', 'secret-3', true],
    ['secret-2', undefined, false],
    ['secret-2', 'secret-2', false],
    ['secret-3', 'secret-3', false],
    [undefined, 'secret-3', false],
    ['', '', false],
  ])('cookie %s and token %s: %s', (cookie, token, isOpen) => {
    const { all } = sessions();
    all.start(all.startCode);
    expect(all.isOpen({ cookie, token })).toBe(isOpen);
  });

  it('end twelve hours after they were used last', async () => {
    const { all, clock } = sessions();
    const shown = all.start(all.startCode) ?? { cookie: '', token: '' };
    await clock.advance(11 * hour);
    expect(all.isOpen(shown)).toBe(true);
    await clock.advance(11 * hour);
    expect(all.isOpen(shown)).toBe(true);
    await clock.advance(12 * hour + 1);
    expect(all.isOpen(shown)).toBe(false);
  });

  it('end when their browser says so', () => {
    const { all } = sessions();
    const shown = all.start(all.startCode) ?? { cookie: '', token: '' };
    all.end('another');
    expect(all.isOpen(shown)).toBe(true);
    all.end(shown.cookie);
    expect(all.isOpen(shown)).toBe(false);
  });
});
