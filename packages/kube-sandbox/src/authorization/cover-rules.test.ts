import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { uncoveredRules } from './cover-rules.ts';

function rule(resources: string, verbs: string, more: JsonObject = {}): JsonObject {
  return { apiGroups: [''], resources: resources.split(' '), verbs: verbs.split(' '), ...more };
}

const paths = (path: string): JsonObject => ({ nonResourceURLs: [path], verbs: ['get'] });

describe('rules within others', () => {
  it.each<[string, readonly JsonObject[], JsonObject]>([
    ['the same', [rule('pods', 'get')], rule('pods', 'get')],
    ['fewer verbs', [rule('pods', 'get list')], rule('pods', 'list')],
    ['of several rules', [rule('pods', 'get'), rule('pods nodes', 'list')], rule('pods', 'get list')],
    ['every verb', [rule('pods', '*')], rule('pods', 'get list')],
    ['every resource', [rule('*', 'get')], rule('pods pods/log', 'get')],
    ['every subresource of that name', [rule('*/status', 'get')], rule('pods/status', 'get')],
    ['every group', [{ ...rule('pods', 'get'), apiGroups: ['*'] }], rule('pods', 'get')],
    ['one name of all', [rule('pods', 'get')], rule('pods', 'get', { resourceNames: ['a'] })],
    [
      'one name of some',
      [rule('pods', 'get', { resourceNames: ['a', 'b'] })],
      rule('pods', 'get', { resourceNames: ['b'] }),
    ],
    ['a path', [paths('/metrics')], paths('/metrics')],
    ['a path below', [paths('/healthz/*')], paths('/healthz/ping')],
    ['paths below', [paths('/healthz*')], paths('/healthz/*')],
    ['nothing', [], rule('', '')],
  ])('%s', (_, held, wanted) => {
    expect(uncoveredRules(held, wanted.verbs?.toString() === '' ? [] : [wanted])).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ['another verb', rule('pods', 'get'), rule('pods', 'get list'), '["pods"], Verbs:["list"]'],
    ['another resource', rule('pods', 'get'), rule('nodes', 'get'), '["nodes"], Verbs:["get"]'],
    ['a subresource', rule('pods', 'get'), rule('pods/log', 'get'), '["pods/log"], Verbs:["get"]'],
    ['another subresource', rule('*/status', 'get'), rule('pods/log', 'get'), '["pods/log"]'],
    ['a resource for a subresource', rule('*/status', 'get'), rule('status', 'get'), '["status"]'],
    ['another group', rule('pods', 'get'), { ...rule('pods', 'get'), apiGroups: ['apps'] }, '["apps"]'],
    [
      'every name',
      rule('pods', 'get', { resourceNames: ['a'] }),
      rule('pods', 'get'),
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
    ],
    [
      'another name',
      rule('pods', 'get', { resourceNames: ['a'] }),
      rule('pods', 'get', { resourceNames: ['b'] }),
      'ResourceNames:["b"]',
    ],
    ['everything', rule('pods', 'get'), rule('*', '*'), 'Resources:["*"], Verbs:["*"]'],
    ['a path', paths('/healthz/*'), paths('/metrics'), '{NonResourceURLs:["/metrics"], Verbs:["get"]}'],
    ['a path above', paths('/healthz/ping'), paths('/healthz/*'), '["/healthz/*"]'],
    ['a path instead of a resource', rule('*', '*'), paths('/metrics'), '["/metrics"]'],
  ])('but not %s', (_, held, wanted, missing) => {
    expect(uncoveredRules([held], [wanted])).toEqual([expect.stringContaining(missing)]);
  });
});
