import { expect, test } from 'vitest';
import { compileExpression } from '../expression.ts';

/** The first line of what is wrong with an expression: where, and why. */
function problem(source: string): string | undefined {
  const compiled = compileExpression(source, { variables: new Map(), objects: new Map() });
  return compiled.ok ? undefined : compiled.message.split('\n')[0]?.replace('ERROR: <input>:', '');
}

// A message is told apart from a selection by the brace behind its dotted name, and named as it is written.
const messages: readonly (readonly [string, string])[] = [
  ['C{}', "1:2: undeclared reference to 'C' (in container '')"],
  ['C{x: nope}', "1:2: undeclared reference to 'C' (in container '')"],
  ['a.C{x: 1}', "1:4: undeclared reference to 'a.C' (in container '')"],
  ['.a.b.C{x: 1, y: 2}', "1:7: undeclared reference to '.a.b.C' (in container '')"],
  ['a.b.c.D{?x: 1,}', "1:8: undeclared reference to 'a.b.c.D' (in container '')"],
  ['a . b { x: 1 }', "1:7: undeclared reference to 'a.b' (in container '')"],
  ['a.b.c', "1:1: undeclared reference to 'a' (in container '')"],
  ['a{', "1:3: Syntax error: mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"],
  ['a.b.{', "1:5: Syntax error: no viable alternative at input '.{'"],
  ['a.true{}', "1:3: Syntax error: no viable alternative at input '.true'"],
  ['true.b{}', "1:7: Syntax error: mismatched input '{' expecting <EOF>"],
  ['a.b(1){}', "1:7: Syntax error: mismatched input '{' expecting <EOF>"],
  ['a.C{x 1}', "1:7: Syntax error: mismatched input '1' expecting ':'"],
  ["a '{'", "1:3: Syntax error: extraneous input ''{'' expecting <EOF>"],
  ['(a)(b)', "1:4: Syntax error: mismatched input '(' expecting <EOF>"],
];

test.each(messages)('%s', (source, wanted) => {
  expect(problem(source)).toBe(wanted);
});
