import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import type { BuildProvocation } from './build-provocation.ts';
import { simulateBuild, simulateFetch } from './simulate-build.ts';
import { simulatedImage } from './simulated-image.ts';

const nothing: BuildProvocation = {
  exitCode: undefined,
  evicted: false,
  takesMs: undefined,
  lie: undefined,
};
const environment = {
  PLATFORM: 'linux/amd64',
  PLATFORM_KEY: 'k',
  KEY_LABEL: 'key',
  BASE_DIGEST: 'sha256:b',
  BASE: 'registry.example.com/os@sha256:b',
  EXPECTED_ARCH: 'amd64',
  RESULTS: '/results',
  IMAGE: '/image',
};

interface Given {
  readonly environment?: Readonly<Record<string, string>>;
  readonly containerfile?: string | undefined;
  readonly provocation?: Partial<BuildProvocation>;
  readonly signal?: AbortSignal;
}

async function stage(given: Given) {
  const folder = await mkdtemp(join(tmpdir(), 'simulated-build-'));
  const said: string[] = [];
  const containerfile = 'containerfile' in given ? given.containerfile : 'FROM x';
  const step = {
    environment: { ...environment, ...given.environment },
    files: {
      pathOf: (path: string) => (path === '/results' || path === '/image' ? folder : undefined),
      read: async (path: string) => (path === '/run/build/Containerfile' ? containerfile : undefined),
    },
    say: (text: string) => said.push(text),
  };
  const left = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined);
  return { step, said, left };
}

describe('a simulated fetch', () => {
  async function fetched(given: Given) {
    const { step, said, left } = await stage(given);
    const exitCode = await simulateFetch({ ...step, architecture: 'amd64' });
    return { exitCode, said: said.slice(1), machine: await left('machine') };
  }

  const empty = 'the Containerfile is empty\n';
  test.each<[string, Given, number, readonly string[]]>([
    ['says on what machine it was', {}, 0, []],
    [
      'refuses a machine of another architecture',
      { environment: { EXPECTED_ARCH: 'arm64' } },
      66,
      ['this machine is amd64, the image is for arm64\n'],
    ],
    ['refuses to go without a Containerfile', { containerfile: undefined }, 65, [empty]],
    ['refuses an empty Containerfile', { containerfile: '' }, 65, [empty]],
  ])('%s', async (_, given, exitCode, said) => {
    const machine = exitCode === 0 ? 'x86_64\n' : undefined;
    expect(await fetched(given)).toEqual({ exitCode, said, machine });
  });
});

describe('a simulated build', () => {
  async function built({ provocation, signal, ...given }: Given) {
    const { step, said, left } = await stage(given);
    const exitCode = await simulateBuild({
      ...step,
      provocation: { ...nothing, ...provocation },
      clock: systemClock,
      takesMs: 0,
      signal: signal ?? new AbortController().signal,
    });
    return { exitCode, said: said.slice(1), manifest: await left('manifest.json'), left };
  }

  test('leaves its image, with all of its blobs', async () => {
    const image = simulatedImage(environment, undefined);
    const { exitCode, said, manifest = '', left } = await built({});
    expect([exitCode, said]).toEqual([0, [`built ${image.digest}\n`]]);
    expect(manifest).toBe(Buffer.from(image.manifests[0]?.bytes ?? []).toString());
    const { config, layers } = JSON.parse(manifest);
    for (const { digest } of [config, ...layers])
      expect(await left(digest.replace('sha256:', ''))).toBeDefined();
  });

  test.each([7, 0])('that an annotation ends with %s leaves no image', async (exitCode) => {
    const ended = await built({ provocation: { exitCode } });
    expect(ended).toMatchObject({ exitCode, manifest: undefined });
    expect(ended.said).toEqual([`ends with ${exitCode}, as an annotation wants it\n`]);
  });

  test('that is stopped ends as a killed program does', async () => {
    const stopped = await built({ signal: AbortSignal.abort(), provocation: { takesMs: 60_000 } });
    expect(stopped).toMatchObject({ exitCode: 143, manifest: undefined });
  });

  test('cannot leave anything where nothing is mounted', async () => {
    await expect(built({ environment: { IMAGE: '/elsewhere' } })).rejects.toThrow(
      'IMAGE /elsewhere: nothing is mounted there',
    );
  });
});
