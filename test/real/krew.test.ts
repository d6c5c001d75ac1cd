import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goPrograms } from '../support/go-programs.ts';

const programs = [
  { name: 'kubectl-krew', from: 'sigs.k8s.io/krew/cmd/krew', flags: [] },
  { name: 'validate-krew-manifest', from: 'sigs.k8s.io/krew/cmd/validate-krew-manifest', flags: [] },
];

const folder = mkdtempSync(join(tmpdir(), 'archipelago-krew-'));
const release = join(folder, 'release');
const [archive, manifest] = ['archipelago.tar.gz', 'archipelago.yaml'].map((name) => join(release, name));
let compiled: string;

function run(program: string, ...args: readonly (string | undefined)[]): string {
  const given = args.filter((each) => each !== undefined);
  const PATH = [compiled, join(folder, 'krew', 'bin'), process.env.PATH].join(':');
  const env = { ...process.env, PATH, KREW_ROOT: join(folder, 'krew'), HOME: folder };
  return execFileSync(program, given, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(() => {
  compiled = goPrograms(
    { name: 'krew', sources: resolve('test', 'krew'), own: [], programs },
    () => undefined,
  );
  const addresses = [
    '--uri',
    'https://releases.example/archipelago.tar.gz',
    '--homepage',
    'https://archipelago.example',
  ];
  execFileSync('npm', ['run', '--silent', 'krew', '--', ...addresses, '--out', release], { stdio: 'ignore' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("krew's own validation takes the manifest; it only cannot fetch the archive of an example", () => {
  expect(() => run('validate-krew-manifest', '-manifest', manifest, '-skip-install')).not.toThrow();
});

test('krew installs the archive by the manifest, and kubectl runs it', () => {
  run('kubectl-krew', 'install', `--manifest=${manifest}`, `--archive=${archive}`);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(run('kubectl', 'archipelago', 'version', '--client')).toContain(`client    ${version} (Node `);
  expect(run('kubectl', 'archipelago', 'runbook', '--help')).toContain('\n  kubectl archipelago runbook\n');
});
