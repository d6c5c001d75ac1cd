import { describe, expect, test } from 'vitest';
import { anchorsOf, type Repository, strayReferences } from '../../tools/stray-references.ts';

const headings = anchorsOf(
  '# Images\n\n## What `CDI` does, now\n\n```sh\n# no heading\n```\n### Ümlaut_and_line\n',
);
const repository: Repository = {
  files: new Set([
    'README.md',
    'docs/images.md',
    'packages/archipelago/src/api/one.ts',
    'test/vectors/README.md',
  ]),
  anchors: (document) => (document === 'docs/images.md' ? headings : new Set()),
};
const outside = `sha${'red'}`;

function found(path: string, content: string): readonly string[] {
  return strayReferences({ path, content }, repository);
}

describe('references that a clone does not have', () => {
  test.each([
    ['a folder beside the checkout', 'packages/archipelago/src/api/one.ts', `// see ../${outside}/vectors`],
    [
      'the same from further down',
      'packages/archipelago/src/api/one.ts',
      `const at = '../../../${outside}/crds/x.yaml';`,
    ],
    ['the same without dots', 'docs/images.md', `as ${outside}/bench measured`],
    ['a page of facts', 'packages/archipelago/src/api/one.ts', `/** As in fac${'ts'}/golden-images.md. */`],
    ['a section of them', 'packages/archipelago/src/api/one.ts', `// as in §${'1.6'}`],
    ['the design', 'tools/x.mjs', `// DES${'IGN'}.md`],
    ['the style', 'test/a.test.ts', `// STY${'LE'}.md`],
    ['the ecosystem', 'docs/images.md', `ECO${'SYSTEM'}.md`],
    ['a document by its number', 'examples/a.yaml', `# se${'ed'} 002`],
    ['documents by their numbers', 'examples/a.yaml', `# Se${'eds'} 000 and 001`],
    ['an import', 'packages/archipelago/src/api/one.ts', "import { x } from '../../../../../other/x.ts';"],
    ['an import for its effect', 'packages/archipelago/src/api/one.ts', "import '../../../../../x.ts';"],
    [
      'a dynamic import',
      'packages/archipelago/src/api/one.ts',
      "const x = await import('../../../../../x.ts');",
    ],
    ['a required module', 'tools/x.cjs', "require('../../x');"],
    ['an address', 'packages/archipelago/src/api/one.ts', "new URL('../../../../../data/', import.meta.url)"],
    ['a folder by its place', 'test/a.test.ts', "join(import.meta.dirname, '../..')"],
    ['a folder by the working directory', 'test/a.test.ts', "join('..', 'data')"],
    ['the same in one piece', 'test/a.test.ts', "resolve('../data')"],
    ['a document that is not there', 'packages/archipelago/src/api/one.ts', '// docs/gone.md'],
    [
      'a heading that is not there',
      'packages/archipelago/src/api/one.ts',
      '// `docs/images.md#what-ssp-does`',
    ],
    ['a link to nothing', 'docs/images.md', '[x](gone.md)'],
    ['a link out of the repository', 'docs/images.md', '[x](../../x.md)'],
    ['a link to no heading', 'README.md', '[x](docs/images.md#gone)'],
    ['a link to no heading of its own', 'docs/images.md', '[x](#gone)'],
    ['a link at the foot', 'docs/images.md', '[x]: gone.md'],
  ])('%s', (_, path, content) => {
    expect(found(path, `one line\n${content}\n`)).toHaveLength(1);
    expect(found(path, `one line\n${content}\n`)[0]).toMatch(new RegExp(`^${path}:2: `));
  });

  test.each([
    ['an import', 'packages/archipelago/src/api/one.ts', "import { x } from '../../tools/x.ts';"],
    ['an address', 'packages/archipelago/src/api/one.ts', "new URL('../../test/vectors/', import.meta.url)"],
    ['the repository itself', 'packages/archipelago/src/api/one.ts', "new URL('../../', import.meta.url)"],
    ['a folder beside another', 'test/a.test.ts', "join(folder, '..', 'data')"],
    ['text that is no path', 'test/a.test.ts', "expect(refused('../../../etc')).toBe(true)"],
    [
      'a file whose name begins so',
      'packages/archipelago/src/api/one.ts',
      `import { x } from '../${outside}-calls.ts';`,
    ],
    ['a document', 'packages/archipelago/src/api/one.ts', '// `docs/images.md`, test/vectors/README.md'],
    ['a heading', 'packages/archipelago/src/api/one.ts', '// docs/images.md#what-cdi-does-now'],
    [
      'a document of somebody else',
      'packages/archipelago/src/api/one.ts',
      '// kubevirt/some-operator/docs/guide.md',
    ],
    ['a link', 'README.md', '[x](docs/images.md#images) [y](docs) [z](packages/archipelago/src/api/one.ts)'],
    [
      'a link upwards',
      'docs/images.md',
      '[x](../README.md) [y](#images) [z](../packages/archipelago/src/api/)',
    ],
    ['a link to the world', 'README.md', '[x](https://kubernetes.io/docs/gone.md#x) [y](mailto:a@b)'],
    ['numbers of random schedules', 'test/a.test.ts', '// seeds 1 to 200'],
  ])('are not: %s', (_, path, content) => {
    expect(found(path, content)).toEqual([]);
  });

  test('take headings as links name them', () => {
    expect([...headings]).toEqual(['images', 'what-cdi-does-now', 'ümlaut_and_line']);
  });
});
