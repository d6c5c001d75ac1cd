import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const sources = join('test', 'installation');
const longestBuildMs = 30 * 60_000;

/** The Kubernetes that Helm takes for the cluster's where it asks none. */
const stamps = ['Major=1', 'Minor=36'].map((stamp) => `-X helm.sh/helm/v3/pkg/chartutil.k8sVersion${stamp}`);

const programs = [
  { name: 'helm', from: 'helm.sh/helm/v3/cmd/helm', flags: stamps },
  // judges bundles of OLM
  { name: 'bundle-check', from: './bundle-check', flags: [] },
];

/**
 * The folder with `helm` and `bundle-check`, compiled from the Go modules of test/installation (minutes, once) and kept outside the
 * checkout. Throws when Go is missing or one does not build.
 */
export function installationPrograms(say: (line: string) => void): string {
  const texts = ['go.sum', join('bundle-check', 'main.go')].map((file) =>
    readFileSync(join(sources, file), 'utf8'),
  );
  const key = [...texts, JSON.stringify(programs)].join('\n');
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'archipelago');
  const folder = join(cache, `installation-${digest}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  for (const program of programs) {
    say(`compiling ${program.name} (minutes on the first time)`);
    build(program, part);
  }
  renameSync(part, folder);
  return folder;
}

function build({ name, from, flags }: (typeof programs)[number], into: string): void {
  // Go's own place is not in every PATH
  const known = join('/usr/local', 'go', 'bin', 'go');
  const linker = ['-s', '-w', ...flags].join(' ');
  const { status, stderr, error } = spawnSync(
    existsSync(known) ? known : 'go',
    ['build', '-trimpath', '-ldflags', linker, '-o', join(into, name), from],
    {
      cwd: sources,
      encoding: 'utf8',
      timeout: longestBuildMs,
      env: { ...process.env, GOFLAGS: '-mod=readonly' },
    },
  );
  if (status === 0) return;
  rmSync(into, { recursive: true, force: true });
  throw new Error(`go build of ${name} failed: ${error?.message ?? stderr}`);
}
