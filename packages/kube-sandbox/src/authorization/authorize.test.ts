import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import type { User } from '../requests/api-request.ts';
import type { Attempt } from './authorize.ts';
import { attempt, Rights } from './rights.test-support.ts';

const alice: User = { name: 'alice', groups: ['team', 'system:authenticated'] };
const nobody: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

function account(namespace: string, name: string): User {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
  };
}

const readAll = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] };

describe('a rule', () => {
  const scale = { apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['get'] };
  const named = { ...readAll, verbs: ['*'], resourceNames: ['a', 'b'] };
  const cases: readonly (readonly [string, JsonObject, Attempt, boolean])[] = [
    ['its verb', readAll, attempt(), true],
    ['another verb', readAll, attempt({ verb: 'update' }), false],
    ['any verb', { ...readAll, verbs: ['*'] }, attempt({ verb: 'deletecollection' }), true],
    ['another resource', readAll, attempt({ resource: 'secrets' }), false],
    ['any resource', { ...readAll, resources: ['*'] }, attempt({ resource: 'secrets' }), true],
    [
      'any resource, its subresources',
      { ...readAll, resources: ['*'] },
      attempt({ resource: 'pods/log' }),
      true,
    ],
    ['another group', readAll, attempt({ group: 'example.com' }), false],
    ['any group', { ...readAll, apiGroups: ['*'] }, attempt({ group: 'example.com' }), true],
    ['the core group only when it says so', { ...readAll, apiGroups: [] }, attempt(), false],
    ['a resource, not its subresource', readAll, attempt({ resource: 'configmaps/status' }), false],
    ['a subresource', scale, attempt({ group: 'apps', resource: 'deployments/scale' }), true],
    ['a subresource, not its resource', scale, attempt({ group: 'apps', resource: 'deployments' }), false],
    ['another subresource', scale, attempt({ group: 'apps', resource: 'deployments/status' }), false],
    [
      'that subresource of all',
      { ...readAll, resources: ['*/scale'] },
      attempt({ resource: 'pods/scale' }),
      true,
    ],
    [
      'that subresource only',
      { ...readAll, resources: ['*/scale'] },
      attempt({ resource: 'pods/log' }),
      false,
    ],
    [
      'a subresource, not a resource',
      { ...readAll, resources: ['*/scale'] },
      attempt({ resource: 'pods' }),
      false,
    ],
    ['a name', named, attempt({ name: 'b' }), true],
    ['another name', named, attempt({ name: 'c' }), false],
    ['a name: nothing new can have it', named, attempt({ verb: 'create', name: '' }), false],
    ['a name: lists have none', named, attempt({ verb: 'list', name: '' }), false],
    ['no name in particular', { ...readAll, resourceNames: [] }, attempt({ name: 'c' }), true],
    ['no star among names', { ...readAll, resourceNames: ['*'] }, attempt({ name: 'c' }), false],
    [
      'another name, a rule without names',
      { ...named, resourceNames: undefined },
      attempt({ name: 'c' }),
      true,
    ],
    ['paths, not resources', { nonResourceURLs: ['*'], verbs: ['*'] }, attempt(), false],
  ];

  test.each(cases)('for %s', (_, rule, wanted, allowed) => {
    expect(new Rights().grant('alice', [rule]).authorizer.allows(alice, wanted)).toBe(allowed);
  });

  const paths: readonly (readonly [readonly string[], string, string, boolean])[] = [
    [['/metrics'], 'get', '/metrics', true],
    [['/metrics'], 'get', '/metrics/slis', false],
    [['/metrics'], 'post', '/metrics', false],
    [['/logs/*'], 'get', '/logs/x/y', true],
    [['/logs/*'], 'get', '/log', false],
    [['*'], 'get', '/anything', true],
    [['/lo*s'], 'get', '/logs', false],
  ];

  test.each(paths)('for the paths %j: %s %s', (nonResourceURLs, verb, path, allowed) => {
    const rights = new Rights().grant('alice', [{ nonResourceURLs, verbs: ['get'] }]);
    expect(rights.authorizer.allows(alice, { kind: 'path', verb, path })).toBe(allowed);
  });

  test('counts by itself: no right is put together from two', () => {
    const rules = [
      { ...readAll, verbs: ['delete'], resourceNames: ['b'] },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] },
    ];
    const { authorizer } = new Rights().grant('alice', rules);
    const wanted = [attempt({ verb: 'delete', name: 'b' }), attempt({ verb: 'delete' }), attempt()];
    expect(wanted.map((one) => authorizer.allows(alice, one))).toEqual([true, false, false]);
  });
});

describe('a binding', () => {
  const clusterRole = { kind: 'ClusterRole', name: 'reader' };
  const role = { kind: 'Role', name: 'reader' };
  const ofAlice = { kind: 'User', name: 'alice' };
  const inOther = attempt({ namespace: 'other' });
  const everywhere = attempt({ verb: 'list', namespace: '', name: '' });

  function decisions(rights: Rights, user: User): readonly boolean[] {
    return [attempt(), inOther, everywhere].map((one) => rights.authorizer.allows(user, one));
  }

  test('of a ClusterRole holds everywhere, or in its namespace', () => {
    const cluster = new Rights().role('reader', [readAll]).bind(clusterRole, ofAlice);
    const inside = new Rights().role('reader', [readAll]).bind(clusterRole, ofAlice, 'default');
    expect(decisions(cluster, alice)).toEqual([true, true, true]);
    expect(decisions(inside, alice)).toEqual([true, false, false]);
  });

  test('of a Role means the one in its own namespace', () => {
    const own = new Rights().role('reader', [readAll], 'default').bind(role, ofAlice, 'default');
    expect(decisions(own, alice)).toEqual([true, false, false]);
    const foreign = new Rights().role('reader', [readAll], 'other').bind(role, ofAlice, 'default');
    expect(decisions(foreign, alice)).toEqual([false, false, false]);
    const cluster = new Rights().role('reader', [readAll]).bind(role, ofAlice, 'default');
    expect(decisions(cluster, alice)).toEqual([false, false, false]);
    const namespaced = new Rights()
      .role('reader', [readAll], 'default')
      .bind(clusterRole, ofAlice, 'default');
    expect(decisions(namespaced, alice)).toEqual([false, false, false]);
  });

  test('of a role that is not there grants nothing', () => {
    expect(decisions(new Rights().bind(clusterRole, ofAlice), alice)).toEqual([false, false, false]);
  });

  test('in a namespace gives no right to paths', () => {
    const rules = [{ nonResourceURLs: ['/logs'], verbs: ['get'] }];
    const path: Attempt = { kind: 'path', verb: 'get', path: '/logs' };
    const inside = new Rights().role('reader', rules).bind(clusterRole, ofAlice, 'default');
    const cluster = new Rights().role('reader', rules).bind(clusterRole, ofAlice);
    expect([inside, cluster].map(({ authorizer }) => authorizer.allows(alice, path))).toEqual([false, true]);
  });

  const subjects: readonly (readonly [JsonObject, User, boolean])[] = [
    [{ kind: 'User', name: 'alice' }, alice, true],
    [{ kind: 'User', name: 'team' }, alice, false],
    [{ kind: 'Group', name: 'team' }, alice, true],
    [{ kind: 'Group', name: 'alice' }, alice, false],
    [{ kind: 'Other', name: 'alice' }, alice, false],
    [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }, account('default', 'robot'), true],
    [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }, account('other', 'robot'), false],
    [{ kind: 'ServiceAccount', name: 'robot', namespace: 'other' }, account('other', 'robot'), true],
    [{ kind: 'ServiceAccount', name: 'robot', namespace: 'other' }, account('default', 'robot'), false],
    [{ kind: 'ServiceAccount', name: 'robot' }, account('default', 'robot'), true],
    [{ kind: 'ServiceAccount', name: 'robot' }, account('other', 'robot'), false],
    [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }, account('default', 'robot2'), false],
    [{ kind: 'User', name: 'robot' }, account('default', 'robot'), false],
    [{ kind: 'User', name: 'system:serviceaccount:default:robot' }, account('default', 'robot'), true],
    [{ kind: 'Group', name: 'system:serviceaccounts:default' }, account('default', 'robot'), true],
    [{ kind: 'Group', name: 'system:serviceaccounts:default' }, account('other', 'robot'), false],
  ];

  test.each(subjects)('to %j, asked by %j', (subject, user, allowed) => {
    const rights = new Rights().role('reader', [readAll]).bind(clusterRole, subject, 'default');
    expect(rights.authorizer.allows(user, attempt())).toBe(allowed);
  });

  test('to an account without a namespace means nobody in the whole cluster', () => {
    const subject = { kind: 'ServiceAccount', name: 'robot' };
    const rights = new Rights().role('reader', [readAll]).bind(clusterRole, subject);
    expect(rights.authorizer.allows(account('default', 'robot'), attempt())).toBe(false);
  });

  test('is told as the reason', () => {
    const rights = new Rights()
      .role('reader', [readAll])
      .bind(clusterRole, { kind: 'ServiceAccount', name: 'robot' }, 'default')
      .bind(clusterRole, ofAlice);
    const reasons = [account('default', 'robot'), alice, nobody].map(
      (user) => rights.authorizer.decide(user, attempt()).reason,
    );
    expect(reasons).toEqual([
      'RBAC: allowed by RoleBinding "reader-robot/default" of ClusterRole "reader" to ServiceAccount "robot/default"',
      'RBAC: allowed by ClusterRoleBinding "reader-alice" of ClusterRole "reader" to User "alice"',
      undefined,
    ]);
  });

  test('adds to the rules a user has in a namespace', () => {
    const { authorizer } = new Rights()
      .role('reader', [readAll])
      .role('writer', [{ ...readAll, verbs: ['update'] }], 'default')
      .bind(clusterRole, ofAlice)
      .bind({ kind: 'Role', name: 'writer' }, ofAlice, 'default');
    expect(authorizer.rulesFor(alice, 'default').map((rule) => rule.verbs)).toEqual([
      ['get', 'list'],
      ['update'],
    ]);
    expect(authorizer.rulesFor(alice, 'other')).toEqual([readAll]);
    expect(authorizer.rulesFor(nobody, 'default')).toEqual([]);
  });
});

describe('without any role', () => {
  const { authorizer } = new Rights();
  const path = (wanted: string, verb = 'get'): Attempt => ({ kind: 'path', verb, path: wanted });
  const reviews = 'authorization.k8s.io';
  const cases: readonly (readonly [string, Attempt, boolean, boolean])[] = [
    ['reading objects', attempt(), false, false],
    ['discovery', path('/apis/apps/v1'), true, false],
    ['discovery of the root', path('/api'), true, false],
    ['schemas', path('/openapi/v3'), true, false],
    ['the version', path('/version'), true, true],
    ['health', path('/healthz'), true, true],
    ['one check of health', path('/readyz/etcd'), true, true],
    ['writing to a public path', path('/version', 'post'), false, false],
    ['other paths', path('/metrics'), false, false],
    ['what only begins like one', path('/versions'), false, false],
    [
      'asking for oneself',
      attempt({ verb: 'create', group: reviews, resource: 'selfsubjectaccessreviews' }),
      true,
      false,
    ],
    [
      'asking for others',
      attempt({ verb: 'create', group: reviews, resource: 'subjectaccessreviews' }),
      false,
      false,
    ],
    [
      'listing reviews',
      attempt({ verb: 'list', group: reviews, resource: 'selfsubjectaccessreviews' }),
      false,
      false,
    ],
  ];

  test.each(cases)('%s', (_, wanted, known, anonymous) => {
    expect([alice, nobody].map((user) => authorizer.allows(user, wanted))).toEqual([known, anonymous]);
  });

  test('only the group of masters may do everything', () => {
    const master = { name: 'm', groups: ['system:masters'] };
    const other = { name: 'system:masters', groups: ['system:master'] };
    const wanted = attempt({ verb: 'delete', group: 'example.com', resource: 'things' });
    expect([master, other].map((user) => authorizer.allows(user, wanted))).toEqual([true, false]);
    expect(authorizer.allows(master, path('/metrics', 'post'))).toBe(true);
  });
});
