import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildScript } from './build-script.ts';
import { finalExitCodes } from './observed-job.ts';

/** The script as the builder's container runs it, in a folder instead of the whole file system and with a buildah that only says how it was called. */
let folder: string;
let variables: Record<string, string>;

const put = (path: string, text: string, mode = 0o644) => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-script-'));
  for (const name of ['results', 'store', 'registries']) mkdirSync(join(folder, name));
  put('bin/uname', `#!/bin/sh\n[ "$*" = -m ] && echo "$MACHINE"\n`, 0o755);
  put(
    'bin/buildah',
    `#!/bin/sh\nfor one in "$@"; do printf '%s\\n' "$one"; done >> ${folder}/calls\necho >> ${folder}/calls\n` +
      'case "$*" in *" $FAILS "*) exit 125 ;; esac\n',
    0o755,
  );
  put('run/build/Containerfile', 'FROM scratch\n');
  put('run/build/arguments', 'A=1\nB=two words\n\n');
  variables = {
    MACHINE: 'aarch64',
    FAILS: 'nothing',
    EXPECTED_ARCH: 'arm64',
    PLATFORM: 'linux/arm64/v8',
    FORMAT: 'oci',
    KEY_LABEL: 'layering.archipelago.dev/key',
    PLATFORM_KEY: 'k',
    BASE_DIGEST: 'sha256:b',
    TARGET: 'registry.example/os:k-1',
    STORE: join(folder, 'store'),
    RESULTS: join(folder, 'results'),
    REGISTRIES: join(folder, 'registries'),
  };
});

afterEach(() => rmSync(folder, { recursive: true }));

function run() {
  const file = join(folder, 'build.sh');
  const script = buildScript
    .replaceAll('/run/build', join(folder, 'run/build'))
    .replaceAll('/run/secrets', join(folder, 'run/secrets'));
  writeFileSync(file, script);
  const env = { ...variables, PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` };
  const { status, stderr } = spawnSync('/bin/sh', [file], { env, encoding: 'utf8' });
  const calls = existsSync(join(folder, 'calls'))
    ? readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n\n')
    : [];
  return { status, stderr, calls: calls.map((call) => call.replaceAll(folder, '').split('\n')) };
}

const common = ['--root', '/store/root', '--runroot', '/store/runroot', '--storage-driver', 'vfs'];
const building = [
  'build',
  '--isolation',
  'chroot',
  '--pull-always',
  '--platform',
  'linux/arm64/v8',
  '--format',
  'oci',
  '--timestamp',
  '0',
  '--label',
  'layering.archipelago.dev/key=k',
  '--label',
  'org.opencontainers.image.base.digest=sha256:b',
];
const built = ['--build-arg', 'A=1', '--build-arg', 'B=two words'];
const target = ['-t', 'registry.example/os:k-1', '-f', '/run/build/Containerfile', '/run/build'];
const pushing = ['push', '--digestfile', '/results/digest'];
const pushed = ['registry.example/os:k-1', 'docker://registry.example/os:k-1'];

test('is a script that a shell can read', () => {
  expect(() => execFileSync('/bin/sh', ['-n'], { input: buildScript })).not.toThrow();
});

test('builds and pushes with an empty store, pinned platform and no date, and says on what machine', () => {
  const { status, stderr, calls } = run();
  expect([status, stderr]).toEqual([0, '']);
  expect(calls).toEqual([
    [...common, ...building, ...built, ...target],
    [...common, ...pushing, ...pushed],
  ]);
  expect(readFileSync(join(folder, 'results/machine'), 'utf8')).toBe('aarch64\n');
});

test('has a login of its own for each, authorities for both and the mirrors of the deployment', () => {
  put('run/secrets/pull/config.json', '{}');
  put('run/secrets/push/config.json', '{}');
  put('registries/ca.crt', 'PEM');
  put('registries/registries.conf', 'x');
  const conf = ['--registries-conf', '/registries/registries.conf'];
  expect(run().calls).toEqual([
    [
      ...common,
      ...conf,
      ...building,
      '--authfile',
      '/run/secrets/pull/config.json',
      '--cert-dir',
      '/registries',
      ...built,
      ...target,
    ],
    [
      ...common,
      ...conf,
      ...pushing,
      '--authfile',
      '/run/secrets/push/config.json',
      '--cert-dir',
      '/registries',
      ...pushed,
    ],
  ]);
});

test.each([
  'run/secrets/pull/config.json',
  'run/secrets/push/config.json',
  'registries/ca.crt',
  'registries/registries.conf',
])('takes an empty %s for none', (path) => {
  put(path, '');
  const { status, calls } = run();
  expect([status, calls]).toEqual([
    0,
    [
      [...common, ...building, ...built, ...target],
      [...common, ...pushing, ...pushed],
    ],
  ]);
});

describe('exit codes', () => {
  test.each([
    ['amd64', 'x86_64'],
    ['arm64', 'aarch64'],
    ['ppc64le', 'ppc64le'],
    ['s390x', 's390x'],
  ])('0 for %s on %s, 66 on any other machine, which would come again', (architecture, machine) => {
    variables.EXPECTED_ARCH = architecture;
    for (const name of ['x86_64', 'aarch64', 'ppc64le', 's390x']) {
      variables.MACHINE = name;
      const { status, stderr } = run();
      expect([name, status]).toEqual([name, name === machine ? 0 : 66]);
      expect(stderr).toBe(name === machine ? '' : `this machine is ${name}, the image is for ${machine}\n`);
    }
    expect(finalExitCodes).toContain(66);
  });

  test('65 where there is nothing to build, which would come again, and nothing is run', () => {
    put('run/build/Containerfile', '');
    expect(run()).toEqual({ status: 65, stderr: 'the Containerfile is empty\n', calls: [] });
    rmSync(join(folder, 'run/build/Containerfile'));
    expect(run()).toMatchObject({ status: 65, calls: [] });
    expect(finalExitCodes).toContain(65);
  });

  test.each([
    ['build', 1],
    ['push', 2],
  ])('that of buildah where it fails to %s, and nothing is reported', (step, calls) => {
    variables.FAILS = step;
    const ran = run();
    expect([ran.status, ran.calls.length]).toEqual([125, calls]);
    expect(finalExitCodes).not.toContain(ran.status);
    expect(existsSync(join(folder, 'results/machine'))).toBe(false);
  });

  test('not 0 where something that it is told by is not there', () => {
    const { TARGET: _, ...rest } = variables;
    variables = rest;
    expect(run().status).not.toBe(0);
  });
});
