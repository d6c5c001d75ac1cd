import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { configMaps, TestServer } from '../test-server.test-support.ts';

const accounts = '/api/v1/namespaces/default/serviceaccounts';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const reviews = '/apis/authentication.k8s.io/v1';

let api: TestServer;

beforeEach(async () => {
  api = new TestServer();
  await api.must('POST', accounts, { metadata: { name: 'robot' } });
});

async function tokenOf(spec: JsonObject = {}): Promise<string> {
  const request = await api.must('POST', `${accounts}/robot/token`, { spec });
  return textAt(objectAt(request, 'status'), 'token');
}

/** Lets a subject do everything with ConfigMaps in `default`. */
async function allow(
  subject: JsonObject,
  verbs: readonly string[] = ['*'],
  resource = 'configmaps',
): Promise<void> {
  const rules = [{ apiGroups: ['*'], resources: [resource], verbs }];
  const name = `${resource.replace('/', '-')}-${verbs.length}`;
  await api.must('POST', `${rbac}/clusterroles`, { metadata: { name }, rules });
  await api.must('POST', `${rbac}/clusterrolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [subject],
  });
}

const robot = { kind: 'ServiceAccount', name: 'robot', namespace: 'default' };

async function statusWith(authorization: string | undefined, headers = {}): Promise<number> {
  const bearer = authorization === undefined ? { authorization: '' } : { authorization };
  return (await api.get(configMaps, { headers: { ...bearer, ...headers } })).status;
}

describe('a request', () => {
  test('is taken by its token, refused without a right, unauthorized with a token nobody gave', async () => {
    const user = api.addUser({ name: 'alice', groups: [] });
    const headers = [
      `Bearer ${api.adminToken}`,
      `bearer  ${user}`,
      'Bearer nobody',
      undefined,
      `Basic ${user}`,
    ];
    expect(await Promise.all(headers.map((header) => statusWith(header)))).toEqual([200, 403, 401, 403, 403]);
  });

  test('of an account ends with its token, its account and that account remade', async () => {
    await allow(robot);
    const token = `Bearer ${await tokenOf({ expirationSeconds: 600 })}`;
    expect(await statusWith(token)).toBe(200);
    api.pass(601);
    expect(await statusWith(token)).toBe(401);
    const second = `Bearer ${await tokenOf()}`;
    expect(await statusWith(second)).toBe(200);
    await api.must('DELETE', `${accounts}/robot`);
    expect(await statusWith(second)).toBe(401);
    await api.must('POST', accounts, { metadata: { name: 'robot' } });
    expect(await statusWith(second)).toBe(401);
    expect(await statusWith(`Bearer ${await tokenOf()}`)).toBe(200);
  });

  test('with a token for somebody else is unauthorized', async () => {
    await allow(robot);
    expect(await statusWith(`Bearer ${await tokenOf({ audiences: ['elsewhere'] })}`)).toBe(401);
    const both = await tokenOf({ audiences: ['elsewhere', 'https://kubernetes.default.svc'] });
    expect(await statusWith(`Bearer ${both}`)).toBe(200);
  });

  test('as another user has the rights of that user, and only those', async () => {
    const caller = `Bearer ${api.addUser({ name: 'caller', groups: ['system:authenticated'] })}`;
    const asRobot = { 'impersonate-user': 'system:serviceaccount:default:robot' };
    expect(await statusWith(caller, asRobot)).toBe(403);
    await allow({ kind: 'User', name: 'caller' }, ['impersonate'], 'serviceaccounts');
    expect(await statusWith(caller, asRobot)).toBe(403);
    await allow(robot);
    expect(await statusWith(caller, asRobot)).toBe(200);
    expect(await statusWith(caller)).toBe(403);
    const asMaster = { ...asRobot, 'impersonate-group': 'system:masters' };
    expect(await statusWith(caller, asMaster)).toBe(403);
    expect(await statusWith(`Bearer ${api.adminToken}`, { 'impersonate-user': 'jane' })).toBe(403);
    expect(await statusWith('Bearer nobody', asRobot)).toBe(401);
  });
});

describe('a token', () => {
  const bounds: readonly (readonly [number, number])[] = [
    [599, 422],
    [600, 201],
    [2 ** 32, 201],
    [2 ** 32 + 1, 422],
  ];

  test.each(bounds)('may live %d seconds: %d', async (expirationSeconds, status) => {
    const answer = await api.send('POST', `${accounts}/robot/token`, { spec: { expirationSeconds } });
    expect(answer.status).toBe(status);
  });

  test('lives an hour, for this server, when nothing is said', async () => {
    const { spec, status } = await api.must('POST', `${accounts}/robot/token`, { spec: {} });
    expect(spec).toMatchObject({ audiences: ['https://kubernetes.default.svc'], expirationSeconds: 3600 });
    expect(status).toMatchObject({ expirationTimestamp: '2026-01-01T01:00:00Z' });
    const token = `Bearer ${textAt(objectAt({ status }, 'status'), 'token')}`;
    await allow(robot);
    api.pass(3600);
    expect(await statusWith(token)).toBe(200);
    api.pass(1);
    expect(await statusWith(token)).toBe(401);
  });

  const unbindable: readonly (readonly [JsonObject, number])[] = [
    [{ kind: 'Pod', apiVersion: 'v1', name: 'p' }, 201],
    [{ kind: 'Pod', apiVersion: 'v1', name: 'q' }, 404],
    [{ kind: 'Secret', apiVersion: 'v1', name: 'p' }, 404],
    [{ kind: 'Node', apiVersion: 'v1', name: 'p' }, 404],
    [{ kind: 'Deployment', apiVersion: 'apps/v1', name: 'p' }, 400],
  ];

  test.each(unbindable)('bound to %j: %d', async (boundObjectRef, status) => {
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    await api.must('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec });
    const answer = await api.send('POST', `${accounts}/robot/token`, { spec: { boundObjectRef } });
    expect(answer.status).toBe(status);
  });

  test('is of an account that exists, for whoever may make one', async () => {
    expect((await api.send('POST', `${accounts}/nobody/token`, { spec: {} })).status).toBe(404);
    const authorization = `Bearer ${api.addUser({ name: 'maker', groups: [] })}`;
    const make = async () =>
      (await api.send('POST', `${accounts}/robot/token`, { spec: {} }, { headers: { authorization } }))
        .status;
    await allow({ kind: 'User', name: 'maker' }, ['*'], 'serviceaccounts');
    expect(await make()).toBe(403);
    await allow({ kind: 'User', name: 'maker' }, ['create'], 'serviceaccounts/token');
    expect(await make()).toBe(201);
  });
});

describe('a review of a token', () => {
  async function reviewed(token: string, audiences?: readonly string[]): Promise<unknown> {
    const spec = audiences === undefined ? { token } : { token, audiences };
    return (await api.must('POST', `${reviews}/tokenreviews`, { spec })).status;
  }

  const invalid = { user: {}, error: 'invalid bearer token' };

  test('says whose it is, for the audiences that were asked for', async () => {
    const user = expect.objectContaining({ username: 'system:serviceaccount:default:robot' });
    const token = await tokenOf({ audiences: ['a', 'b'] });
    expect(await reviewed(token, ['b', 'c'])).toEqual({ authenticated: true, user, audiences: ['b'] });
    expect(await reviewed(token, ['c'])).toEqual(invalid);
    expect(await reviewed(token)).toEqual(invalid);
    const usual = await tokenOf();
    expect(await reviewed(usual)).toMatchObject({ authenticated: true, user });
    expect(await reviewed(usual, ['a'])).toEqual(invalid);
    api.pass(3601);
    expect(await reviewed(usual)).toEqual(invalid);
    expect(await reviewed('nonsense')).toEqual(invalid);
  });

  test('tells of users with their uid and extra', async () => {
    const token = api.addUser({ name: 'jane', groups: ['g'], uid: '7', extra: { scopes: ['x'] } });
    expect(await reviewed(token)).toMatchObject({
      user: { username: 'jane', groups: ['g'], uid: '7', extra: { scopes: ['x'] } },
    });
    const self = await api.must(
      'POST',
      `${reviews}/selfsubjectreviews`,
      {},
      {
        headers: { 'impersonate-user': 'joe', 'impersonate-uid': '8', 'impersonate-extra-k': 'v' },
      },
    );
    expect(self.status).toEqual({
      userInfo: { username: 'joe', uid: '8', groups: ['system:authenticated'], extra: { k: ['v'] } },
    });
  });
});

describe('a review of rights', () => {
  const authorization = '/apis/authorization.k8s.io/v1';
  const wanted = { verb: 'get', resource: 'configmaps', namespace: 'default', name: 'a' };

  test('is about the asker, or about whoever is named', async () => {
    await allow({ kind: 'Group', name: 'team' }, ['get']);
    const headers = {
      authorization: `Bearer ${api.addUser({ name: 'm', groups: ['team', 'system:authenticated'] })}`,
    };
    const self = (resourceAttributes: JsonObject, sent = {}) =>
      api.must('POST', `${authorization}/selfsubjectaccessreviews`, { spec: { resourceAttributes } }, sent);
    const of = (spec: JsonObject) =>
      api.must('POST', `${authorization}/subjectaccessreviews`, {
        spec: { resourceAttributes: wanted, ...spec },
      });
    const answers = await Promise.all([
      self(wanted, { headers }),
      self({ ...wanted, verb: 'delete' }, { headers }),
      self({ ...wanted, subresource: 'status' }, { headers }),
      self({ ...wanted, verb: 'delete' }),
      of({ user: 'm', groups: ['team'] }),
      of({ user: 'm' }),
      of({ user: 'm', groups: ['system:masters'] }),
    ]);
    expect(answers.map(({ status }) => objectAt({ status }, 'status').allowed)).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  test('lists the rules one has, in a namespace and outside of it', async () => {
    await allow({ kind: 'User', name: 'm' }, ['get']);
    const paths = { nonResourceURLs: ['/logs'], verbs: ['get'] };
    await api.must('POST', `${rbac}/clusterroles`, { metadata: { name: 'paths' }, rules: [paths] });
    await api.must('POST', `${rbac}/clusterrolebindings`, {
      metadata: { name: 'paths' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'paths' },
      subjects: [{ kind: 'User', name: 'm' }],
    });
    const rulesOf = async (token: string) => {
      const sent = { headers: { authorization: `Bearer ${token}` } };
      const spec = { namespace: 'default' };
      return (await api.must('POST', `${authorization}/selfsubjectrulesreviews`, { spec }, sent)).status;
    };
    expect(await rulesOf(api.addUser({ name: 'm', groups: ['system:authenticated'] }))).toEqual({
      resourceRules: [
        { apiGroups: ['*'], resources: ['configmaps'], verbs: ['get'] },
        // what everybody may do who is known
        expect.objectContaining({ resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'] }),
        expect.objectContaining({ resources: ['selfsubjectreviews'] }),
      ],
      nonResourceRules: expect.arrayContaining([paths]),
      incomplete: false,
    });
    expect(await rulesOf(api.adminToken)).toEqual({
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: false,
    });
  });

  test('about paths', async () => {
    const headers = {
      authorization: `Bearer ${api.addUser({ name: 'm', groups: ['system:authenticated'] })}`,
    };
    const may = async (verb: string, path: string) => {
      const spec = { nonResourceAttributes: { verb, path } };
      const review = await api.must(
        'POST',
        `${authorization}/selfsubjectaccessreviews`,
        { spec },
        { headers },
      );
      return objectAt(review, 'status').allowed;
    };
    expect([await may('get', '/version'), await may('post', '/version'), await may('get', '/logs')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
