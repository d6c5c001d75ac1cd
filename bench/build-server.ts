import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { workspaceSources } from '../tools/workspace-sources.mjs';

/** Bundles the embedded server alone, as somebody would who uses the library; returns the file. */
export function buildServer(): string {
  const root = process.cwd();
  const outfile = join(root, 'node_modules', '.cache', 'archipelago', 'sandbox-server.mjs');
  buildSync({
    entryPoints: [join(root, 'bench', 'sandbox-server.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    alias: workspaceSources(root),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  return outfile;
}
