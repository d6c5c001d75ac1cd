import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cruiseImports, type ImportReport } from '../../tools/cruise-imports.ts';
import { importRules } from '../../tools/import-rules.ts';
import { folderRules } from '../../tools/import-table.ts';

const up = (folders: number): string => '../'.repeat(folders);

/** One forbidden import for each rule; the file that breaks the rule is the first. */
const breaches: readonly { rule: string; files: Record<string, string> }[] = [
  {
    rule: 'no-cycles',
    files: {
      'packages/archipelago/src/api/one.ts': "import type { Two } from './two.ts';\nexport type One = Two;\n",
      'packages/archipelago/src/api/two.ts':
        "import type { One } from './one.ts';\nexport type Two = { one?: One };\n",
    },
  },
  {
    rule: 'resolvable',
    files: { 'packages/archipelago/src/api/lost.ts': "export { x } from './nowhere.ts';\n" },
  },
  {
    rule: 'no-folder-circles',
    files: {
      'packages/kube-client/src/one.ts': "export { two } from './deep/two.ts';\n",
      'packages/kube-client/src/deep/two.ts': 'export const two = 2;\n',
      'packages/kube-client/src/deep/three.ts': "export { four } from '../four.ts';\n",
      'packages/kube-client/src/four.ts': 'export const four = 4;\n',
    },
  },
  { rule: 'known-folder', files: { 'packages/stray/src/stray.ts': 'export const stray = 1;\n' } },
  {
    rule: 'no-tests-in-product',
    files: {
      'packages/archipelago/src/api/leans.ts': "export { x } from './x.test.ts';\n",
      'packages/archipelago/src/api/x.test.ts': 'export const x = 1;\n',
    },
  },
  {
    rule: 'by-its-face',
    files: {
      'packages/archipelago/src/api/looks-inside.ts': `export { inner } from '${up(3)}kube-client/src/inner.ts';\n`,
      'packages/kube-client/src/inner.ts': 'export const inner = 1;\n',
    },
  },
  {
    rule: 'by-its-face-elsewhere',
    files: {
      'test/suites/looks-inside.ts': "export { inner } from '../../packages/kube-client/src/inner.ts';\n",
    },
  },
  {
    rule: 'libraries-know-no-product',
    files: {
      'packages/kube-client/src/knows.test.ts': `export { helper } from '${up(3)}test/support/helper.ts';\n`,
      'test/support/helper.ts':
        "export { end as helper } from '../../packages/archipelago/src/cli/end.ts';\n",
      'packages/archipelago/src/cli/end.ts': 'export const end = 1;\n',
    },
  },
  {
    rule: 'no-development-packages',
    files: { 'packages/archipelago/src/cli/develops.ts': "export { build } from 'esbuild';\n" },
  },
  ...folderRules.map(({ folder }) => ({
    rule: `table:${folder}`,
    files: {
      [`packages/${folder}/breach.ts`]: `export { stray } from '${up(folder.split('/').length)}stray/src/stray.ts';\n`,
      'packages/stray/src/stray.ts': 'export const stray = 1;\n',
    },
  })),
  ...folderRules
    .filter(({ types }) => types !== undefined)
    .map(({ folder, types }) => {
      const target = types?.[0]?.endsWith('.ts') ? types[0] : `${types?.[0]}value.ts`;
      return {
        rule: `types-only:${folder}`,
        files: {
          [`packages/${folder}/takes-value.ts`]: `export { value } from '${up(folder.split('/').length)}${target}';\n`,
          [`packages/${target}`]: 'export const value = 1;\n',
        },
      };
    }),
  ...folderRules
    .filter(({ pure }) => pure === true)
    .map(({ folder }) => ({
      rule: `pure:${folder}`,
      files: { [`packages/${folder}/reads.ts`]: "export { readFileSync } from 'node:fs';\n" },
    })),
];

describe('the import rules', () => {
  const root = mkdtempSync(join(tmpdir(), 'archipelago-imports-'));
  let report: ImportReport;

  beforeAll(async () => {
    for (const { files } of breaches) {
      for (const [path, content] of Object.entries(files)) write(path, content);
    }
    write('packages/archipelago/src/config/exempt.test.ts', "export { end } from '../cli/end.ts';\n");
    write('packages/archipelago/src/cli/end.ts', 'export const end = 1;\n');
    write(
      'packages/archipelago/src/config/takes-type.ts',
      "import type { value } from '../cluster-facts/cluster-facts.ts';\nexport type V = typeof value;\n",
    );
    write('package.json', JSON.stringify({ type: 'module', devDependencies: { esbuild: '*' } }));
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    report = await cruiseImports(root, ['packages', 'test']);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, content: string): void {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  test('are about folders that exist', () => {
    const named = folderRules.flatMap(({ folder, imports, types = [] }) => [folder, ...imports, ...types]);
    expect(named.filter((path) => !existsSync(join('packages', path)))).toEqual([]);
  });

  test('are all tried by a breach', () => {
    const rules = [
      ...(importRules().forbidden ?? []).map(({ name }) => name),
      'known-folder',
      'no-folder-circles',
      'libraries-know-no-product',
    ];
    expect(breaches.map(({ rule }) => rule).sort()).toEqual(rules.sort());
  });

  test.each(breaches)('$rule finds its breach', ({ rule, files }) => {
    const breach = Object.keys(files)[0] ?? '';
    const found = report.violations.filter((violation) => violation.rule === rule);
    expect(found.map(({ text }) => text).filter((text) => text.startsWith(breach))).not.toEqual([]);
  });

  test('let tests import anything and config take the type of the facts', () => {
    const innocent = /^packages\/archipelago\/src\/config\/(exempt\.test|takes-type)\.ts/;
    expect(report.violations.filter(({ text }) => innocent.test(text))).toEqual([]);
  });

  test('count the modules they saw', () => {
    const files = new Set(breaches.flatMap((breach) => Object.keys(breach.files)));
    expect(report.modules).toBeGreaterThanOrEqual(files.size);
  });
});
