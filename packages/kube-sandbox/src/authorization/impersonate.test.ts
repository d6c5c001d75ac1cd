import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../refusals/refusal.ts';
import type { User } from '../requests/api-request.ts';
import { impersonate } from './impersonate.ts';
import { Rights } from './rights.test-support.ts';

const caller: User = { name: 'caller', groups: ['system:authenticated'] };

/** The right to act as something; as anything without names. */
function right(resource: string, names?: readonly string[], group = ''): JsonObject {
  const all = { apiGroups: [group], resources: [resource], verbs: ['impersonate'] };
  return names === undefined ? all : { ...all, resourceNames: names };
}

const everything = [
  right('users'),
  right('groups'),
  right('serviceaccounts'),
  right('*', undefined, 'authentication.k8s.io'),
];

type Headers = Readonly<Record<string, string>>;

function actAs(headers: Headers, rules: readonly JsonObject[] = everything): User | Refusal {
  const request = {
    method: 'GET',
    path: '/api',
    query: new URLSearchParams(),
    headers,
    body: new Uint8Array(),
  };
  return impersonate(request, caller, new Rights().grant('caller', rules).authorizer);
}

/** Who a request is for, or the refusal's code and text. */
function outcome(headers: Headers, rules?: readonly JsonObject[]): unknown {
  const user = actAs(headers, rules);
  return user instanceof Refusal ? [user.code, user.status.message] : user;
}

function refused(resource: string, group = '', scope = 'at the cluster scope'): string {
  return `User "caller" cannot impersonate resource "${resource}" in API group "${group}" ${scope}`;
}

describe('each part of another identity needs a right of its own', () => {
  const jane = { 'impersonate-user': 'jane' };
  const masters = { ...jane, 'impersonate-group': 'system:masters' };
  const robot = { 'impersonate-user': 'system:serviceaccount:tools:robot' };
  const scoped = { ...jane, 'impersonate-extra-scopes': 'all' };
  const uid = { ...jane, 'impersonate-uid': '7' };
  const users = right('users');
  const authentication = 'authentication.k8s.io';
  const extras = right('userextras/scopes', ['all'], authentication);
  const cases: readonly (readonly [string, Headers, readonly JsonObject[], string | undefined])[] = [
    ['a user', jane, [], `users "jane" is forbidden: ${refused('users')}`],
    ['a user, by that right', jane, [users], undefined],
    ['a user, by its name', jane, [right('users', ['jane'])], undefined],
    ['another user', jane, [right('users', ['joe'])], `users "jane" is forbidden: ${refused('users')}`],
    [
      'a user, by rights to groups',
      jane,
      [right('groups')],
      `users "jane" is forbidden: ${refused('users')}`,
    ],
    [
      'a user, by other verbs',
      jane,
      [{ ...users, verbs: ['get'] }],
      `users "jane" is forbidden: ${refused('users')}`,
    ],
    ['a group', masters, [users], `groups "system:masters" is forbidden: ${refused('groups')}`],
    ['a group, by that right', masters, [users, right('groups')], undefined],
    [
      'a group, without the user',
      masters,
      [right('groups')],
      `users "jane" is forbidden: ${refused('users')}`,
    ],
    [
      'one of two groups',
      { ...jane, 'impersonate-group': 'team, system:masters' },
      [users, right('groups', ['team'])],
      `groups "system:masters" is forbidden: ${refused('groups')}`,
    ],
    [
      'an account, by rights to users',
      robot,
      [users],
      `serviceaccounts "robot" is forbidden: ${refused('serviceaccounts', '', 'in the namespace "tools"')}`,
    ],
    ['an account', robot, [right('serviceaccounts', ['robot'])], undefined],
    [
      'extra',
      scoped,
      [users],
      `userextras.${authentication} "all" is forbidden: ${refused('userextras/scopes', authentication)}`,
    ],
    ['extra, by that right', scoped, [users, extras], undefined],
    [
      'another value of extra',
      { ...jane, 'impersonate-extra-scopes': 'all, more' },
      [users, extras],
      `userextras.${authentication} "more" is forbidden: ${refused('userextras/scopes', authentication)}`,
    ],
    ['a uid', uid, [users], `uids.${authentication} "7" is forbidden: ${refused('uids', authentication)}`],
    ['a uid, by that right', uid, [users, right('uids', ['7'], authentication)], undefined],
    [
      'a uid, in the wrong group',
      uid,
      [users, right('uids')],
      `uids.${authentication} "7" is forbidden: ${refused('uids', authentication)}`,
    ],
  ];

  test.each(cases)('%s', (_, headers, rules, message) => {
    const answer = actAs(headers, rules);
    expect(answer instanceof Refusal ? [answer.code, answer.status.message] : undefined).toEqual(
      message === undefined ? undefined : [403, message],
    );
  });

  test('an account of another namespace', () => {
    const rights = new Rights()
      .role('act', [right('serviceaccounts')], 'tools')
      .bind({ kind: 'Role', name: 'act' }, { kind: 'User', name: 'caller' }, 'tools');
    const as = (namespace: string) => {
      const headers = { 'impersonate-user': `system:serviceaccount:${namespace}:robot` };
      const query = new URLSearchParams();
      const request = { method: 'GET', path: '/api', query, headers, body: new Uint8Array() };
      return impersonate(request, caller, rights.authorizer) instanceof Refusal;
    };
    expect([as('tools'), as('kube-system')]).toEqual([false, true]);
  });
});

describe('who a request is for', () => {
  const cases: readonly (readonly [string, Headers, unknown])[] = [
    ['nobody else', {}, caller],
    [
      'a user is one of the authenticated',
      { 'impersonate-user': 'jane' },
      { name: 'jane', groups: ['system:authenticated'] },
    ],
    [
      'groups add to being authenticated',
      { 'impersonate-user': 'jane', 'impersonate-group': 'a, b' },
      { name: 'jane', groups: ['a', 'b', 'system:authenticated'] },
    ],
    [
      'groups that say so themselves',
      { 'impersonate-user': 'jane', 'impersonate-group': 'system:unauthenticated' },
      { name: 'jane', groups: ['system:unauthenticated'] },
    ],
    [
      'nobody known',
      { 'impersonate-user': 'system:anonymous' },
      { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    ],
    [
      'an account has its groups',
      { 'impersonate-user': 'system:serviceaccount:tools:robot' },
      {
        name: 'system:serviceaccount:tools:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:tools', 'system:authenticated'],
      },
    ],
    [
      'an account with other groups has only those',
      { 'impersonate-user': 'system:serviceaccount:tools:robot', 'impersonate-group': 'a' },
      { name: 'system:serviceaccount:tools:robot', groups: ['a', 'system:authenticated'] },
    ],
    [
      'a uid and extra',
      {
        'impersonate-user': 'jane',
        'impersonate-uid': '7',
        'impersonate-extra-scopes': 'x, y',
        'impersonate-extra-a%2fb': 'z',
      },
      {
        name: 'jane',
        groups: ['system:authenticated'],
        uid: '7',
        extra: { scopes: ['x', 'y'], 'a/b': ['z'] },
      },
    ],
  ];

  test.each(cases)('%s', (_, headers, user) => {
    expect(outcome(headers)).toEqual(user);
  });

  const parts: readonly Headers[] = [
    { 'impersonate-group': 'system:masters' },
    { 'impersonate-uid': '7' },
    { 'impersonate-extra-scopes': 'x' },
    { 'impersonate-user': '', 'impersonate-group': 'a' },
  ];

  test.each(parts)('groups, a uid or extra without a user are refused: %j', (headers) => {
    expect(outcome(headers)).toEqual([400, expect.stringContaining('without impersonating a user name')]);
  });
});
