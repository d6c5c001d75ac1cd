// Runs a TypeScript tool of this repository on Node 20, which cannot run TypeScript itself:
//   node tools/run.mjs tools/<tool>.ts [arguments]
// The tool is bundled next to node_modules so that its package imports resolve; its working directory is the repository.
import { mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { workspaceSources } from './workspace-sources.mjs';

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  process.stderr.write('usage: node tools/run.mjs <tool>.ts [arguments]\n');
  process.exit(2);
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'node_modules', '.cache', 'archipelago', `${basename(entry, '.ts')}.mjs`);
mkdirSync(dirname(output), { recursive: true });
try {
  buildSync({
    entryPoints: [resolve(entry)],
    outfile: output,
    bundle: true,
    packages: 'external',
    alias: workspaceSources(root),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
} catch {
  // esbuild has printed what is wrong.
  process.exit(1);
}
process.chdir(root);
process.argv = [process.argv[0] ?? 'node', output, ...rest];
await import(pathToFileURL(output).href);
