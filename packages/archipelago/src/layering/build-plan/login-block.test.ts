import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { type LoginFacts, loginFacts } from './login-facts.ts';
import { World } from './simulated-world.test-support.ts';

function secret(type: string, content: object | string, key = '.dockerconfigjson'): KubernetesObject {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const data = { [key]: Buffer.from(text).toString('base64') };
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'n' }, type, data };
}

const login = { auth: Buffer.from('user:word').toString('base64') };
const json = 'kubernetes.io/dockerconfigjson';

describe('what is known of a secret', () => {
  it.each<[string, KubernetesObject, object]>([
    [
      'the newer form',
      secret(json, { auths: { 'r.example': login, 'https://index.docker.io/v1/': login } }),
      { kind: 'logins', scopes: ['r.example', 'docker.io'] },
    ],
    [
      'the older form',
      secret('kubernetes.io/dockercfg', { 'r.example': login }, '.dockercfg'),
      { scopes: ['r.example'] },
    ],
    ['none on purpose', secret(json, { auths: {} }), { kind: 'logins', scopes: [] }],
    [
      'another type',
      secret('Opaque', { auths: { 'r.example': login } }),
      { reason: expect.stringMatching(/^is of type Opaque/) },
    ],
    ['keys of a bucket', secret('Opaque', 'x', 'accessKeyId'), { kind: 'useless' }],
    [
      'no JSON',
      secret(json, 'user:word'),
      { reason: expect.stringMatching(/^cannot be read: .* is no JSON object/) },
    ],
  ])('%s', (_, of, facts) => {
    expect(loginFacts(of)).toMatchObject(facts);
    expect(JSON.stringify(loginFacts(of))).not.toContain('word');
  });
});

function told(logins: Readonly<Record<string, LoginFacts>>, spec: object = {}, operatorNamespace?: string) {
  const world = new World({
    nodes: { a1: 'amd64' },
    spec: { renderedImagePushSecret: { name: 'push' }, ...spec },
  });
  world.logins = logins;
  world.operatorNamespace = operatorNamespace;
  world.through(60);
  const { status, reason, message } = world.condition('Blocked') ?? {};
  return {
    builds: world.all('MachineOSBuild').length,
    jobs: world.all('Job').length,
    status,
    reason,
    message,
  };
}

describe('a secret of a config', () => {
  it('that is fine, or empty on purpose, stops nothing', () => {
    expect(told({ push: { kind: 'logins', scopes: [] } })).toMatchObject({ builds: 1, status: 'False' });
  });

  it.each([
    ['operators', '; secrets in operators are not used for builds'],
    ['layering', ''],
    [undefined, ''],
  ])(
    'that is missing is told with how to make it; where the operator is: %s',
    (operatorNamespace, former) => {
      expect(told({}, {}, operatorNamespace).message).toBe(
        'Secret push is not in namespace layering, where builds and their logins are; create it there ' +
          '(kubectl create secret docker-registry push -n layering), or correct spec.renderedImagePushSecret' +
          former,
      );
    },
  );

  it.each<[string, Readonly<Record<string, LoginFacts>>, object, string, RegExp]>([
    [
      'is missing',
      {},
      {},
      'SecretMissing',
      /^Secret push is not in namespace layering, .* correct spec\.renderedImagePushSecret/,
    ],
    [
      'is no login',
      { push: { kind: 'useless', reason: 'is of type Opaque', fix: 'mend it' } },
      {},
      'SecretUnusable',
      /is of type Opaque; mend it/,
    ],
    [
      'is for elsewhere',
      { push: { kind: 'logins', scopes: ['other.example'] } },
      {},
      'SecretWithoutLogin',
      /has no login for .*, only for other\.example/,
    ],
    [
      'is missing, and is for pulling',
      { push: { kind: 'logins', scopes: [] } },
      { baseImagePullSecret: { name: 'pull' } },
      'SecretMissing',
      /^Secret pull is not in namespace layering, .* correct spec\.baseImagePullSecret/,
    ],
  ])('that %s lets no build begin, and is told at once', (...[, logins, spec, reason, message]) => {
    expect(told(logins, spec)).toEqual({
      builds: 0,
      jobs: 0,
      status: 'True',
      reason,
      message: expect.stringMatching(message),
    });
  });

  it('stops nothing any more when it is there', () => {
    const world = new World({ nodes: { a1: 'amd64' }, spec: { renderedImagePushSecret: { name: 'push' } } });
    world.logins = {};
    world.through(60);
    world.logins = { push: { kind: 'logins', scopes: [] } };
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
  });
});
