import { expect, it } from 'vitest';
import { withoutLogins } from './without-logins.ts';

const key = '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----';

it.each([
  [`a ${key} b`, 'a (private key) b'],
  [JSON.stringify({ key, more: 1 }), '{"key":"(private key)","more":1}'],
  [JSON.stringify({ key: key.slice(0, 40), more: 1 }), '{"key":"(private key)","more":1}'],
  ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln end', 'token (token) end'],
  ['Authorization: Bearer abcdef0123', 'Authorization: Bearer (not shown)'],
  ['authorization: basic dXNlcjpwYXNz', 'authorization: basic (not shown)'],
  ['https://me:pw@host.example/x', 'https://…@host.example/x'],
  ['docker://host.example/a@sha256:1', 'docker://host.example/a@sha256:1'],
  ['a basic idea, ://, -----BEGIN CERTIFICATE-----', 'a basic idea, ://, -----BEGIN CERTIFICATE-----'],
])('%j is told as %j', (text, told) => {
  expect(withoutLogins(text)).toBe(told);
});
