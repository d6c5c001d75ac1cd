import { expect, test } from 'vitest';
import { attemptOf, notAllowed } from './attempt-of.ts';
import { attempt } from './rights.test-support.ts';

const inDefault = '/api/v1/namespaces/default/configmaps';
const byName = 'fieldSelector=metadata.name%3Da';

/** A request, and the verb, group, resource, namespace and name it wants. */
const requests: readonly (readonly [string, string, readonly string[]])[] = [
  ['GET', `${inDefault}/a`, ['get', '', 'configmaps', 'default', 'a']],
  ['GET', inDefault, ['list', '', 'configmaps', 'default', '']],
  ['GET', `${inDefault}?watch=1`, ['watch', '', 'configmaps', 'default', '']],
  ['GET', `${inDefault}?watch=false`, ['list', '', 'configmaps', 'default', '']],
  ['GET', '/api/v1/watch/namespaces/default/configmaps/a', ['watch', '', 'configmaps', 'default', 'a']],
  ['GET', `${inDefault}?${byName}`, ['list', '', 'configmaps', 'default', 'a']],
  ['GET', `${inDefault}?watch=1&${byName}`, ['watch', '', 'configmaps', 'default', 'a']],
  ['GET', `${inDefault}?fieldSelector=metadata.name%3D%3Da`, ['list', '', 'configmaps', 'default', 'a']],
  ['GET', `${inDefault}?fieldSelector=metadata.name!%3Da`, ['list', '', 'configmaps', 'default', '']],
  ['GET', `${inDefault}?fieldSelector=metadata.namespace%3Da`, ['list', '', 'configmaps', 'default', '']],
  ['GET', `${inDefault}?fieldSelector=xmetadata.name%3Da`, ['list', '', 'configmaps', 'default', '']],
  ['GET', `${inDefault}/b?${byName}`, ['get', '', 'configmaps', 'default', 'b']],
  ['DELETE', `${inDefault}?${byName}`, ['deletecollection', '', 'configmaps', 'default', '']],
  ['POST', `${inDefault}?${byName}`, ['create', '', 'configmaps', 'default', '']],
  ['PUT', `${inDefault}/a`, ['update', '', 'configmaps', 'default', 'a']],
  ['PATCH', `${inDefault}/a`, ['patch', '', 'configmaps', 'default', 'a']],
  ['DELETE', `${inDefault}/a`, ['delete', '', 'configmaps', 'default', 'a']],
  ['TRACE', `${inDefault}/a`, ['trace', '', 'configmaps', 'default', 'a']],
  ['GET', '/api/v1/configmaps', ['list', '', 'configmaps', '', '']],
  ['GET', '/api/v1/nodes/n', ['get', '', 'nodes', '', 'n']],
  ['GET', '/api/v1/namespaces/default', ['get', '', 'namespaces', 'default', 'default']],
  ['GET', '/api/v1/namespaces', ['list', '', 'namespaces', '', '']],
  ['PUT', '/api/v1/namespaces/default/finalize', ['update', '', 'namespaces/finalize', 'default', 'default']],
  ['PATCH', '/api/v1/namespaces/default/pods/p/status', ['patch', '', 'pods/status', 'default', 'p']],
  ['GET', '/apis/apps/v1/namespaces/x/deployments/d/scale', ['get', 'apps', 'deployments/scale', 'x', 'd']],
  [
    'DELETE',
    '/apis/example.com/v1/namespaces/x/things',
    ['deletecollection', 'example.com', 'things', 'x', ''],
  ],
];

test.each(requests)('%s %s', (method, target, [verb, group, resource, namespace, name]) => {
  const [path = '', query] = target.split('?');
  const request = { method, path, query: new URLSearchParams(query), headers: {}, body: new Uint8Array() };
  expect(attemptOf(request)).toEqual({ kind: 'resource', verb, group, resource, namespace, name });
});

test.each(['/api', '/apis/apps', '/apis/apps/v1', '/version', '/'])('%s is a path', (path) => {
  const request = { method: 'GET', path, query: new URLSearchParams(), headers: {}, body: new Uint8Array() };
  expect(attemptOf(request)).toEqual({ kind: 'path', verb: 'get', path });
});

test('a refusal says who may not do what, where', () => {
  const user = { name: 'alice', groups: [] };
  const refusals = [
    notAllowed(user, attempt()),
    notAllowed(user, attempt({ namespace: '', name: '', group: 'apps', resource: 'deployments/scale' })),
    notAllowed(user, { kind: 'path', verb: 'get', path: '/logs' }),
  ];
  expect(refusals.map(({ status }) => [status.code, status.reason, status.message])).toEqual([
    [
      403,
      'Forbidden',
      'configmaps "a" is forbidden: User "alice" cannot get resource "configmaps" in API group "" in the namespace "default"',
    ],
    [
      403,
      'Forbidden',
      'deployments.apps is forbidden: User "alice" cannot get resource "deployments/scale" in API group "apps" at the cluster scope',
    ],
    [403, 'Forbidden', 'forbidden: User "alice" cannot get path "/logs"'],
  ]);
});
