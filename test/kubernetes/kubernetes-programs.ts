import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const sources = join('test', 'kubernetes');
const programs = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const;
const longestBuildMs = 40 * 60_000;

/**
 * The folder with the programs of a real Kubernetes: KUBEBUILDER_ASSETS where that is set, as everywhere in this
 * ecosystem; else compiled from the Go modules in test/kubernetes/go.mod (minutes, once) and kept outside the
 * checkout. Throws when Go is missing or a program does not build.
 */
export function kubernetesPrograms(say: (line: string) => void): string {
  const given = process.env.KUBEBUILDER_ASSETS;
  const folder = given === undefined || given === '' ? compiled(say) : given;
  const missing = programs.filter((program) => !existsSync(join(folder, program)));
  if (missing.length > 0) throw new Error(`${folder} has no ${missing.join(', ')}`);
  say(`Kubernetes from ${folder}`);
  return folder;
}

/** Another list of modules, program or version stamp is another build. */
function compiled(say: (line: string) => void): string {
  const version = kubernetesVersion();
  const files = ['go.sum', ...programs.map((program) => join(program, 'main.go'))];
  const texts = [...files.map((file) => readFileSync(join(sources, file), 'utf8')), linkerFlags(version)];
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8);
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'archipelago');
  const folder = join(cache, `kubernetes-${version}-${digest}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  mkdirSync(part, { recursive: true });
  for (const [index, program] of programs.entries()) {
    say(`compiling ${program} ${version} (${index + 1} of ${programs.length}; minutes on the first time)`);
    build(program, version, part);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(part, folder);
  return folder;
}

function build(program: string, version: string, into: string): void {
  const started = performance.now();
  const { status, error } = spawnSync(
    goProgram(),
    ['build', '-trimpath', '-ldflags', linkerFlags(version), '-o', `${into}/`, `./${program}`],
    {
      cwd: sources,
      stdio: 'inherit',
      timeout: longestBuildMs,
      env: { ...process.env, GOFLAGS: '-mod=readonly' },
    },
  );
  if (status !== 0)
    throw new Error(
      `go build of ${program} failed (${error?.message ?? status}); install Go, or set KUBEBUILDER_ASSETS to a folder with ${programs.join(', ')}`,
    );
  process.stdout.write(`  ${Math.round((performance.now() - started) / 1000)} s\n`);
}

function linkerFlags(version: string): string {
  const [major, minor] = version.split('.');
  const stamps = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor };
  const stamped = Object.entries(stamps).map(
    ([key, text]) => `-X k8s.io/component-base/version.${key}=${text}`,
  );
  return ['-s', '-w', ...stamped].join(' ');
}

function kubernetesVersion(): string {
  const [, version] = /k8s\.io\/kubernetes v(\S+)/.exec(readFileSync(join(sources, 'go.mod'), 'utf8')) ?? [];
  if (version === undefined) throw new Error('test/kubernetes/go.mod names no version of k8s.io/kubernetes');
  return version;
}

/** Go's own place is not in every PATH. */
function goProgram(): string {
  const known = join('/usr/local', 'go', 'bin', 'go');
  return spawnSync('go', ['version']).status === 0 || !existsSync(known) ? 'go' : known;
}
