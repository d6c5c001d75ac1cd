import { expect, test } from 'vitest';
import { labelKeyErrors, labelValueErrors } from './label-syntax.ts';

// The first words of each error; what follows is the same regular expression every time.
const words = (errors: readonly string[]) => errors.map((error) => error.slice(0, 36));
const nameRule = 'name part must consist of alphanumer';
const nameTooLong = 'name part must be no more than 63 by';
const subdomainRule = 'prefix part a lowercase RFC 1123 sub';
const prefixTooLong = 'prefix part must be no more than 253';

test.each<[string, readonly string[]]>([
  ['a', []],
  ['A.b_c-9', []],
  ['a'.repeat(63), []],
  ['a'.repeat(64), [nameTooLong]],
  // 63 characters of 64 bytes
  [`${'a'.repeat(62)}é`, [nameTooLong, nameRule]],
  ['', ['name part must be non-empty', nameRule]],
  ['-a', [nameRule]],
  ['a.', [nameRule]],
  ['example.com/a', []],
  [`${'a'.repeat(253)}/a`, []],
  [`${'a'.repeat(254)}/a`, [prefixTooLong]],
  ['/a', ['prefix part must be non-empty']],
  ['a..b/c', [subdomainRule]],
  ['Example.com/a', [subdomainRule]],
  ['a/', ['name part must be non-empty', nameRule]],
  ['-/-', [subdomainRule, nameRule]],
  ['a/b/c', ['a valid label key must consist of al']],
])('the key %j', (key, wanted) => {
  expect(words(labelKeyErrors(key))).toEqual(wanted);
});

const valueRule = 'a valid label must be an empty strin';
const valueTooLong = 'must be no more than 63 bytes';

test.each<[string, readonly string[]]>([
  ['', []],
  ['A.b_c-9', []],
  ['a'.repeat(63), []],
  ['a'.repeat(64), [valueTooLong]],
  [`${'a'.repeat(62)}é`, [valueTooLong, valueRule]],
  ['a b', [valueRule]],
  ['a-', [valueRule]],
  ['a/b', [valueRule]],
])('the value %j', (value, wanted) => {
  expect(words(labelValueErrors(value))).toEqual(wanted);
});
