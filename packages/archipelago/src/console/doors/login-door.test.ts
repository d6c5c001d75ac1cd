import type { IncomingHttpHeaders } from 'node:http';
import type { JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { Entry } from './door.ts';
import { loginDoor } from './login-door.ts';

function world(byProxy: boolean) {
  const asked: string[] = [];
  const open = async (token: string): Promise<Entry<string>> => {
    asked.push(token);
    return { ok: true, user: 'jane', login: token, desk: 'hers' };
  };
  return { asked, door: loginDoor({ byProxy, open }) };
}

const forwarded = 'x-forwarded-access-token';

describe('the door of logins', () => {
  interface Coming {
    readonly body?: JsonValue;
    readonly headers?: IncomingHttpHeaders;
  }

  it.each<[string, boolean, Coming, string | undefined]>([
    ['a token that was pasted', false, { body: { login: ' abc.d-e_f= \n' } }, 'abc.d-e_f='],
    ['a header without the flag', false, { headers: { authorization: 'Bearer abc' } }, undefined],
    ['a forwarded token without the flag', false, { headers: { [forwarded]: 'abc' } }, undefined],
    ['what splits a header', false, { body: { login: 'a\r\nImpersonate-User: b' } }, undefined],
    ['what is too long', false, { body: { login: 'a'.repeat(9_000) } }, undefined],
    ['no text', false, { body: { login: ['abc'] } }, undefined],
    ['nothing', false, { body: [] }, undefined],
    ['the header of a proxy', true, { headers: { authorization: 'Bearer abc' } }, 'abc'],
    ['what a proxy forwards', true, { headers: { [forwarded]: 'abc' } }, 'abc'],
    ['a password of a proxy', true, { headers: { authorization: 'Basic abc' } }, undefined],
    ['a token that was pasted past a proxy', true, { body: { login: 'abc' } }, undefined],
  ])('takes %s: %#', async (_, byProxy, { body = {}, headers = {} }, token) => {
    const { asked, door } = world(byProxy);
    expect((await door.enter(body, headers)).ok).toBe(token !== undefined);
    expect(asked).toEqual(token === undefined ? [] : [token]);
  });

  it.each<[boolean, string | undefined, boolean]>([
    [true, 'Bearer abc', true],
    [true, 'Bearer other', false],
    [true, undefined, false],
    [false, undefined, true],
  ])('by a proxy %s, a session goes on with %s: %s', (byProxy, authorization, isOf) => {
    expect(world(byProxy).door.isOf('abc', { authorization })).toBe(isOf);
  });

  it('asks about eight tokens at a time', async () => {
    const waiting: (() => void)[] = [];
    const door = loginDoor<string>({
      byProxy: false,
      open: (token) =>
        new Promise((resolve) => {
          waiting.push(() => resolve({ ok: true, user: 'jane', login: token, desk: 'hers' }));
        }),
    });
    const entries = Array.from({ length: 9 }, () => door.enter({ login: 'abc' }, {}));
    expect(await entries[8]).toMatchObject({ ok: false, status: 503 });
    for (const answer of waiting) answer();
    expect((await Promise.all(entries)).filter(({ ok }) => ok)).toHaveLength(8);
    const later = door.enter({ login: 'abc' }, {});
    waiting.at(-1)?.();
    expect((await later).ok).toBe(true);
  });
});
