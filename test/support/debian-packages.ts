import { spawnSync } from 'node:child_process';

/** A Debian package and the command that succeeds where it is installed. */
export interface DebianPackage {
  readonly name: string;
  readonly probe: readonly [program: string, ...args: string[]];
}

/**
 * Installs those that are missing with apt-get. Throws with what to do by hand where that cannot be done: on another
 * system, or without the rights.
 */
export function installDebianPackages(packages: readonly DebianPackage[], say: (line: string) => void): void {
  const missing = packages.filter((each) => !isInstalled(each));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  say(`missing: ${names.join(', ')}; installing with apt-get`);
  aptGet('update', '--quiet');
  aptGet('install', '--yes', '--quiet', '--no-install-recommends', ...names);
  const left = missing.filter((each) => !isInstalled(each)).map(({ name }) => name);
  if (left.length > 0)
    throw new Error(`${left.join(', ')} could not be installed; run: apt-get install ${left.join(' ')}`);
}

function isInstalled({ probe: [program, ...args] }: DebianPackage): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function aptGet(...args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: 'inherit', env, timeout: 15 * 60_000 });
}
