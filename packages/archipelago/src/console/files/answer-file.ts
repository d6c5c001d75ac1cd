import type { Site, SiteFile } from './load-site.ts';

interface FileRequest {
  readonly path: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

interface FileAnswer {
  readonly status: 200 | 304 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** The file that a path asks for. A path that looks like no file is a place in the console, which its first page knows. */
export function answerFile(site: Site, { path, acceptEncoding, ifNoneMatch }: FileRequest): FileAnswer {
  const isPlace = !/\.\w+$/.test(path);
  const file = site.get(path) ?? (isPlace ? site.get('/index.html') : undefined);
  if (file === undefined) return { status: 404, headers: plain, bytes: Buffer.from(missing(site)) };
  const { encoding, bytes } = bestOf(file, acceptEncoding ?? '');
  const headers = {
    'content-type': file.type,
    'cache-control': file.isFixed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
    etag: file.etag,
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
  return ifNoneMatch === file.etag
    ? { status: 304, headers, bytes: Buffer.alloc(0) }
    : { status: 200, headers, bytes };
}

const plain = { 'content-type': 'text/plain; charset=utf-8' };

function missing(site: Site): string {
  return site.size === 0
    ? 'The pages of the console are not part of this build.\n'
    : 'There is no such file.\n';
}

/** Only what was compressed beforehand. */
function bestOf(
  { bytes }: SiteFile,
  accepted: string,
): { readonly encoding: 'br' | 'gzip' | undefined; readonly bytes: Buffer } {
  const names = accepted
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.replace(/\s*;.*$/, '').toLowerCase());
  for (const encoding of ['br', 'gzip'] as const) {
    const found = bytes[encoding];
    if (found !== undefined && names.includes(encoding)) return { encoding, bytes: found };
  }
  return { encoding: undefined, bytes: bytes.identity };
}
