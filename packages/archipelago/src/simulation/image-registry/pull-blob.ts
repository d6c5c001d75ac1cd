import { isDigest } from './content-digest.ts';
import type { ImageStore } from './image-store.ts';
import { isUnchanged } from './pull-manifest.ts';
import { emptyAnswer, errorAnswer, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';

/** First and last byte, both inside the blob. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The numbers of a Range header as they are written, `''` where there is none. */
function writtenRange(header: string): { readonly from: string; readonly to: string } {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  return { from, to };
}

/**
 * Reads a Range header. Undefined: the whole blob is meant, also where the header is in a form that this registry does not
 * know (several ranges), as HTTP allows.
 */
function rangeOf(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const { from, to } = writtenRange(header ?? '');
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'outside' : { first, last };
}

/** Serves a blob, or the part of it that was asked for. */
export function pullBlob(
  store: ImageStore,
  call: RegistryCall,
  { name, digest }: { readonly name: string; readonly digest: string },
): RegistryAnswer {
  if (!isDigest(digest)) return errorAnswer('DIGEST_INVALID', { detail: digest });
  const blob = store.blob(name, digest);
  if (blob === undefined) return errorAnswer('BLOB_UNKNOWN', { detail: digest });
  if (isUnchanged(call, digest)) return emptyAnswer(304, {});
  const range = rangeOf(call.headers.range, blob.length);
  if (range === 'outside')
    return errorAnswer('RANGE_INVALID', { detail: `the blob has ${blob.length} bytes` });
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Docker-Content-Digest': digest,
    Etag: `"${digest}"`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'max-age=31536000',
  };
  if (range === undefined) return { status: 200, headers, body: blob };
  const { first, last } = range;
  const contentRange = { 'Content-Range': `bytes ${first}-${last}/${blob.length}` };
  return { status: 206, headers: { ...headers, ...contentRange }, body: blob.subarray(first, last + 1) };
}
