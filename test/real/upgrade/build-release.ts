import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Whether the history of this checkout has a commit; an export, or a shallow clone, has not. */
export function hasCommit(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0;
}

/**
 * Builds Archipelago as it was at a commit into an empty folder, and returns its `bin/archipelago`. Its sources are of then; the packages
 * of others are today's, which are installed here.
 */
export function buildRelease(commit: string, folder: string): string {
  const files = ['.', ':!test', ':!docs', ':!bench'];
  const archive = execFileSync('git', ['archive', commit, ...files], {
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const modules = join(folder, 'node_modules');
  const own = join(modules, '@archipelago');
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync('node_modules'))
    if (!name.startsWith('.') && name !== '@archipelago')
      symlinkSync(resolve('node_modules', name), join(modules, name));
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(own, name));
  execFileSync(process.execPath, ['tools/run.mjs', 'tools/build.ts'], { cwd: folder });
  return join(folder, 'bin', 'archipelago');
}
