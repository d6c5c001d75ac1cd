import { expect, it } from 'vitest';
import { linkedPatch } from './linked-patch.ts';

it.each([
  ['', undefined],
  ['{', undefined],
  ['[]', undefined],
  ['null', undefined],
  ['{}', {}],
  ['{"spec":{"a":null}}', { spec: { a: null } }],
])('the patch of the link %j is %j', (linked, patch) => {
  expect(linkedPatch(linked)).toEqual(patch);
});
