import { expect, test } from 'vitest';
import { compileExpression } from '../expression.ts';

/** What the checker says of an expression without variables; its first problem only. */
function problem(source: string): string | undefined {
  const compiled = compileExpression(source, { variables: new Map(), objects: new Map() });
  return compiled.ok ? undefined : compiled.message.split('\n')[0]?.replace('ERROR: <input>:', '');
}

// A type that nothing tells stays open until something does; in the end it is `dyn`.
const open: readonly (readonly [string, string | undefined])[] = [
  ['[].x', "1:3: type 'list(_var0)' does not support field selection"],
  ['[[]].x', "1:5: type 'list(list(_var0))' does not support field selection"],
  ['[] + 1', "1:4: found no matching overload for '_+_' applied to '(list(dyn), int)'"],
  ['[] + [1]', undefined],
  ['[].all(x, x + 1 == 1)', undefined],
  ['[].all(x, x + "a" == 1)', "1:19: found no matching overload for '_==_' applied to '(string, int)'"],
  [
    '[].map(x, x).all(y, y + 1 == y + "a")',
    "1:32: found no matching overload for '_+_' applied to '(int, string)'",
  ],
  ['true ? [] : 1', "1:6: found no matching overload for '_?_:_' applied to '(bool, list(dyn), int)'"],
  ['{}.a + 1 == 1', undefined],
  ['[1] + ["a"]', "1:5: found no matching overload for '_+_' applied to '(list(int), list(string))'"],
];

test.each(open)('%s', (source, wanted) => {
  expect(problem(source)).toBe(wanted);
});
