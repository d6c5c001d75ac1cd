import { describe, expect, test } from 'vitest';
import { unusedExports } from '../../tools/unused-exports.ts';

const declarations = `
export const one = 1, two = 2;
export function three() {}
export class Four {}
export interface Five {}
export type Six = 6;
export enum Seven {}
const eight = 8;
const local = 9;
export { eight, local as nine };
export default ten;
`;
const names = ['one', 'two', 'three', 'Four', 'Five', 'Six', 'Seven', 'eight', 'nine'];

/** The exports of `src/a.ts` that are unused beside another file. */
function unused(path: string, text: string): readonly string[] {
  const files = new Map([
    ['src/a.ts', declarations],
    [path, text],
  ]);
  return unusedExports(files).flatMap((found) => (found.path === 'src/a.ts' ? [found.name] : []));
}

describe('unused exports', () => {
  test('are found in every kind of declaration, with their lines', () => {
    expect(unused('src/b.ts', '')).toEqual(names);
    expect(unusedExports(new Map([['src/a.ts', '\n\nexport const one = 1;\n']]))).toEqual([
      { path: 'src/a.ts', line: 3, name: 'one' },
    ]);
  });

  test.each([
    ['a named import', "import { one } from './a.ts';", ['one']],
    ['a renamed import', "import { one as mine } from './a.ts';", ['one']],
    [
      'an import of a type',
      "import type { Five } from './a.ts';\nimport { type Six } from './a.ts';",
      ['Five', 'Six'],
    ],
    ['a named export from there', "export { three, Four as Mine } from './a.ts';", ['three', 'Four']],
    ['a namespace', "import * as all from './a.ts';", names],
    ['an export of everything', "export * from './a.ts';", names],
    ['an import at run time', "const { one } = await import('./a.ts');", names],
    ['a type of a module', "type One = typeof import('./a.ts');", names],
  ])('are not those that another file has by %s', (_, text, used) => {
    expect(unused('src/b.ts', text)).toEqual(names.filter((name) => !used.includes(name)));
    expect(unused('test/unit/c.ts', text.replaceAll('./a.ts', '../../src/a.ts'))).toEqual(
      names.filter((name) => !used.includes(name)),
    );
  });

  test.each([
    ['the same name of another file', "import { one } from './other/a.ts';"],
    ['an import for its effect', "import './a.ts';"],
    ['the default', "import ten from './a.ts';"],
    ['the same name of a package', "import { one } from 'a';"],
    ['its own use', 'one();'],
  ])('are not saved by %s', (_, text) => {
    expect(unused('src/b.ts', text)).toEqual(names);
  });
});
