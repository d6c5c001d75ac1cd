import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder for its owner only, and those above it that are missing, level by level: Node's own `recursive` never returns where a parent, such as /proc, refuses to have children. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (!existsSync(parent) && parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}
