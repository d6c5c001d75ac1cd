import { describe, expect, it } from 'vitest';
import { applicationTree } from './application-tree.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { builderPlatforms } from './builder-platforms.ts';
import { imageConfig } from './image-config.ts';
import { builderImage, operatorImage } from './image-kind.ts';
import { imageOptions } from './image-options.ts';
import { imagePlatforms } from './image-platforms.ts';
import { pinnedSources } from './pinned-sources.ts';
import { debianPurl, npmPurl } from './purls.ts';

const release = { version: '1.2.3', revision: 'abc', seconds: 1_700_000_000 };

it('the image runs archipelago, as nobody, and every time in it is that of the commit', () => {
  const config = imageConfig(operatorImage, 's390x', [{ diffId: 'sha256:1', holds: 'Node' }], release);
  expect(config).toMatchObject({
    created: '2023-11-14T22:13:20Z',
    architecture: 's390x',
    os: 'linux',
    config: {
      User: '65532:65532',
      Entrypoint: ['/usr/bin/archipelago'],
      Labels: {
        'org.opencontainers.image.version': '1.2.3',
        'org.opencontainers.image.revision': 'abc',
        'org.opencontainers.image.created': '2023-11-14T22:13:20Z',
      },
    },
    rootfs: { type: 'layers', diff_ids: ['sha256:1'] },
    history: [{ created: '2023-11-14T22:13:20Z', created_by: 'npm run image', comment: 'Node' }],
  });
});

it("the builder's image starts buildah as root, and is named after what it is", () => {
  const config = imageConfig(builderImage, 'arm64', [], release);
  expect(config).toMatchObject({
    config: {
      User: '0:0',
      Entrypoint: ['/usr/bin/buildah'],
      Labels: { 'org.opencontainers.image.title': 'archipelago-builder' },
    },
  });
  const bill = billOfMaterials({ name: builderImage.name, architecture: 'arm64' }, [], release);
  expect(JSON.parse(bill).metadata.component.purl).toBe('pkg:generic/archipelago-builder@1.2.3?arch=arm64');
});

describe('the list of materials', () => {
  const amd64 = { name: 'archipelago', architecture: 'amd64' };
  const commander = {
    name: 'commander',
    version: '14.0.3',
    purl: npmPurl('commander', '14.0.3'),
    licence: 'MIT',
  };
  const libc = { name: 'libc6', version: '2.41-12', purl: debianPurl('libc6', '2.41-12', 'amd64') };

  it('names each package by its package URL, with licence and hash where they are known', () => {
    const hash = { alg: 'SHA-256', content: 'abc' } as const;
    const bill = JSON.parse(billOfMaterials(amd64, [commander, { ...libc, hash }], release));
    expect(bill.components).toEqual([
      {
        type: 'library',
        'bom-ref': libc.purl,
        name: 'libc6',
        version: '2.41-12',
        purl: libc.purl,
        hashes: [hash],
      },
      {
        type: 'library',
        'bom-ref': commander.purl,
        name: 'commander',
        version: '14.0.3',
        licenses: [{ expression: 'MIT' }],
        purl: commander.purl,
      },
    ]);
    expect(bill.dependencies).toEqual([
      { ref: bill.metadata.component['bom-ref'], dependsOn: [libc.purl, commander.purl] },
    ]);
  });

  it('does not depend on the order in which packages are found', () => {
    expect(billOfMaterials(amd64, [libc, commander], release)).toBe(
      billOfMaterials(amd64, [commander, libc], release),
    );
  });

  it.each([
    [npmPurl('@peculiar/x509', '2.2.0'), 'pkg:npm/%40peculiar/x509@2.2.0'],
    [
      debianPurl('libstdc++6', '1:1.3+really1-1', 's390x'),
      'pkg:deb/debian/libstdc%2B%2B6@1:1.3%2Breally1-1?arch=s390x',
    ],
  ])('package URLs: %s', (purl, expected) => {
    expect(purl).toBe(expected);
  });
});

it('the application starts with Node itself, and has no cache, map or stamp of the build', () => {
  const files = ['LICENSE', 'bin/archipelago', 'bin/package.json'].concat(
    ['archipelago.js', 'archipelago.js.cache', 'archipelago.js.map', 'x.cjs', 'x.stamp.json'].map(
      (name) => `dist/${name}`,
    ),
  );
  const bytes = new TextEncoder().encode('#!/usr/bin/env node\nstart();\n');
  const tree = applicationTree(new Map(files.map((name) => [name, bytes])));
  const start = tree.get('usr/lib/archipelago/bin/archipelago');
  expect(start?.kind === 'file' && Buffer.from(start.content).toString()).toBe(
    '#!/usr/bin/node --use-openssl-ca\nstart();\n',
  );
  expect([...tree.keys()].filter((path) => path.includes('/dist/'))).toEqual([
    'usr/lib/archipelago/dist/archipelago.js',
    'usr/lib/archipelago/dist/x.cjs',
  ]);
});

describe('the table of sources', () => {
  it.each(imagePlatforms)('names every package for $architecture by its digest', ({ debian, packages }) => {
    const pinned = pinnedSources.debian[debian] ?? {};
    const ofBuilder = builderPlatforms.find((each) => each.debian === debian)?.packages ?? [];
    expect(Object.keys(pinned).sort()).toEqual([...new Set([...packages, ...ofBuilder])].sort());
    for (const { sha256, version, architecture } of Object.values(pinned)) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(version).not.toBe('');
      expect([debian, 'all']).toContain(architecture);
    }
  });

  it('has Node from one place for each architecture, and names no address', () => {
    for (const { architecture, packages } of imagePlatforms)
      expect(packages.includes('nodejs')).toBe(pinnedSources.node[architecture] === undefined);
    expect(JSON.stringify(pinnedSources)).not.toContain('://');
  });
});

describe('the flags', () => {
  it.each([
    ['--push', `registry.example/archipelago:1@sha256:${'a'.repeat(64)}`],
    ['--push', 'not a reference'],
    ['--push', 'registry.example/archipelago'],
    ['--push', 'registry.example:5000/archipelago'],
    ['--unknown'],
  ])('refused: %s %s', (...args) => {
    expect(() => imageOptions(args)).toThrow();
  });

  it('a tag is where the image goes', () => {
    expect(imageOptions(['--push', 'registry.example/a/b:1']).push).toMatchObject({
      registry: 'registry.example',
      repository: 'a/b',
      tag: '1',
    });
    expect(imageOptions([])).toMatchObject({ out: 'out/image', push: undefined, insecure: false });
  });

  it("the builder's image has a folder of its own", () => {
    expect(imageOptions(['--builder'])).toMatchObject({ builder: true, out: 'out/builder' });
    expect(imageOptions(['--builder', '--out', 'here'])).toMatchObject({ builder: true, out: 'here' });
  });
});
