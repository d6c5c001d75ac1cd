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
      'id.example': { identitytoken: 'five', registrytoken: 'four', auth: base64('a:b') },
      'token.example': { registrytoken: 'four', auth: base64('a:b') },
      '*.deep.example/team': { auth: base64('deep:7'), username: 'other', password: 'other' },
      'https://path.example/deep/v1': { username: 'v', password: 'six' },
      'HTTP.example:5000/v2': { username: 'port', password: '' },
      'index.docker.io': { auth: base64('hub:a:b') },
      'helper.example': {},
      'same.example': { auth: base64('first:1') },
      'https://same.example': { auth: base64('second:2') },
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
    ['id.example', 'a', { kind: 'identityToken', token: 'five' }],
    ['token.example', 'a', { kind: 'registryToken', token: 'four' }],
    ['x.deep.example', 'team/a', { kind: 'password', username: 'deep', password: '7' }],
    ['x.deep.example', 'team', { kind: 'password', username: 'deep', password: '7' }],
    ['x.deep.example', 'teams/a', undefined],
    ['x.y.wild.example', 'a', undefined],
    ['wild.example', 'a', undefined],
    ['wildXexample', 'a', undefined],
    ['registry.example:5000', 'a', undefined],
    ['registry.example.evil', 'a', undefined],
    ['path.example', 'deep/a', { kind: 'password', username: 'v', password: 'six' }],
    ['path.example', 'a', undefined],
    ['http.example:5000', 'v2/a', { kind: 'password', username: 'port', password: '' }],
    ['http.example:5000', 'a', undefined],
    ['docker.io', 'library/a', { kind: 'password', username: 'hub', password: 'a:b' }],
    ['same.example', 'a', { kind: 'password', username: 'first', password: '1' }],
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
  const names = 'BEARER Realm=a, SCOPE="b"';
  expect(
    parseChallenges(names).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]),
  ).toEqual([['bearer', { realm: 'a', scope: 'b' }]]);
  expect(parseChallenges(undefined)).toEqual([]);
  expect(parseChallenges(`Bearer ${'x'.repeat(100_000)}`).length).toBeLessThanOrEqual(2);
});
