import type { JsonValue } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { objectsIn } from './objects-in.ts';

const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } };
const bare = { metadata: { name: 'a' } };

test.each<[string, JsonValue, readonly JsonValue[]]>([
  ['one object', node, [node]],
  ['a List', { apiVersion: 'v1', kind: 'List', items: [node, node] }, [node, node]],
  [
    'a list of one kind, whose items do not repeat it',
    { apiVersion: 'v1', kind: 'NodeList', items: [bare] },
    [node],
  ],
  ['a List whose items have no kind', { apiVersion: 'v1', kind: 'List', items: [bare] }, [bare]],
  ['an array', [node, [node]], [node, node]],
  ['a List in a List', { kind: 'List', items: [{ kind: 'List', items: [node] }] }, [node]],
  ['what is none', 'text', []],
])('of %s', (_, value, objects) => {
  expect(objectsIn(value)).toEqual(objects);
});
