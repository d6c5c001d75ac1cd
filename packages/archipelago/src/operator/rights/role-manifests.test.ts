import { objectsAt } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import type { Permission } from './permission.ts';
import { roleManifests } from './role-manifests.ts';

const account = { name: 'us', namespace: 'home', labels: {} };
const may = (verbs: readonly string[], more: Partial<Permission> = {}): Permission => ({
  namespace: undefined,
  group: '',
  resource: 'pods',
  names: [],
  verbs,
  because: 'a test',
  ...more,
});
const rulesOf = (permissions: readonly Permission[]) =>
  roleManifests(account, permissions)
    .filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole')
    .map((role) => [
      role.kind,
      objectsAt(role, 'rules').map(({ verbs, resourceNames }) => [verbs, resourceNames]),
    ]);
const inside = { namespace: 'home' };
const named = { names: ['one'] };

test.each<[string, readonly Permission[], unknown]>([
  [
    'the same thing twice',
    [may(['list', 'watch']), may(['watch', 'get'])],
    [['ClusterRole', [[['list', 'watch', 'get'], undefined]]]],
  ],
  [
    'a named object beside all',
    [may(['list']), may(['list', 'patch'], named)],
    [
      [
        'ClusterRole',
        [
          [['list'], undefined],
          [['patch'], ['one']],
        ],
      ],
    ],
  ],
  [
    'in a namespace what holds everywhere',
    [may(['list']), may(['list'], inside), may(['get', 'list'], { ...inside, resource: 'secrets' })],
    [
      ['ClusterRole', [[['list'], undefined]]],
      ['Role', [[['get', 'list'], undefined]]],
    ],
  ],
  [
    'nothing that only looks alike',
    [may(['list'], named), may(['list'], inside), may(['list'], { group: 'apps' })],
    [
      [
        'ClusterRole',
        [
          [['list'], ['one']],
          [['list'], undefined],
        ],
      ],
      ['Role', [[['list'], undefined]]],
    ],
  ],
])('a role says once: %s', (_, permissions, expected) => {
  expect(rulesOf(permissions)).toEqual(expected);
});
