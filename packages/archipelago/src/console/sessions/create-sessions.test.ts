import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { createSessions } from './create-sessions.ts';

const hour = 3_600_000;
const jane = { user: 'jane', login: 'a', desk: 'of jane' };

function sessions() {
  const clock = new FakeClock();
  let made = 0;
  const secret = () => {
    made += 1;
    return `secret-${made}`;
  };
  const all = createSessions<string>({ clock, secret });
  const begin = (guest = jane, cookie?: string) => all.start(guest, cookie) ?? { cookie: '', token: '' };
  return { clock, all, begin };
}

describe('sessions of the console', () => {
  it.each<[string, (shown: { cookie: string; token: string }) => object, boolean]>([
    ['both', (shown) => shown, true],
    ['the cookie alone', ({ cookie }) => ({ cookie }), false],
    ['the cookie twice', ({ cookie }) => ({ cookie, token: cookie }), false],
    ['the token twice', ({ token }) => ({ cookie: token, token }), false],
    ['the token alone', ({ token }) => ({ token }), false],
    ['nothing', () => ({ cookie: '', token: '' }), false],
  ])('are open to who shows %s', (_, shows, isOpen) => {
    const { all, begin } = sessions();
    const shown = { cookie: undefined, token: undefined, ...shows(begin()) };
    expect(all.find(shown)?.desk).toBe(isOpen ? 'of jane' : undefined);
  });

  it('are not open to who mixes those of two', () => {
    const { all, begin } = sessions();
    const [one, other] = [begin(), begin({ user: 'joe', login: 'b', desk: 'of joe' })];
    expect(all.find({ cookie: one.cookie, token: other.token })).toBeUndefined();
    expect(all.find(other)?.desk).toBe('of joe');
  });

  it('are shared by the tabs of a browser that has shown the same login', () => {
    const { begin } = sessions();
    const first = begin();
    expect(begin(jane, first.cookie)).toEqual(first);
    expect(begin({ ...jane, login: 'b' }, first.cookie)).not.toEqual(first);
    expect(begin(jane, 'another').cookie).not.toBe('another');
  });

  it('end twelve hours after they were used last', async () => {
    const { all, clock, begin } = sessions();
    const shown = begin();
    await clock.advance(11 * hour);
    expect(all.find(shown)).toBeDefined();
    await clock.advance(11 * hour);
    expect(all.find(shown)).toBeDefined();
    await clock.advance(12 * hour + 1);
    expect(all.find(shown)).toBeUndefined();
  });

  it('end with their streams when their browser says so, and when their login is not known any more', () => {
    const { all, begin } = sessions();
    const [one, other] = [begin(), begin({ ...jane, login: 'b' })];
    const ended: string[] = [];
    all.find(one)?.streams.add(() => ended.push('one'));
    all.find(other)?.streams.add(() => ended.push('other'));
    all.end('another');
    all.endLogin('c');
    expect(ended).toEqual([]);
    all.end(one.cookie);
    expect([all.find(one), ended]).toEqual([undefined, ['one']]);
    all.endLogin('b');
    expect([all.find(other), ended]).toEqual([undefined, ['one', 'other']]);
  });

  it('are eight of a user, of which the one that was not used for longest makes room', async () => {
    const { all, clock, begin } = sessions();
    const shown = Array.from({ length: 8 }, (_, index) => begin({ ...jane, login: `login-${index}` }));
    const [first, second] = shown;
    await clock.advance(1);
    expect(all.find(first ?? begin())).toBeDefined();
    begin({ ...jane, login: 'ninth' });
    expect(all.find(second ?? begin())).toBeUndefined();
    expect(all.find(first ?? begin())).toBeDefined();
  });

  it('are no more than 256, until one is not used any more', async () => {
    const { all, clock, begin } = sessions();
    for (let user = 0; user < 256; user += 1) begin({ ...jane, user: `user-${user}`, login: `${user}` });
    expect(all.start({ ...jane, login: 'late' }, undefined)).toBeUndefined();
    await clock.advance(12 * hour + 1);
    expect(all.start({ ...jane, login: 'late' }, undefined)).toBeDefined();
  });

  it('of who has eight make room for who has none, and for nobody else', async () => {
    const { all, clock, begin } = sessions();
    const crowd = Array.from({ length: 256 }, (_, index) =>
      begin({ user: `bot-${index % 32}`, login: `${index}`, desk: 'of a bot' }),
    );
    await clock.advance(1);
    for (const shown of crowd.slice(1)) all.find(shown);
    const shown = begin();
    expect(all.find(shown)?.desk).toBe('of jane');
    expect(crowd.filter((each) => all.find(each) === undefined)).toEqual(crowd.slice(0, 1));
    // her places are as many as theirs at most
    for (let count = 1; count < 8; count += 1) begin({ ...jane, login: `more-${count}` });
    const left = new Map<string, number>();
    for (const each of crowd) {
      const user = all.find(each) === undefined ? 'none' : `bot-${crowd.indexOf(each) % 32}`;
      left.set(user, (left.get(user) ?? 0) + 1);
    }
    expect(left.get('none')).toBe(8 - 1);
    expect(Math.min(...left.values())).toBeGreaterThanOrEqual(7);
  });
});
