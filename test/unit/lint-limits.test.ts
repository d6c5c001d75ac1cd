import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const statements = (count: number): string =>
  Array.from({ length: count }, (_, index) => `  f(${index});`).join('\n');

/** The smallest code over each limit of CONTRIBUTING.md, and the casts that hide errors. */
const overTheLimit: Record<string, string> = {
  complexity: `export function f(x: number): number {\n${Array.from({ length: 10 }, (_, i) => `  if (x === ${i}) return ${i};`).join('\n')}\n  return x;\n}\n`,
  'max-statements': `export function f(x: number): void {\n${statements(21)}\n  x;\n}\n`,
  'max-params':
    'export function f(a: number, b: number, c: number, d: number, e: number): number {\n  return a + b + c + d + e;\n}\n',
  'max-depth':
    'export function f(a: boolean): void {\n  if (a) {\n    for (;;) {\n      while (a) {\n        if (!a) f(a);\n      }\n    }\n  }\n}\n',
  'max-lines-per-function': `export function f(): number[] {\n  return [\n${'    1,\n'.repeat(40)}  ];\n}\n`,
  'max-lines': Array.from({ length: 201 }, (_, i) => `export const x${i} = 1;\n`).join(''),
  'consistent-type-assertions': 'export const f = (x: unknown): string => x as string;\n',
  'ban-ts-comment': '// @ts-expect-error\nexport const f: string = 1;\n',
};

/** What biome refuses: each rule with a line that breaks it. */
const refusedByBiome: Record<string, string> = {
  noExplicitAny: 'export const f = (x: any): unknown => x;\n',
  noNonNullAssertion: 'export const f = (x?: string): string => x!;\n',
  noDefaultExport: 'export default 1;\n',
  useImportType: "import { A } from './a.ts';\nexport type B = A;\n",
  noBarrelFile: "export { a } from './a.ts';\nexport { b } from './b.ts';\n",
  noReExportAll: "export * from './a.ts';\n",
  noUnusedImports: "import { a } from './a.ts';\nexport const b = 1;\n",
  noFloatingPromises: 'async function g(): Promise<void> {}\nexport function f(): void {\n  g();\n}\n',
};

const folder = mkdtempSync(join(tmpdir(), 'archipelago-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function run(tool: string, args: readonly string[]): { output: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(resolve('node_modules/.bin', tool), args, {
    encoding: 'utf8',
    cwd: folder,
  });
  return { output: stdout + stderr, status };
}

describe('the limits of the linter', () => {
  test.each(Object.entries(overTheLimit))('%s is an error', (rule, code) => {
    const { output, status } = run('oxlint', [
      '-c',
      resolve('.oxlintrc.json'),
      write(`src/${rule}.ts`, code),
    ]);
    expect(output).toContain(`(${rule})`);
    expect(status).not.toBe(0);
  });

  test('tests may be long, but not complex', () => {
    const file = write('src/long.test.ts', `${overTheLimit['max-statements']}\n${overTheLimit['max-lines']}`);
    expect(run('oxlint', ['-c', resolve('.oxlintrc.json'), file]).output).not.toMatch(
      /max-(lines|statements)/,
    );
  });
});

describe('the rules of biome', () => {
  test.each(Object.entries(refusedByBiome))('%s is an error', (rule, code) => {
    write('src/a.ts', 'export const a = 1;\nexport type A = string;\n');
    const file = write(`src/${rule.toLowerCase()}.ts`, code);
    const { output, status } = run('biome', [
      'lint',
      `--config-path=${write('biome.json', biomeRules())}`,
      file,
    ]);
    expect(output).toContain(rule);
    expect(status).not.toBe(0);
  });
});

/** Our rules without the parts that tie them to this checkout. */
function biomeRules(): string {
  const { vcs: _, $schema: __, files: ___, ...rules } = JSON.parse(readFileSync('biome.json', 'utf8'));
  return JSON.stringify(rules);
}
