import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { accessReviewOf, bearerToken, isAllowed } from './scrape-access.ts';

test.each<[string, string | undefined, string | undefined]>([
  ['none', undefined, undefined],
  ['nothing', '', undefined],
  ['another way', 'Basic dXNlcjpwYXNz', undefined],
  ['no token', 'Bearer ', undefined],
  ['two', 'Bearer one two', undefined],
  ['a line break', 'Bearer one\r\nX: y', undefined],
  ['more than any token has', `Bearer ${'a'.repeat(9_000)}`, undefined],
  ['a token', 'Bearer eyJ.a-b_c~d+e/f==', 'eyJ.a-b_c~d+e/f=='],
  ['small letters', 'bearer one', 'one'],
])('the token of a header: %s', (_, header, token) => {
  expect(bearerToken(header)).toBe(token);
});

const user = { username: 'prometheus', uid: '7', groups: ['scrapers'], extra: { k: ['v'] } };

test.each<[string, JsonValue]>([
  ['no answer', null],
  ['no status', {}],
  ['an error', { status: { user: {}, error: 'invalid bearer token' } }],
  ['not said', { status: { user } }],
  ['a text', { status: { authenticated: 'true', user } }],
  ['no user', { status: { authenticated: true } }],
  ['no name', { status: { authenticated: true, user: { username: '' } } }],
])('a token is nobody’s: %s', (_, review) => {
  expect(accessReviewOf(review)).toBeUndefined();
});

test('asks for a user as he was reviewed', () => {
  const { username, ...more } = user;
  expect(accessReviewOf({ status: { authenticated: true, user } })?.spec).toEqual({
    user: username,
    ...more,
    nonResourceAttributes: { path: '/metrics', verb: 'get' },
  });
});

test.each<[JsonObject, boolean]>([
  [{ allowed: true }, true],
  [{ allowed: true, denied: false }, true],
  [{ allowed: true, denied: true }, false],
  [{ allowed: false }, false],
  [{ allowed: 'true' }, false],
  [{}, false],
])('%j is an allowance: %s', (status, expected) => {
  expect(isAllowed({ status })).toBe(expected);
});
