import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin } from 'vite';
import { thirdPartyLicences } from './third-party-licences.ts';

/** The console speaks in the system's own letters: nothing to load, and no other licence. */
const withoutFonts: Plugin = {
  name: 'without-fonts',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? code.replaceAll(/@font-face\s*\{[^}]*\}/g, '') : undefined),
};

const config: InlineConfig = {
  configFile: false,
  root: 'packages/console',
  logLevel: 'error',
  plugins: [withoutFonts],
  // libraries of the workspace are bundled from their sources
  resolve: { conditions: ['archipelago-source', 'module', 'browser', 'import', 'default'] },
};

/**
 * Builds the pages of the console into a folder, with `.br` and `.gz` beside what shrinks, and the notices of the packages in them.
 * Gives the sources.
 */
export async function buildConsole(folder: string): Promise<readonly string[]> {
  const built = await build({
    ...config,
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      target: 'es2022',
      // the content security policy lets nothing in that stands inside another file
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((each) => ('output' in each ? each.output : []));
  const modules = chunks
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    .filter((id) => id.startsWith('/'))
    .map((id) => relative(process.cwd(), id.replace(/\?.*$/, '')));
  writeFileSync(join(folder, 'THIRD_PARTY_LICENSES.txt'), thirdPartyLicences(modules));
  for (const file of filesIn(folder)) compress(file);
  return [...new Set(modules)].filter((path) => !path.includes('node_modules/')).sort();
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function compress(file: string): void {
  if (!/\.(?:html|js|css|svg|txt)$/.test(file)) return;
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}
