import { describe, expect, it } from 'vitest';
import { parseChallenges } from './challenge.ts';
import { findCredential } from './credential.ts';
import { credentialsOfSecret } from './credentials-of-secret.ts';
import { parseDockerConfig } from './parse-docker-config.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('credentials of an auth file', () => {
  const text = JSON.stringify({
    auths: {
      'registry.example': { auth: base64('host:one') },
      'registry.example/team': { username: 'team', password: 'two' },
      'https://old.example/v1/': { auth: base64('old:three\0\0') },
      '*.wild.example': { registrytoken: 'four' },
      'helper.example': {},
    },
  });
  const parsed = parseDockerConfig(text);
  const entries = parsed.kind === 'ok' ? parsed.value : [];

  it.each([
    ['registry.example', 'other/app', { kind: 'password', username: 'host', password: 'one' }],
    ['registry.example', 'team/app', { kind: 'password', username: 'team', password: 'two' }],
    ['registry.example', 'teams/app', { kind: 'password', username: 'host', password: 'one' }],
    ['old.example', 'a', { kind: 'password', username: 'old', password: 'three' }],
    ['x.wild.example', 'a', { kind: 'registryToken', token: 'four' }],
    ['x.y.wild.example', 'a', undefined],
    ['helper.example', 'a', undefined],
  ])('%s/%s', (registry, repository, credential) => {
    expect(findCredential(entries, { registry, repository })).toEqual(credential);
  });

  it.each(['', '[]', '{"auths":[]}', '{"auths":{"a":1}}', '{"auths":{"a":{"auth":"c2VjcmV0"}}}'])(
    'refuses %s without saying a secret',
    (wrong) => {
      const refused = parseDockerConfig(wrong);
      expect(refused.kind).toBe('refused');
      expect(JSON.stringify(refused)).not.toContain('secret');
    },
  );
});

it('reads CDI’s pair of keys, for the image’s registry', () => {
  const metadata = { namespace: 'images', name: 'pull' };
  const data = { accessKeyId: base64('me'), secretKey: base64('secret') };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, data };
  expect(credentialsOfSecret(secret, 'registry.example')).toMatchObject({
    value: [{ scope: 'registry.example', credential: { username: 'me', password: 'secret' } }],
  });
  expect(credentialsOfSecret({ ...secret, data: {} }, 'registry.example').kind).toBe('refused');
});

it('reads the challenges of a header', () => {
  const header = 'Bearer realm="https://auth.example/token",service="a, \\"b\\"",scope=pull, Basic realm=x';
  expect(
    parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]),
  ).toEqual([
    ['bearer', { realm: 'https://auth.example/token', service: 'a, "b"', scope: 'pull' }],
    ['basic', { realm: 'x' }],
  ]);
  expect(parseChallenges(undefined)).toEqual([]);
  expect(parseChallenges(`Bearer ${'x'.repeat(100_000)}`).length).toBeLessThanOrEqual(2);
});
