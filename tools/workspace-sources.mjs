import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The libraries of this workspace by name, each with the source of its public faces: bundlers that leave packages alone must not
 * leave these, which exist as TypeScript only.
 * @param {string} root of the repository
 * @returns {Record<string, string>}
 */
export function workspaceSources(root) {
  const packages = join(root, 'packages');
  const faces = readdirSync(packages).flatMap((folder) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([face, { 'archipelago-source': source }]) =>
      source === undefined ? [] : [[join(name, face), join(packages, folder, source)]],
    );
  });
  return Object.fromEntries(faces.filter(([, face]) => existsSync(face)));
}
