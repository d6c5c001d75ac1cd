import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RegistryProgram } from './docker-registry.ts';

/** The distribution project's registry of today, or why there is none on this machine. */
type DistributionRegistry =
  | { readonly kind: 'compiled'; readonly program: RegistryProgram; readonly version: string }
  | { readonly kind: 'missing'; readonly reason: string };

const sources = join('test', 'registry');
const name = 'registry';
const longestBuildMs = 15 * 60_000;

/**
 * Compiles it from test/registry (half a minute to a quarter of an hour, once; kept outside the checkout) for `startDockerRegistry`.
 * Without Go, or without a module proxy, it is `missing`: Debian's older one is what tests must not do without.
 */
export async function distributionRegistry(say: (line: string) => void): Promise<DistributionRegistry> {
  const version = moduleVersion();
  const texts = ['main.go', 'go.sum'].map((file) => readFileSync(join(sources, file), 'utf8'));
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8);
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'archipelago');
  const folder = join(cache, `distribution-${version}-${digest}`);
  const program = { folder, name };
  if (existsSync(folder)) return { kind: 'compiled', program, version };
  say(`compiling the registry of distribution ${version} (a minute or many, the first time)`);
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    await build(part);
    renameSync(part, folder);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    return { kind: 'missing', reason: error instanceof Error ? error.message : String(error) };
  }
  return { kind: 'compiled', program, version };
}

async function build(folder: string): Promise<void> {
  const known = join('/usr/local', 'go', 'bin', 'go');
  const env = { ...process.env, GOFLAGS: '-mod=readonly' };
  const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', join(folder, name), '.'];
  const options = { cwd: sources, env, timeout: longestBuildMs };
  // Go's own place is not in every PATH.
  await promisify(execFile)(existsSync(known) ? known : 'go', args, options);
}

function moduleVersion(): string {
  const text = readFileSync(join(sources, 'go.mod'), 'utf8');
  const [, version] = /distribution\/distribution\/v3 v(\S+)/.exec(text) ?? [];
  if (version === undefined) throw new Error('test/registry/go.mod names no version of the registry');
  return version;
}
