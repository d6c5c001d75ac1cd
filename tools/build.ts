import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { buildConsole } from './build-console.ts';
import { bundledPackages, thirdPartyLicences } from './third-party-licences.ts';

/**
 * Bundles the product into dist/:
 *   archipelago.js        the offline commands: one function expression in CommonJS form; a dynamic import becomes a
 *                         lazily run function of it
 *   archipelago.js.cache  V8's code cache for the Node that built it (another Node ignores it)
 *   cluster-commands.cjs, live-commands.cjs, operator-command.cjs
 *                         the commands that start something or ask a cluster, so that nobody carries what it does not run
 *   console/              the pages of the console, with notices of their own
 *   *.map                 source maps
 *   THIRD_PARTY_LICENSES  the notices of the packages in them
 *   packages.json         the list of these packages
 *   *.stamp.json          the sources that went into a bundle, so that bin/archipelago can refuse one older than they are
 * Prints nothing unless something is wrong.
 */
/** Built here and moved to dist/ when it is complete: half a bundle must not run. */
const dist = 'dist.tmp';
const bundle = join(dist, 'archipelago.js');

const wrapper = { head: '(function (exports, require, module, __filename, __dirname) {', foot: '})' };

/** `import.meta.url` has no meaning in a bundle of one file; it becomes the address of the bundle. */
const bundleAddress = 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;';

/** Bundles of their own, by the module of the product's `cli` that somebody asks for. */
const apart = ['cluster-commands', 'live-commands', 'operator-command'];

/**
 * Entries that are more than that module. A process that is an operator from its first moment on has the command line there, too, so that
 * the offline bundle, its settings and its code are not in memory for months (bin/archipelago).
 */
const more: Readonly<Record<string, readonly string[]>> = { 'operator-command': ['main'] };

function entryOf(name: string) {
  const modules = [name, ...(more[name] ?? [])];
  const contents = modules.map((module) => `export * from './${module}.ts';`).join('\n');
  return { contents, resolveDir: 'packages/archipelago/src/cli', loader: 'ts' } as const;
}

/** A bundle with the command line finds the others beside it, when somebody asks for them. */
const bundlesApart = (others: readonly string[]): Plugin => ({
  name: 'bundles-apart',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./(?:${others.join('|')})\\.ts$`) }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: path.replace(/ts$/, 'cjs'), external: true } : undefined,
    );
  },
});

/**
 * commander loads node:child_process for subcommands that are programs of their own, which we have none of; loading it is the
 * dearest part of its start-up (3 ms). It gets one that loads when used.
 */
const lazyChildProcess: Plugin = {
  name: 'lazy-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /node_modules\/commander\//.test(importer) ? { path, namespace: 'lazy' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: `module.exports = { spawn: (...args) => require('${path}').spawn(...args) };`,
    }));
  },
};

const common = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // Libraries of the workspace are bundled from their sources.
  conditions: ['archipelago-source'],
  // The bundle is not loaded by Node's module loader, which alone could answer a real dynamic import.
  supported: { 'dynamic-import': false },
  sourcemap: 'linked',
  legalComments: 'none',
  // half the text to read at each start, and to keep in memory
  minifyWhitespace: true,
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The modules of each bundle, packages' modules too. */
async function makeBundles(): Promise<Readonly<Record<string, readonly string[]>>> {
  const offline = await build({
    ...common,
    entryPoints: ['packages/archipelago/src/cli/main.ts'],
    outfile: bundle,
    banner: { js: wrapper.head },
    footer: { js: wrapper.foot },
    plugins: [lazyChildProcess, bundlesApart(apart)],
  });
  const others = apart.map(async (name) => {
    const result = await build({
      ...common,
      stdin: entryOf(name),
      outfile: join(dist, `${name}.cjs`),
      plugins: [lazyChildProcess, bundlesApart(apart.filter((other) => other !== name))],
      define: { 'import.meta.url': 'bundleUrl' },
      banner: { js: bundleAddress },
    });
    return [name, modulesOf(result)] as const;
  });
  return { archipelago: modulesOf(offline), ...Object.fromEntries(await Promise.all(others)) };
}

function modulesOf({ metafile }: { readonly metafile: Metafile }): readonly string[] {
  return Object.keys(metafile.inputs).filter((path) => !/^lazy:|^<stdin>$/.test(path));
}

/**
 * bin/archipelago reads the bundle one byte per character, which is faster and right only for ASCII. esbuild escapes strings, not
 * regular expressions; there the same escape means the same.
 */
function escapeToAscii(file: string): void {
  const text = readFileSync(file, 'utf8');
  const escaped = text.replace(/\P{ASCII}/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  writeFileSync(file, escaped, 'latin1');
}

function writeStamps(bundles: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, modules] of Object.entries(bundles)) {
    const sources = modules.filter((path) => !path.includes('node_modules/'));
    writeFileSync(
      join(dist, `${name}.stamp.json`),
      JSON.stringify([...sources, 'package-lock.json'].map(stampOf)),
    );
  }
}

function stampOf(path: string) {
  const { size, mtimeMs } = statSync(path);
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { path, size, modified: mtimeMs, hash };
}

/** In a process of its own: the cache holds what the offline commands have compiled there, and only that. */
function writeCodeCache(): void {
  const { status, stderr } = spawnSync(process.execPath, ['tools/warm-code-cache.cjs', bundle], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`no code cache: ${stderr}`);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const bundles = await makeBundles().catch(() => {
  // esbuild has printed what is wrong; a trace of ours would only bury it.
  process.exit(1);
});
for (const file of [bundle, ...apart.map((name) => join(dist, `${name}.cjs`))]) escapeToAscii(file);
writeCodeCache();
writeStamps({ ...bundles, console: await buildConsole(join(dist, 'console')) });
const modules = Object.values(bundles).flat();
writeFileSync(join(dist, 'THIRD_PARTY_LICENSES'), thirdPartyLicences(modules));
writeFileSync(join(dist, 'packages.json'), JSON.stringify(bundledPackages(modules)));
rmSync('dist', { recursive: true, force: true });
renameSync(dist, 'dist');
