import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startImageRegistry } from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';

const run = promisify(execFile);
const place = mkdtempSync(join(tmpdir(), 'archipelago-packages-'));
const libraries = ['apimachinery', 'kube-client', 'kube-sandbox', 'oci-registry'] as const;
const newestNode = 'node@26';

type Library = (typeof libraries)[number];

/** Code blocks of a library's README in one language. */
function blocksOf(library: Library, language: string): readonly string[] {
  const readme = readFileSync(`packages/${library}/README.md`, 'utf8');
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
}

async function pack(library: Library): Promise<string> {
  const options = { cwd: `packages/${library}` };
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', place], options);
  return join(place, stdout.trim().split('\n').at(-1) ?? '');
}

/** What a library needs of the others, itself included: they are on no registry. */
function tarballsFor(library: Library, tarballs: ReadonlyMap<Library, string>): readonly string[] {
  const { dependencies } = JSON.parse(readFileSync(`packages/${library}/package.json`, 'utf8'));
  return libraries
    .filter((other) => other === library || `@archipelago/${other}` in dependencies)
    .map((other) => tarballs.get(other) ?? '');
}

/** What an example prints where the README cannot say it: a cluster and a registry of the test's own. */
async function surroundings(library: Library) {
  if (library === 'kube-client') {
    const cluster = await startEmbeddedCluster();
    const kubeconfig = join(place, 'kubeconfig');
    writeFileSync(kubeconfig, cluster.kubeconfig());
    for (const [name, architecture] of [
      ['one', 'arm64'],
      ['two', 'amd64'],
    ] as const) {
      const node = {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name, labels: { 'kubernetes.io/arch': architecture } },
      };
      await cluster.handle({
        method: 'POST',
        path: '/api/v1/nodes',
        query: new URLSearchParams(),
        headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(node)),
      });
    }
    return { env: { KUBECONFIG: kubeconfig }, args: [], prints: 'one\n', stop: () => cluster.stop() };
  }
  if (library === 'oci-registry') {
    const registry = await startImageRegistry({ tls: true });
    registry.push('os', 'v1', {
      platforms: [{ architecture: 'amd64' }, { architecture: 'arm64', variant: 'v8' }],
    });
    const authority = join(place, 'authority.pem');
    writeFileSync(authority, registry.caCertificate ?? '');
    const env = { NODE_EXTRA_CA_CERTS: authority };
    const args = [`${registry.host}/os:v1`];
    return { env, args, prints: 'linux/amd64\nlinux/arm64/v8\n', stop: () => registry.stop() };
  }
  const prints = blocksOf(library, 'text')[0] ?? 'the README says what its example prints';
  return { env: {}, args: [], prints, stop: async () => {} };
}

describe('each library, packed and installed into an empty folder', () => {
  const tarballs = new Map<Library, string>();

  beforeAll(async () => {
    for (const library of libraries) tarballs.set(library, await pack(library));
  }, 300_000);

  afterAll(() => rmSync(place, { recursive: true, force: true }));

  test.each(libraries)(
    '%s runs the example of its README on the oldest and the newest Node',
    async (library) => {
      const folder = join(place, library);
      mkdirSync(folder);
      writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
      await run('npm', ['install', '--prefer-offline', ...tarballsFor(library, tarballs)], { cwd: folder });
      const [example] = blocksOf(library, 'js');
      writeFileSync(join(folder, 'example.mjs'), example ?? '');
      const { env, args, prints, stop } = await surroundings(library);
      const options = { cwd: folder, env: { ...process.env, ...env } };
      try {
        const oldest = await run(process.execPath, ['example.mjs', ...args], options);
        const newest = await run(
          'npx',
          ['--yes', '--package', newestNode, '--', 'node', 'example.mjs', ...args],
          options,
        );
        expect([oldest.stdout, newest.stdout]).toEqual([prints, prints]);
      } finally {
        await stop();
      }
    },
    300_000,
  );

  test.each(libraries)(
    '%s comes with its README, its licence and types, and without sources or tests',
    async (library) => {
      const { stdout } = await run('tar', ['-tzf', resolve(tarballs.get(library) ?? '')]);
      const files = stdout
        .trim()
        .split('\n')
        .map((file) => file.replace(/^package\//, ''));
      expect(files).toEqual(
        expect.arrayContaining(['README.md', 'LICENSE', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
      );
      expect(files.filter((file) => /\.test\.|^src\/|test-support/.test(file))).toEqual([]);
    },
  );
});
