import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const longestBuildMs = 30 * 60_000;

interface GoProgram {
  readonly name: string;
  /** The package, of a module that go.mod names, or a folder beside it. */
  readonly from: string;
  /** Further flags of the linker. */
  readonly flags: readonly string[];
  /** Which of its parts, where it can be built in more than one way. */
  readonly tags?: readonly string[];
}

interface GoPrograms {
  /** What the folder in the cache is called, before a digest. */
  readonly name: string;
  /** The folder with go.mod and go.sum. */
  readonly sources: string;
  /** Further files there that the programs are made of. */
  readonly own: readonly string[];
  readonly programs: readonly GoProgram[];
}

/**
 * The folder with programs that are compiled from Go modules (minutes, once) and kept outside the checkout. Throws when Go is missing or
 * one does not build.
 */
export function goPrograms(
  { name, sources, own, programs }: GoPrograms,
  say: (line: string) => void,
): string {
  const texts = ['go.sum', ...own].map((file) => readFileSync(join(sources, file), 'utf8'));
  const key = [...texts, JSON.stringify(programs)].join('\n');
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'archipelago');
  const folder = join(cache, `${name}-${digest}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  for (const program of programs) {
    say(`compiling ${program.name} (minutes on the first time)`);
    build(program, sources, part);
  }
  renameSync(part, folder);
  return folder;
}

function build({ name, from, flags, tags = [] }: GoProgram, sources: string, into: string): void {
  // Go's own place is not in every PATH
  const known = join('/usr/local', 'go', 'bin', 'go');
  const linker = ['-s', '-w', ...flags].join(' ');
  const { status, stderr, error } = spawnSync(
    existsSync(known) ? known : 'go',
    ['build', '-trimpath', '-tags', tags.join(','), '-ldflags', linker, '-o', join(into, name), from],
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
