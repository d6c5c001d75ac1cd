import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const text = (path: string): string => readFileSync(path, 'utf8');
const folders = ['docs', 'packages', 'test', 'bench', 'examples', 'generated', 'tools'];
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
].filter((file) => file.endsWith('.md'));

describe('the documents', () => {
  test('explain every dependency of the product and no other', () => {
    const packages = readdirSync('packages').map((name) =>
      JSON.parse(text(join('packages', name, 'package.json'))),
    );
    const dependencies = new Set(
      packages
        .flatMap((each) => Object.keys(each.dependencies))
        .filter((name) => !name.startsWith('@archipelago/')),
    );
    const explained = [...text('docs/dependencies.md').matchAll(/^\| `([^`]+)` *\|/gm)].map(
      ([, name]) => name,
    );
    expect(explained.sort()).toEqual([...dependencies].sort());
  });

  test.each(documents)('%s names only files and scripts that exist', (document) => {
    const { scripts } = JSON.parse(text('package.json'));
    const missing = [
      ...text(document).matchAll(
        /npm run ([a-z][a-z:-]*)|`((?:packages|docs|tools|test|bench|examples|bin|\.ci)\/[\w./-]+)`/g,
      ),
    ]
      .filter(([, script, path]) => (path === undefined ? !(String(script) in scripts) : !existsSync(path)))
      .map(([reference]) => reference);
    expect(missing).toEqual([]);
  });
});
