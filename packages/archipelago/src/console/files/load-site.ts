import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A file of the console's pages, with what the build has compressed. */
export interface SiteFile {
  readonly type: string;
  readonly etag: string;
  /** Its name holds a digest of its bytes: it never changes. */
  readonly isFixed: boolean;
  readonly bytes: Readonly<Record<Encoding, Buffer | undefined>> & { readonly identity: Buffer };
}

type Encoding = 'identity' | 'br' | 'gzip';

/** The files by the path that asks for them; no other path leads anywhere. */
export type Site = ReadonlyMap<string, SiteFile>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Reads all files of a folder, once; none where there is no such folder. Links are not followed. */
export async function loadSite(folder: string): Promise<Site> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noFolder);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const));
  const contents = new Map(read);
  const files = paths.flatMap((path): readonly (readonly [string, SiteFile])[] => {
    const [type, identity] = [types[extname(path)], contents.get(path)];
    if (type === undefined || identity === undefined) return [];
    const bytes = { identity, br: contents.get(`${path}.br`), gzip: contents.get(`${path}.gz`) };
    const target = `/${relative(folder, path).split(sep).join('/')}`;
    return [[target, { type, bytes, etag: etagOf(identity), isFixed: isFingerprinted(target) }]];
  });
  return new Map(files);
}

function noFolder(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** As Vite names what it builds: `/assets/index-BqF1x2y3.js`. */
function isFingerprinted(target: string): boolean {
  return /^\/assets\/.+-[\w-]{8}\.\w+$/.test(target);
}
