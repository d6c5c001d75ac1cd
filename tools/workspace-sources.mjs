import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The libraries of this workspace by name, each with the source of its public face: bundlers that leave packages alone must not
 * leave these, which exist as TypeScript only.
 * @param {string} root of the repository
 * @returns {Record<string, string>}
 */
export function workspaceSources(root) {
  const packages = join(root, 'packages');
  const faces = readdirSync(packages).map((name) => [
    JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')).name,
    join(packages, name, 'src', 'index.ts'),
  ]);
  return Object.fromEntries(faces.filter(([, face]) => existsSync(face)));
}
