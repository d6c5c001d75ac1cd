import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const oldest = [1, 30] as const;
const sources = join('test', 'real', 'kubectl');

/** The version a kubectl says it is, e.g. [1, 36]; undefined when there is none or it does not say. */
function versionOf(program: string): readonly [number, number] | undefined {
  const { stdout, status } = spawnSync(program, ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [, major, minor] = /"gitVersion":\s*"v(\d+)\.(\d+)/.exec(stdout) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}

function isRecent(version: readonly [number, number] | undefined): boolean {
  return (
    version !== undefined && (version[0] > oldest[0] || (version[0] === oldest[0] && version[1] >= oldest[1]))
  );
}

/**
 * A folder with a `kubectl` of 1.30 or later and `oc` as another name for it: the one in PATH, or one compiled from its Go modules
 * with the versions in test/real/kubectl/go.mod (minutes, once) and kept outside the checkout.
 */
export function kubectlFolder(say: (line: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-kubectl-'));
  const program = installed(say) ?? compiled(say);
  for (const name of ['kubectl', 'oc']) symlinkSync(program, join(folder, name));
  return folder;
}

function installed(say: (line: string) => void): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', 'command -v kubectl'], { encoding: 'utf8' });
  const program = stdout.trim();
  const version = program === '' ? undefined : versionOf(program);
  say(
    `kubectl in PATH: ${program === '' ? 'none' : `${program} ${version?.join('.') ?? 'of unknown version'}`}`,
  );
  return isRecent(version) ? program : undefined;
}

function compiled(say: (line: string) => void): string {
  const [, wanted = ''] =
    /k8s\.io\/kubectl v0\.(\d+\.\d+)/.exec(readFileSync(join(sources, 'go.mod'), 'utf8')) ?? [];
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'archipelago');
  const program = join(cache, `kubectl-1.${wanted}`);
  if (existsSync(program) && isRecent(versionOf(program))) {
    say(`kubectl from the cache: ${program}`);
    return program;
  }
  mkdirSync(cache, { recursive: true });
  say(`compiling kubectl 1.${wanted} from the Go modules into ${cache}; minutes, once`);
  const flags = `-s -w -X k8s.io/component-base/version.gitVersion=v1.${wanted}`;
  const { status } = spawnSync(
    goProgram(),
    ['build', '-trimpath', '-ldflags', flags, '-o', `${program}.part`, '.'],
    {
      cwd: sources,
      stdio: 'inherit',
      timeout: 20 * 60_000,
    },
  );
  if (status !== 0)
    throw new Error(`go build of kubectl failed (${status}); install kubectl ${oldest.join('.')} or later`);
  renameSync(`${program}.part`, program);
  return program;
}

/** Go's own place is not in every PATH. */
function goProgram(): string {
  const known = join('/usr/local', 'go', 'bin', 'go');
  return spawnSync('go', ['version']).status === 0 || !existsSync(known) ? 'go' : known;
}
