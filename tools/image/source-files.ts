import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ImagePlatform, nodeProgram } from './image-platforms.ts';
import type { PinnedPackage, PinnedSources } from './pinned-sources.ts';
import { PrivateApt } from './private-apt.ts';
import { runTool } from './run-tool.ts';

const cache = join('node_modules', '.cache', 'archipelago', 'image');

/** Downloads what is not there yet of all that the table names, and takes nothing whose digest is another. */
export function fetchSources(pins: PinnedSources, platforms: readonly ImagePlatform[]): void {
  const packages = platforms.flatMap(({ debian, packages: names }) =>
    Object.entries(pins.debian[debian] ?? {})
      .filter(([name]) => names.includes(name))
      .map(([name, pinned]) => ({ name, debian, pinned })),
  );
  const nodes = platforms.some(({ programs }) => programs.includes(nodeProgram))
    ? Object.values(pins.node)
    : [];
  const missing = packages.filter(({ pinned }) => !existsSync(debianFile(pinned)));
  if (missing.length > 0) {
    const wanted = missing.map(({ name, debian, pinned: { architecture, version } }) =>
      architecture === 'all' ? `${name}=${version}` : `${name}:${debian}=${version}`,
    );
    keepDownloads('sha256', (folder) => {
      withFolder('apt-', (own) => new PrivateApt(own).download([...new Set(wanted)], folder));
    });
  }
  for (const { name, version, integrity } of nodes)
    if (!existsSync(nodeFile(integrity)))
      keepDownloads('sha512', (folder) => {
        runTool('npm', ['pack', '--silent', '--pack-destination', folder, `${name}@${version}`]);
      });
  const files = [
    ...packages.map(({ name, debian, pinned }) => [
      `${name}:${debian} ${pinned.version}`,
      debianFile(pinned),
    ]),
    ...nodes.map(({ name, version, integrity }) => [`${name} ${version}`, nodeFile(integrity)]),
  ];
  const absent = files.filter(([, file = '']) => !existsSync(file)).map(([name]) => name);
  if (absent.length > 0)
    throw new Error(
      `not to be had with the digest that tools/image/pins.json names: ${absent.join(', ')}. After a release of Debian, run: npm run image -- --pin`,
    );
}

/** The file of a package of Debian. */
export function debianFile({ sha256 }: Pick<PinnedPackage, 'sha256'>): string {
  return join(cache, `sha256-${sha256}`);
}

/** The file of a package of npm. */
export function nodeFile(integrity: string): string {
  return join(cache, `sha512-${Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')}`);
}

/** Whatever was downloaded lies under its digest, and is found by nothing else. */
function keepDownloads(algorithm: 'sha256' | 'sha512', download: (folder: string) => void): void {
  withFolder('download-', (folder) => {
    download(folder);
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      const digest = createHash(algorithm).update(readFileSync(file)).digest('hex');
      renameSync(file, join(cache, `${algorithm}-${digest}`));
    }
  });
}

/** Gives a folder that only this process has, for as long as it is used: images may be built side by side, and apt locks its own. */
export function withFolder<T>(prefix: string, use: (folder: string) => T): T {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, prefix));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
