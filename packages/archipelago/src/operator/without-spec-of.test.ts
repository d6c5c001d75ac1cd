import type { JsonValue } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { withoutSpecOf } from './without-spec-of.ts';

const entry = (manager: string, ...names: readonly string[]) => ({
  manager,
  operation: 'Update',
  fieldsV1: Object.fromEntries(names.map((name) => [name, {}])),
});

it.each<[string, JsonValue | undefined, readonly JsonValue[] | undefined]>([
  ['nobody', undefined, undefined],
  ['no list', 'x', undefined],
  ['another', [entry('kubectl', 'f:spec')], undefined],
  ['metadata only', [entry('me', 'f:metadata')], undefined],
  ['an entry that is none', [7, { manager: 'me' }], undefined],
  ['the only one', [entry('me', 'f:spec')], [{}]],
  ['one of two', [entry('kubectl', 'f:spec'), entry('me', 'f:spec')], [entry('kubectl', 'f:spec')]],
  ['both parts', [entry('me', 'f:metadata', 'f:spec')], [entry('me', 'f:metadata')]],
])('%s', (_, managedFields, left) => {
  const metadata = managedFields === undefined ? { name: 'x' } : { name: 'x', managedFields };
  const object = { apiVersion: 'v1', kind: 'X', metadata };
  expect(withoutSpecOf('me', object)).toEqual(left);
});
