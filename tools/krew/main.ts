import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { declaredCommands } from '../declared-commands.ts';
import { isBuilt } from '../image/is-built.ts';
import { runTool } from '../image/run-tool.ts';
import { manPages } from '../man-pages.ts';
import { krewArchive } from './krew-archive.ts';
import { krewManifest } from './krew-manifest.ts';
import { type KrewOptions, krewOptions, krewUsage } from './krew-options.ts';

/** Writes the archive of a release and the manifest by which krew installs it; docs/command-line.md says how they are used. */
async function main({ out, uri, homepage }: KrewOptions): Promise<void> {
  if (!isBuilt()) runTool('npm', ['run', '--silent', 'build']);
  const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const archive = await krewArchive(releaseFiles(version), made());
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const manifest = krewManifest({ version, uri, sha256, homepage, node: engines.node });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'archipelago.tar.gz'), archive);
  writeFileSync(join(out, 'archipelago.yaml'), stringify(manifest, { lineWidth: 0 }));
  process.stdout.write(`${out}: archipelago.tar.gz sha256:${sha256}, archipelago.yaml\n`);
}

function releaseFiles(version: string): ReadonlyMap<string, Uint8Array> {
  const built = readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = ['LICENSE', 'bin/archipelago', 'bin/package.json', ...built];
  const pages = manPages(declaredCommands(), version);
  return new Map([
    ...files.map((path) => [path, readFileSync(path)] as const),
    ...[...pages].map(([name, text]) => [`man/man1/${name}`, new TextEncoder().encode(text)] as const),
  ]);
}

/** Of the commit, so that whoever builds it again gets the same bytes. */
function made(): number {
  const ofCommit = () => runTool('git', ['log', '-1', '--format=%ct']).toString('utf8').trim();
  return Number(process.env.SOURCE_DATE_EPOCH ?? ofCommit());
}

try {
  await main(krewOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`krew: ${error instanceof Error ? error.message : String(error)}\n${krewUsage}`);
  process.exitCode = 2;
}
