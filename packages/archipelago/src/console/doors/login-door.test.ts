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
    expect((await door.enter(body, headers, '')).ok).toBe(token !== undefined);
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

  /** A cluster that answers when it is told to. */
  function slow(byProxy = false) {
    const waiting: (() => void)[] = [];
    const door = loginDoor<string>({
      byProxy,
      open: (token) =>
        new Promise((resolve) => {
          waiting.push(() => resolve({ ok: true, user: 'jane', login: token, desk: 'hers' }));
        }),
    });
    const come = (token: string, from: string) =>
      byProxy ? door.enter({}, { [forwarded]: token }, from) : door.enter({ login: token }, {}, from);
    const answer = () => {
      for (const each of waiting.splice(0)) each();
    };
    return { waiting, come, answer };
  }

  it('asks about eight tokens at a time', async () => {
    const { come, answer } = slow();
    const entries = Array.from({ length: 9 }, (_, index) => come(`token-${index}`, `192.0.2.${index}`));
    expect(await entries[8]).toMatchObject({ ok: false, status: 503 });
    answer();
    expect((await Promise.all(entries)).filter(({ ok }) => ok)).toHaveLength(8);
    const later = come('later', '192.0.2.9');
    answer();
    expect((await later).ok).toBe(true);
  });

  it('asks about four of one address at a time, so that others come in beside it', async () => {
    const { come, answer } = slow();
    const made = Array.from({ length: 20 }, (_, index) => come(`made-up-${index}`, '192.0.2.1'));
    expect(await made[4]).toMatchObject({ ok: false, status: 503 });
    const other = come('hers', '192.0.2.2');
    answer();
    expect((await other).ok).toBe(true);
    expect((await Promise.all(made)).filter(({ ok }) => ok)).toHaveLength(4);
  });

  it('asks about eight that a proxy brings: it is the address of all', async () => {
    const { come, answer } = slow(true);
    const entries = Array.from({ length: 9 }, (_, index) => come(`token-${index}`, '192.0.2.1'));
    expect(await entries[8]).toMatchObject({ ok: false, status: 503 });
    answer();
    expect((await Promise.all(entries)).filter(({ ok }) => ok)).toHaveLength(8);
  });

  it('asks about a token once, however often it is sent', async () => {
    const { waiting, come, answer } = slow();
    const entries = Array.from({ length: 50 }, () => come('one', '192.0.2.1'));
    await Promise.resolve();
    expect(waiting).toHaveLength(1);
    answer();
    expect((await Promise.all(entries)).every(({ ok }) => ok)).toBe(true);
  });
});
