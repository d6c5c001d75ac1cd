import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RegistryWriter, succeeded } from '@archipelago/oci-registry';
import { describe, expect, test } from 'vitest';
import type { BuildProvocation } from './build-provocation.ts';
import { simulateBuild } from './simulate-build.ts';
import { simulatedImage } from './simulated-image.ts';

const nothing: BuildProvocation = {
  exitCode: undefined,
  evicted: false,
  takesMs: undefined,
  lie: undefined,
};
const environment = {
  TARGET: 'registry.example.com/os:v1',
  PLATFORM: 'linux/amd64',
  PLATFORM_KEY: 'k',
  KEY_LABEL: 'key',
  BASE_DIGEST: 'sha256:b',
  EXPECTED_ARCH: 'amd64',
  RESULTS: '/results',
};
const { digest } = simulatedImage(environment, undefined);

interface Given {
  readonly environment?: Readonly<Record<string, string>>;
  readonly containerfile?: string | undefined;
  readonly provocation?: Partial<BuildProvocation>;
  readonly signal?: AbortSignal;
  readonly refuses?: boolean;
}

/** A build into a folder of its own: its exit code, what it says and leaves, and what it pushes. */
async function built(given: Given) {
  const folder = await mkdtemp(join(tmpdir(), 'simulated-build-'));
  const [said, pushed]: [string[], string[]] = [[], []];
  const unused = () => Promise.reject(new Error('a build does not ask that'));
  const refusal = { kind: 'refused', host: 'h', asked: 'a', reason: 'no', fix: 'f' } as const;
  const writer: RegistryWriter = {
    hasBlob: unused,
    pullBlob: unused,
    copyImage: unused,
    pushBlob: async () => (given.refuses === true ? refusal : succeeded('copied')),
    async pushManifest({ repository }, manifest, tag) {
      pushed.push(`${repository.registry}/${repository.repository}:${tag} ${manifest.digest}`);
      return succeeded(undefined);
    },
  };
  const containerfile = 'containerfile' in given ? given.containerfile : 'FROM x';
  const exitCode = await simulateBuild({
    environment: { ...environment, ...given.environment },
    files: {
      pathOf: (path) => (path === '/results' ? folder : undefined),
      read: async (path) => (path === '/run/build/Containerfile' ? containerfile : undefined),
    },
    provocation: { ...nothing, ...given.provocation },
    architecture: 'amd64',
    writer,
    takesMs: 0,
    say: (text) => said.push(text),
    signal: given.signal ?? new AbortController().signal,
  });
  const left = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined);
  return {
    exitCode,
    said: said.slice(1),
    pushed,
    digest: await left('digest'),
    machine: await left('machine'),
  };
}

describe('a simulated build', () => {
  const pushed = [`registry.example.com/os:v1 ${digest}`];

  test('pushes its image and leaves digest and machine', async () => {
    expect(await built({})).toEqual({
      exitCode: 0,
      said: [`pushed registry.example.com/os:v1, ${digest}\n`],
      pushed,
      digest,
      machine: 'x86_64\n',
    });
  });

  test('may lie about the digest', async () => {
    const other = `sha256:${'0'.repeat(64)}`;
    expect(await built({ provocation: { lie: 'digest' } })).toMatchObject({
      exitCode: 0,
      pushed,
      digest: other,
    });
  });

  const ended = AbortSignal.abort();
  const failures: readonly (readonly [string, Given, number, readonly string[]])[] = [
    [
      'on a machine of another architecture',
      { environment: { EXPECTED_ARCH: 'arm64' } },
      66,
      ['this machine is amd64, the image is for arm64\n'],
    ],
    ['without a Containerfile', { containerfile: undefined }, 65, ['the Containerfile is empty\n']],
    ['of an empty Containerfile', { containerfile: '' }, 65, ['the Containerfile is empty\n']],
    [
      'that an annotation ends',
      { provocation: { exitCode: 7 } },
      7,
      ['ends with 7, as an annotation wants it\n'],
    ],
    [
      'that an annotation ends well, without an image',
      { provocation: { exitCode: 0 } },
      0,
      ['ends with 0, as an annotation wants it\n'],
    ],
  ];

  test.each(failures)('%s', async (_, given, exitCode, said) => {
    const nowhere = { pushed: [], digest: undefined, machine: undefined };
    expect(await built(given)).toEqual({ exitCode, said, ...nowhere });
  });

  test('that is stopped ends as a killed program does', async () => {
    expect(await built({ signal: ended, provocation: { takesMs: 60_000 } })).toMatchObject({
      exitCode: 143,
      pushed: [],
    });
  });

  test('whose registry refuses says why', async () => {
    const { exitCode, said, digest: left } = await built({ refuses: true });
    expect([exitCode, said.length, left]).toEqual([1, 1, undefined]);
    expect(said.join('')).toMatch(/no.*\n$/);
  });

  test('cannot leave anything where nothing is mounted', async () => {
    await expect(built({ environment: { RESULTS: '/elsewhere' } })).rejects.toThrow(
      'RESULTS /elsewhere: nothing is mounted there',
    );
  });
});
