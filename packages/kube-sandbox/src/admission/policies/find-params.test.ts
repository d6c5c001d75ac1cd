import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { beforeEach, expect, test } from 'vitest';
import { metadataOf } from '../../json/json-access.ts';
import { configMap, configMaps, TestServer } from '../../test-server.test-support.ts';
import { findParams } from './find-params.ts';

let api: TestServer;

beforeEach(async () => {
  api = new TestServer();
  await api.must('POST', configMaps, configMap('a', { labels: { app: 'x' } }));
  await api.must('POST', configMaps, configMap('b', { labels: { app: 'y' } }));
  await api.must('POST', '/api/v1/namespaces', { metadata: { name: 'other' } });
});

const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
const namespaceKind = { apiVersion: 'v1', kind: 'Namespace' };
const noKind = (name: string) => `failed to find resource referenced by paramKind: '${name}'`;
const needsNamespace =
  'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources';
const noPlace = 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`';
const nothing = 'no params found for policy binding with `Deny` parameterNotFoundAction';

/** What is found for the spec of a policy and that of a binding: names, or where the problem is and which. */
function found(policy: JsonObject, binding: JsonObject, namespace = 'default'): readonly unknown[] {
  const result = findParams(api.server.state, { spec: policy }, { spec: binding }, namespace);
  if (!result.ok) return [result.of, result.problem];
  return result.params.map((param) => (param === null ? null : textAt(metadataOf(param), 'name')));
}

test.each<[JsonObject, JsonObject, readonly unknown[]]>([
  [{}, {}, [null]],
  [{ paramKind }, {}, [null]],
  [{}, { paramRef: { name: 'a' } }, [null]],
  [{ paramKind }, { paramRef: { name: 'a' } }, ['a']],
  [{ paramKind }, { paramRef: { name: 'a', namespace: 'other' } }, []],
  [{ paramKind }, { paramRef: { name: 'gone' } }, []],
  [{ paramKind }, { paramRef: { name: 'gone', parameterNotFoundAction: 'Allow' } }, []],
  [{ paramKind }, { paramRef: { name: 'gone', parameterNotFoundAction: 'Deny' } }, ['binding', nothing]],
  [{ paramKind }, { paramRef: { name: 'a', parameterNotFoundAction: 'Deny' } }, ['a']],
  [{ paramKind }, { paramRef: { selector: {} } }, ['a', 'b']],
  [{ paramKind }, { paramRef: { selector: { matchLabels: { app: 'y' } } } }, ['b']],
  [{ paramKind }, { paramRef: { selector: { matchLabels: { app: 'z' } } } }, []],
  [{ paramKind }, { paramRef: { selector: { matchExpressions: [{ key: 'a', operator: 'Odd' }] } } }, []],
  [{ paramKind: namespaceKind }, { paramRef: { name: 'other' } }, ['other']],
  [{ paramKind: namespaceKind }, { paramRef: { name: 'other', namespace: 'default' } }, ['binding', noPlace]],
  [
    { paramKind: { apiVersion: 'v1', kind: 'Odd' } },
    { paramRef: { name: 'a' } },
    ['policy', noKind('/v1, Kind=Odd')],
  ],
  [
    { paramKind: { apiVersion: 'g/v1', kind: 'Odd' } },
    { paramRef: { name: 'a' } },
    ['policy', noKind('g/v1, Kind=Odd')],
  ],
])('the policy %j with the binding %j', (policy, binding, expected) => {
  expect(found(policy, binding)).toEqual(expected);
});

test('objects of the cluster have no namespace to look in', () => {
  expect(found({ paramKind }, { paramRef: { name: 'a' } }, '')).toEqual(['binding', needsNamespace]);
  expect(found({ paramKind }, { paramRef: { name: 'a', namespace: 'default' } }, '')).toEqual(['a']);
  expect(found({ paramKind: namespaceKind }, { paramRef: { name: 'other' } }, '')).toEqual(['other']);
});
