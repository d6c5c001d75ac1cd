import { listAt, objectAt, textAt } from '@archipelago/apimachinery';
import { gunzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTar } from '../image/read-tar.ts';
import { krewArchive } from './krew-archive.ts';
import { krewManifest } from './krew-manifest.ts';
import { krewOptions } from './krew-options.ts';

const release = {
  version: '1.2.3',
  uri: 'https://releases.example/archipelago.tar.gz',
  sha256: 'a'.repeat(64),
  homepage: 'https://archipelago.example',
  node: '>=20.19',
};

/** As krew's guide for manifests, and its own validation, have them. */
describe("krew's rules", () => {
  const manifest = krewManifest(release);
  const spec = objectAt(manifest, 'spec');

  it('for the plugin: a name that is safe, a version with v, one short line about it', () => {
    expect(manifest).toMatchObject({
      apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
      kind: 'Plugin',
    });
    expect(textAt(manifest, 'metadata', 'name')).toMatch(/^[\w-]+$/);
    expect(textAt(spec, 'version')).toMatch(/^v\d+\.\d+\.\d+$/);
    expect(textAt(spec, 'shortDescription')).toMatch(/^[^\r\n]{1,50}[^.\r\n]$/);
    expect(textAt(spec, 'homepage')).toBe(release.homepage);
  });

  it('for a platform: where it is fetched, its checksum, its program, and a selector of os and arch only', () => {
    expect(listAt(spec, 'platforms')).toEqual([
      {
        selector: { matchExpressions: [{ key: 'os', operator: 'In', values: ['darwin', 'linux'] }] },
        uri: expect.stringMatching(/^https:.*\.tar\.gz$/),
        sha256: expect.stringMatching(/^[a-f0-9]{64}$/),
        bin: 'bin/archipelago',
      },
    ]);
  });
});

it('the archive has what runs, licences and pages, and is the same every time', async () => {
  const names = [
    'LICENSE',
    'bin/archipelago',
    'bin/package.json',
    'dist/archipelago.js',
    'dist/live-commands.cjs',
  ];
  const more = ['dist/THIRD_PARTY_LICENSES', 'man/man1/archipelago.1'];
  const left = ['dist/archipelago.js.cache', 'dist/archipelago.js.map', 'dist/archipelago.stamp.json'];
  const files = new Map([...names, ...more, ...left].map((name) => [name, new TextEncoder().encode(name)]));
  const archive = await krewArchive(files, 1_700_000_000);
  expect(Buffer.compare(await krewArchive(files, 1_700_000_000), archive)).toBe(0);
  const tree = await readTar(gunzipSync(archive), () => true);
  expect([...tree.keys()].sort()).toEqual([...names, ...more].sort());
  const executable = [...tree].filter(([, entry]) => entry.kind === 'file' && entry.isExecutable);
  expect(executable.map(([name]) => name)).toEqual(['bin/archipelago']);
});

it.each([
  [[], '--uri : must be an https address'],
  [['--uri', 'http://a/b.tar.gz'], '--uri http://a/b.tar.gz: must be an https address'],
  [['--uri', 'https://a/b.zip'], 'ends with .tar.gz'],
  [['--uri', 'https://a/b.tar.gz', '--homepage', 'x'], '--homepage x: must be an https address'],
])('%j is refused', (args, says) => {
  expect(() => krewOptions(args)).toThrow(says);
});
