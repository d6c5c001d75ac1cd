import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tools/build.ts writes of each source of a bundle. */
interface Stamp {
  readonly path: string;
  readonly hash: string;
}

/** Whether the bundles in dist/ are those of today's sources: who runs them at this moment is not disturbed by another build. */
export function isBuilt(): boolean {
  if (!existsSync(join('dist', 'packages.json'))) return false;
  const files = readdirSync('dist').filter((name) => name.endsWith('.stamp.json'));
  const stamps = files.flatMap((name): readonly Stamp[] =>
    JSON.parse(readFileSync(join('dist', name), 'utf8')),
  );
  return stamps.length > 0 && stamps.every(({ path, hash }) => hashOf(path) === hash);
}

function hashOf(path: string): string | undefined {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
}
