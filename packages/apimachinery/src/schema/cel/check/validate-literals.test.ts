import { describe, expect, test } from 'vitest';
import { answerTo } from '../answer-to.test-support.ts';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'members of different types',
    [
      ["[1, 'a']", "1:5 expected type 'int' but found 'string'"],
      ["[1, 'a', 2.0]", "1:5 expected type 'int' but found 'string'"],
      ["[1, dyn('a')]", "1:8 expected type 'int' but found 'dyn'"],
      ["[dyn(1), 'a']", "1:10 expected type 'dyn' but found 'string'"],
      ["[[1], ['a']]", "1:7 expected type 'list(int)' but found 'list(string)'"],
      ['[[], [1]]', '[[], [1]]'],
      ['[1, null]', "1:5 expected type 'int' but found 'null'"],
      ["{'a': 1, 'b': 'c'}", "1:15 expected type 'int' but found 'string'"],
      ["{'a': 1, 1: 1}", "1:10 expected type 'string' but found 'int'"],
      [
        "{'a': 1, 1: 'c'}",
        "1:10 expected type 'string' but found 'int'; 1:13 expected type 'int' but found 'string'",
      ],
      ["{'a': 1, 'b': dyn('c')}", "1:18 expected type 'int' but found 'dyn'"],
      ["[?optional.of(1), 'a']", "1:19 expected type 'int' but found 'string'"],
      ["'%s'.format([1, 'a'])", '1:12 too many arguments supplied to string.format (expected 1, got 2)'],
      ["'%s %s'.format([1, 'a'])", '"1 a"'],
      ["'%s'.format([[1, 'a']])", '"[1, \\"a\\"]"'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
