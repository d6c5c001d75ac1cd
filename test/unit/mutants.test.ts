import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { functionAround, functionsOf, instrument, textKey } from '../../tools/mutants/functions-of.ts';
import { type Hits, testsOf } from '../../tools/mutants/hits.ts';
import { mutantsOf } from '../../tools/mutants/mutants-of.ts';
import { readOptions } from '../../tools/mutants/read-options.ts';
import { sourcesBelow, testsBelow } from '../../tools/mutants/repository-files.ts';

function edits(source: string): readonly string[] {
  return mutantsOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));
}

describe('mutants of', () => {
  test.each([
    [
      'if (a < 1) b();',
      ['if (true) b();', 'if (false) b();', 'if (a <= 1) b();', 'if (a < 2) b();', 'if (a < 1) ;'],
    ],
    ['const a = b ? c : d;', ['const a = true ? c : d;', 'const a = false ? c : d;']],
    ['const a = b ?? c;', ['const a = b;']],
    ['const a = !b;', ['const a = b;']],
    ['const a = b && c;', ['const a = b || c;']],
    ["const a = b + ' and';", []],
    ['const a = b.filter(c);', ['const a = b;']],
    ['const a = b.toString();', []],
    ['const a = b.some(c);', ['const a = b.every(c);']],
    ['const a = { uid, name };', ['const a = {  name };', 'const a = { uid,  };']],
    ["const a = ['x', 'two words'];", ["const a = [ 'two words'];", "const a = ['mutant', 'two words'];"]],
    ["const a = { 'b': true };", ['const a = {  };', "const a = { 'b': false };"]],
    ["const a = typeof b === 'string';", ["const a = typeof b !== 'string';"]],
    ["import { a } from './a.ts';\nexport type B = 'c' | 1;\ninterface C { readonly d: true }", []],
  ])('%s', (source, wanted) => {
    expect([...edits(source)].sort()).toEqual([...wanted].sort());
  });
});

describe('functions', () => {
  const source = 'const a = (b) => b + 1;\nfunction c() { return [1].map((d) => ({ d })); }\n';

  test('an instrumented source does the same and tells what ran', () => {
    const ran: number[] = [];
    const run = new Function(
      'recordHit',
      `globalThis.recordHit = recordHit; ${instrument(source, 'x.ts')} return [c(), a(1)];`,
    );
    const result = run((_: string, start: number) => ran.push(start));
    Reflect.deleteProperty(globalThis, 'recordHit');
    expect(result).toEqual([[{ d: 1 }], 2]);
    expect(ran.sort((a, b) => a - b)).toEqual([-1, 10, 24, 54]);
  });

  test('a place belongs to the innermost function around it', () => {
    const functions = functionsOf(source);
    expect(functionAround(functions, source.indexOf('+ 1'))).toBe(10);
    expect(functionAround(functions, source.indexOf('[1]'))).toBe(24);
    expect(functionAround(functions, source.indexOf('{ d }'))).toBe(54);
    expect(functionAround(functions, 0)).toBe(-1);
  });
});

test('the nearest and quickest tests come first, as many as the budget allows', () => {
  const place = { file: 'src/a/b.ts', source: 'the text', functionStart: 5 };
  const ran = (test: string, ms: number, start = 5, text = 'the text'): Hits => ({
    test,
    ms,
    files: { [textKey('src/a/b.ts', text)]: [start] },
  });
  const all = [
    ran('test/unit/far.test.ts', 1),
    ran('src/a/slow.test.ts', 900),
    ran('src/a/b.test.ts', 10),
    ran('src/a/other-function.test.ts', 1, 7),
    ran('src/a/former-text.test.ts', 20, 7, 'a former text'),
  ];
  const names = testsOf(all, place, 1_000).map(({ test }) => test.replace(/^.*\//, ''));
  expect(names).toEqual(['b.test.ts', 'former-text.test.ts', 'slow.test.ts', 'far.test.ts']);
  expect(testsOf(all, place, 100)).toHaveLength(3);
});

describe('the command', () => {
  test.each<[string, readonly string[], string]>([
    [
      'an option that there is not',
      ['packages/apimachinery/src/patch', '--samples', '3'],
      "Unknown option '--samples'",
    ],
    [
      'an option without its value',
      ['packages/apimachinery/src/patch', '--sample'],
      "'--sample <value>' argument missing",
    ],
    [
      'a sample of none',
      ['packages/apimachinery/src/patch', '--sample', '0'],
      '--sample 0: write a whole number from 1',
    ],
    [
      'a seed that is no number',
      ['packages/apimachinery/src/patch', '--seed', 'x'],
      '--seed x: write a whole number from 1',
    ],
    [
      'half a process',
      ['packages/apimachinery/src/patch', '--jobs', '0.5'],
      '--jobs 0.5: write a whole number from 1',
    ],
    [
      'a budget below zero',
      ['packages/apimachinery/src/patch', '--budget=-1'],
      '--budget -1: write a whole number from 1',
    ],
  ])('refuses %s', (_, args, problem) => {
    expect(readOptions(args)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });

  test('reads options and folders', () => {
    expect(readOptions(['src/a', '--sample', '3', '--tests', 'x', '--tests', 'y', 'src/b', '--all'])).toEqual(
      {
        ok: true,
        options: {
          sample: '3',
          seed: '1',
          jobs: '1',
          budget: '20',
          tests: ['x', 'y'],
          all: true,
          help: false,
        },
        folders: ['src/a', 'src/b'],
      },
    );
  });

  test('refuses a folder without sources before it runs anything', () => {
    const args = ['tools/run.mjs', 'tools/mutants/main.ts', 'packages/apimachinery/src/patch', 'docs'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toContain('docs: has no source of the product to break');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});

describe('the files', () => {
  test('of tests are those of npm test', () => {
    const all = ['packages', 'test/unit', 'test/walkthroughs']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => file.endsWith('.test.ts') && !/node_modules|\/dist\//.test(file))
      .sort();
    expect(all.length).toBeGreaterThan(300);
    expect([...testsBelow(['packages', 'test'])].sort()).toEqual(all);
  });

  const entries: Readonly<Record<string, string>> = { archipelago: 'cli/main', console: 'live/read-frames' };

  test.each(readdirSync('packages'))('of packages/%s are its sources, without tests', (name) => {
    const sources = sourcesBelow(`packages/${name}`);
    expect(sources).toContain(`packages/${name}/src/${entries[name] ?? 'index'}.ts`);
    expect(sources.filter((file) => /\.(test|test-support|gen)\.ts$/.test(file))).toEqual([]);
  });

  test('below a path without tests are refused', () => {
    const args = [
      'tools/run.mjs',
      'tools/mutants/main.ts',
      'packages/apimachinery/src/patch',
      '--tests',
      'docs',
    ];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('--tests docs: there is no test'),
    });
  });
});
