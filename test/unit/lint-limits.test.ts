import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

/** What a tool reports of the whole folder, in JSON: starting it for each rule anew took most of the time. */
function run(tool: string, args: readonly string[]): { output: string; status: number | null } {
  const { stdout, status } = spawnSync(resolve('node_modules/.bin', tool), args, {
    encoding: 'utf8',
    cwd: folder,
  });
  return { output: stdout, status };
}

/** A rule of oxlint as it writes it, with the name of the file and how bad it is. */
interface OxlintFinding {
  readonly code: string;
  readonly severity: string;
  readonly filename: string;
}

describe('the limits of the linter', () => {
  let found: readonly string[] = [];
  let ended: number | null = null;

  beforeAll(() => {
    for (const [rule, code] of Object.entries(overTheLimit)) write(`src/${rule}.ts`, code);
    write('src/long.test.ts', `${overTheLimit['max-statements']}\n${overTheLimit['max-lines']}`);
    const { output, status } = run('oxlint', ['-c', resolve('.oxlintrc.json'), '-f', 'json', 'src']);
    const { diagnostics }: { diagnostics: readonly OxlintFinding[] } = JSON.parse(output);
    found = diagnostics.map(({ code, severity, filename }) => `${severity} ${filename} ${code}`);
    ended = status;
  });

  test.each(Object.keys(overTheLimit))('%s is an error', (rule) => {
    const expected = new RegExp(`^error src/${rule}\\.ts .*\\(${rule}\\)$`);
    expect(found).toContainEqual(expect.stringMatching(expected));
    expect(ended).not.toBe(0);
  });

  test('tests may be long, but not complex', () => {
    expect(found).not.toContainEqual(expect.stringMatching(/long\.test\.ts.*max-(lines|statements)/));
  });
});

/** A diagnostic of biome. */
interface BiomeFinding {
  readonly severity: string;
  readonly category: string;
  readonly location: { readonly path: string };
}

describe('the rules of biome', () => {
  let found: readonly string[] = [];
  let ended: number | null = null;

  beforeAll(() => {
    write('src/a.ts', 'export const a = 1;\nexport type A = string;\n');
    write('src/b.ts', 'export const b = 1;\n');
    for (const [rule, code] of Object.entries(refusedByBiome)) write(`src/${rule.toLowerCase()}.ts`, code);
    const config = `--config-path=${write('biome.json', biomeRules())}`;
    const files = Object.keys(refusedByBiome).map((rule) => `src/${rule.toLowerCase()}.ts`);
    const { output, status } = run('biome', ['lint', config, '--reporter=json', ...files]);
    const { diagnostics }: { diagnostics: readonly BiomeFinding[] } = JSON.parse(output);
    found = diagnostics.map(({ severity, category, location }) => `${severity} ${location.path} ${category}`);
    ended = status;
  });

  test.each(Object.keys(refusedByBiome))('%s is an error', (rule) => {
    const expected = new RegExp(`^error src/${rule.toLowerCase()}\\.ts lint/.*/${rule}$`);
    expect(found).toContainEqual(expect.stringMatching(expected));
    expect(ended).not.toBe(0);
  });
});

/** Our rules without the parts that tie them to this checkout. */
function biomeRules(): string {
  const { vcs: _, $schema: __, files: ___, ...rules } = JSON.parse(readFileSync('biome.json', 'utf8'));
  return JSON.stringify(rules);
}
