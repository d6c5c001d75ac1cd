import { expect, it } from 'vitest';
import { writtenFields } from './written-fields.ts';

it.each<[string, object, readonly string[]]>([
  [
    'fields and members',
    { 'f:spec': { 'f:a': {}, 'f:b': { '.': {}, 'f:c': {}, 'f:d': { 'k:{"name":"x"}': { 'f:e': {} } } } } },
    ['spec.a', 'spec.b.c', 'spec.b.d'],
  ],
  ['a whole object', { 'f:spec': { 'f:b': { '.': {} } } }, ['spec.b']],
  ['nothing of the spec', { 'f:status': { 'f:a': {} }, 'f:metadata': {} }, []],
  ['an empty spec', { 'f:spec': {} }, []],
])('%s', (_, fields, paths) => {
  expect(writtenFields(JSON.parse(JSON.stringify(fields)))).toEqual(paths);
});
