import { expect, it } from 'vitest';
import { changeLine } from './change-line.ts';
import { paintChanges } from './paint-changes.ts';

const painted = (code: number, text: string) => `\x1b[${code}m${text}\x1b[39m`;

it.each([
  ['  + create a   because: x', `  ${painted(32, '+ create a')}\x1b[2m   because: x\x1b[22m`],
  ['1. ~ Deployment a/b', `1. ${painted(33, '~ Deployment a/b')}`],
  ['      - Old', `      ${painted(31, '- Old')}`],
  ['! wait for a: no', painted(31, '! wait for a: no')],
  ['  kubectl delete -n x', '  kubectl delete -n x'],
  ['-x', '-x'],
])('%s', (line, shown) => {
  expect(paintChanges(`${line}\n`, true)).toBe(`${shown}\n`);
  expect(paintChanges(`${line}\n`, false)).toBe(`${line}\n`);
});

it.each([
  [1, 2, '~ spec.a: 1 → 2'],
  [undefined, 'x', '+ spec.a: "x"'],
  [null, undefined, '- spec.a: null'],
])('from %s to %s', (before, after, line) => {
  expect(changeLine('spec.a', before, after)).toBe(line);
});
