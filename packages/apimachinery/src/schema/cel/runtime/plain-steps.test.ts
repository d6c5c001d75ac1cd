import { describe, expect, test } from 'vitest';
import { answerTo } from '../answer-to.test-support.ts';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'logic, conditions and literals',
    [
      ['true && dyn(1)', 'error: no such overload'],
      ['false && dyn(1)', 'false'],
      ['dyn(1) && false', 'false'],
      ['dyn(1) && true', 'error: no such overload'],
      ['true || dyn(1)', 'true'],
      ['dyn(1) || true', 'true'],
      ['dyn(1) || false', 'error: no such overload'],
      ['1 / 0 == 1 || 1 % 0 == 1', 'error: division by zero'],
      ['1 / 0 == 1 && 1 % 0 == 1', 'error: division by zero'],
      ["dyn('a') || 1 / 0 == 1", 'error: no such overload'],
      ['!(1 / 0 == 1)', 'error: division by zero'],
      ["!dyn('a')", 'error: no such overload'],
      ['1 / 0 == 1 ? 1 : 2', 'error: division by zero'],
      ['true ? 1 : 1 / 0', '1'],
      ['false ? 1 / 0 : 2', '2'],
      ["dyn('a') ? 1 : 2", 'error: no such overload'],
      ['[1 / 0]', 'error: division by zero'],
      ['[1, 1 / 0].size()', 'error: division by zero'],
      ["{'a': 1 / 0}", 'error: division by zero'],
      ["{1 / 0: 'a'}", 'error: division by zero'],
      ["{'a': 1, 'a': 2}", '{"a": 2}'],
      ["{1: 'a', 1u: 'b'}", "1:10 expected type 'int' but found 'uint'"],
      ['{1.5: 1}', '{1.5: 1}'],
      ['[?1]', "1:3 expected type 'optional_type(int)' but found 'int'"],
      ['[?optional.of(1), ?optional.none()]', '[1]'],
      ['[?dyn(1)]', 'error: cannot initialize optional list element from non-optional value'],
      ["{?'a': optional.of(1), ?'b': optional.none()}", '{"a": 1}'],
      ["{?'a': dyn(1)}", "error: cannot initialize optional entry 'a' from non-optional value"],
      ['{?1: dyn(1)}', "error: cannot initialize optional entry '1' from non-optional value"],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
