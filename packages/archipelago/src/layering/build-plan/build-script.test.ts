import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildScript } from './build-script.ts';
import { fetchScript } from './fetch-script.ts';
import { finalExitCodes } from './observed-job.ts';

/** The scripts as the builder's containers run them, in a folder instead of the whole file system and with a buildah that only says how it was called. */
let folder: string;
let variables: Record<string, string>;

const put = (path: string, text: string, mode = 0o644) => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
};

const base = 'registry.example/os@sha256:b';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-script-'));
  for (const name of ['results', 'store', 'registries', 'image']) mkdirSync(join(folder, name));
  put('bin/uname', `#!/bin/sh\n[ "$*" = -m ] && echo "$MACHINE"\n`, 0o755);
  put(
    'bin/buildah',
    `#!/bin/sh\nfor one in "$@"; do printf '%s\\n' "$one"; done >> ${folder}/calls\necho >> ${folder}/calls\n` +
      `echo "\${BUILDAH_NOPIVOT:-}" >> ${folder}/pivots\n` +
      'case "$*" in *" $FAILS"*) exit 125 ;; esac\n',
    0o755,
  );
  put('run/build/Containerfile', 'FROM scratch\n');
  put('run/build/arguments', 'A=1\nB=two words\n\n');
  put('run/fetch/images', `${base}\nregistry.example/tools:1\n`);
  variables = {
    MACHINE: 'aarch64',
    FAILS: 'nothing',
    EXPECTED_ARCH: 'arm64',
    PLATFORM: 'linux/arm64/v8',
    FORMAT: 'oci',
    KEY_LABEL: 'layering.archipelago.dev/key',
    PLATFORM_KEY: 'k',
    BASE: base,
    BASE_DIGEST: 'sha256:b',
    TARGET: 'registry.example/os:k-1',
    STORE: join(folder, 'store'),
    RESULTS: join(folder, 'results'),
    REGISTRIES: join(folder, 'registries'),
    IMAGE: join(folder, 'image'),
  };
});

afterEach(() => rmSync(folder, { recursive: true }));

function run(script: string) {
  const file = join(folder, 'script.sh');
  writeFileSync(file, script.replaceAll(/\/run\/(build|login|fetch)/g, join(folder, 'run/$1')));
  const env = { ...variables, PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` };
  const { status, stderr } = spawnSync('/bin/sh', [file], { env, encoding: 'utf8' });
  const calls = existsSync(join(folder, 'calls'))
    ? readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n\n')
    : [];
  return { status, stderr, calls: calls.map((call) => call.replaceAll(folder, '').split('\n')) };
}

const machine = () => readFileSync(join(folder, 'results/machine'), 'utf8');
const common = ['--root', '/store/root', '--runroot', '/store/runroot', '--storage-driver', 'vfs'];
const conf = ['--registries-conf', '/registries/registries.conf'];

test.each([fetchScript, buildScript])('is a script that a shell can read', (script) => {
  expect(() => execFileSync('/bin/sh', ['-n'], { input: script })).not.toThrow();
});

describe('fetching', () => {
  const pulling = ['pull', '--platform', 'linux/arm64/v8'];

  test('brings the base and what else is named into the store, and says on what machine', () => {
    const { status, stderr, calls } = run(fetchScript);
    expect([status, stderr]).toEqual([0, '']);
    expect(calls).toEqual([
      [...common, ...pulling, base],
      [...common, ...pulling, 'registry.example/tools:1'],
    ]);
    expect(machine()).toBe('aarch64\n');
  });

  test('has the login, the authorities and the mirrors', () => {
    put('run/login/config.json', '{}');
    put('registries/ca.crt', 'PEM');
    put('registries/registries.conf', 'x');
    const login = ['--authfile', '/run/login/config.json', '--cert-dir', '/registries'];
    expect(run(fetchScript).calls[0]).toEqual([...common, ...conf, ...pulling, ...login, base]);
  });

  test.each(['run/login/config.json', 'registries/ca.crt', 'registries/registries.conf'])(
    'takes an empty %s for none',
    (path) => {
      put(path, '');
      expect(run(fetchScript)).toMatchObject({ status: 0, calls: { 0: [...common, ...pulling, base] } });
    },
  );

  test('goes on without another image: the build says what it needs', () => {
    variables.FAILS = 'pull --platform linux/arm64/v8 registry.example/tools';
    const { status, stderr } = run(fetchScript);
    expect([status, stderr]).toEqual([
      0,
      'registry.example/tools:1 was not fetched; where the build needs it, it is asked for without a login\n',
    ]);
  });

  test('ends with the code of buildah where the base cannot be pulled, and reports nothing', () => {
    variables.FAILS = 'pull';
    const { status, calls } = run(fetchScript);
    expect([status, calls.length]).toEqual([125, 1]);
    expect(finalExitCodes).not.toContain(status);
    expect(existsSync(join(folder, 'results/machine'))).toBe(false);
  });

  test.each([
    ['amd64', 'x86_64'],
    ['arm64', 'aarch64'],
    ['ppc64le', 'ppc64le'],
    ['s390x', 's390x'],
  ])('0 for %s on %s, 66 on any other machine, which would come again', (architecture, expected) => {
    variables.EXPECTED_ARCH = architecture;
    for (const name of ['x86_64', 'aarch64', 'ppc64le', 's390x']) {
      variables.MACHINE = name;
      const { status, stderr } = run(fetchScript);
      expect([name, status]).toEqual([name, name === expected ? 0 : 66]);
      expect(stderr).toBe(name === expected ? '' : `this machine is ${name}, the image is for ${expected}\n`);
    }
    expect(finalExitCodes).toContain(66);
  });

  test('65 where there is nothing to build, which would come again, and nothing is run', () => {
    put('run/build/Containerfile', '');
    expect(run(fetchScript)).toEqual({ status: 65, stderr: 'the Containerfile is empty\n', calls: [] });
    rmSync(join(folder, 'run/build/Containerfile'));
    expect(run(fetchScript)).toMatchObject({ status: 65, calls: [] });
    expect(finalExitCodes).toContain(65);
  });
});

describe('building', () => {
  const how = ['--isolation', 'chroot', '--pull=false', '--platform', 'linux/arm64/v8', '--format', 'oci'];
  const labels = ['layering.archipelago.dev/key=k', 'org.opencontainers.image.base.digest=sha256:b'];
  const building = ['build', ...how, '--timestamp', '0', ...labels.flatMap((label) => ['--label', label])];
  const built = ['--build-arg', 'A=1', '--build-arg', 'B=two words'];
  const target = ['-t', 'registry.example/os:k-1', '-f', '/run/build/Containerfile', '/run/build'];
  const leaving = ['push', '--format', 'oci', 'registry.example/os:k-1', 'dir:/image'];

  test('uses what was fetched, with pinned platform and no date, and leaves the image as files', () => {
    const { status, stderr, calls } = run(buildScript);
    expect([status, stderr]).toEqual([0, '']);
    expect(calls).toEqual([
      [...common, ...building, ...built, ...target],
      [...common, ...leaving],
    ]);
    expect(existsSync(join(folder, 'results/machine'))).toBe(false);
  });

  test('does not pivot, which newer ones do by default and cannot where the root is read-only', () => {
    run(buildScript);
    expect(readFileSync(join(folder, 'pivots'), 'utf8')).toBe('1\n1\n');
  });

  test('knows authorities and mirrors, and no login', () => {
    put('run/login/config.json', '{}');
    put('registries/ca.crt', 'PEM');
    put('registries/registries.conf', 'x');
    expect(run(buildScript).calls).toEqual([
      [...common, ...conf, ...building, '--cert-dir', '/registries', ...built, ...target],
      [...common, ...conf, ...leaving],
    ]);
  });

  test('leaves a Docker image where that is wanted', () => {
    variables.FORMAT = 'docker';
    expect(run(buildScript).calls[1]).toEqual([
      ...common,
      ...leaving.map((one) => (one === 'oci' ? 'v2s2' : one)),
    ]);
  });

  test.each([
    ['build', 1],
    ['push', 2],
  ])('ends with the code of buildah where it fails to %s', (step, calls) => {
    variables.FAILS = step;
    const ran = run(buildScript);
    expect([ran.status, ran.calls.length]).toEqual([125, calls]);
  });

  test('not 0 where something that it is told by is not there', () => {
    const { TARGET: _, ...rest } = variables;
    variables = rest;
    expect(run(buildScript).status).not.toBe(0);
  });
});
