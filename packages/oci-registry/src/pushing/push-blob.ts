import { jitteredDelayMs, sleep } from '@archipelago/apimachinery';
import type { Descriptor } from '../manifests/descriptor.ts';
import { type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import type { BlobSource } from '../pulling/pull-blob.ts';
import { blobPhrase, type RepositoryPlace } from '../pulling/repository-place.ts';
import { abandonedCall } from '../requests/connection-failure.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { type BegunUpload, beginUpload } from './begin-upload.ts';
import { BlobUpload } from './blob-upload.ts';
import type { LostUpload } from './send-chunk.ts';

/** What is pushed. */
interface BlobContent {
  readonly blob: Descriptor;
  readonly source: BlobSource;
  /** An upload that a refused mount has begun. */
  readonly begun?: BegunUpload | undefined;
}

/**
 * Uploads a blob in chunks, and again from its start when the registry lost the upload. The registry checks the digest; whether the
 * size is right is checked here.
 */
export async function pushBlob(
  session: RegistrySession,
  place: RepositoryPlace,
  content: BlobContent,
): Promise<Outcome<undefined>> {
  const { limits, clock, random } = session;
  let begun = content.begun;
  for (let failures = 1; ; failures += 1) {
    const pushed = await pushOnce(session, place, { ...content, begun });
    if (pushed.kind !== 'lost') return pushed;
    if (failures >= limits.attempts) return pushed.failure;
    begun = undefined;
    await sleep(clock, jitteredDelayMs(limits.backoff, failures - 1, random), place.signal);
    if (place.signal.aborted) return abandonedCall(pushed.failure);
  }
}

async function pushOnce(
  session: RegistrySession,
  place: RepositoryPlace,
  { blob, source, begun }: BlobContent,
): Promise<Outcome<undefined> | LostUpload> {
  const started = begun === undefined ? await beginUpload(session, place, blob.digest) : succeeded(begun);
  if (started.kind !== 'ok') return started;
  const upload = new BlobUpload(session, place, { blob, begun: started.value });
  let given = 0;
  const read = await source((piece) => {
    given += piece.length;
    return given > blob.size ? Promise.resolve(false) : upload.write(piece);
  });
  if (read.kind !== 'ok') return read;
  const isStopped = !read.value && given <= blob.size;
  return given === blob.size || isStopped ? upload.finish() : wrongSize(place, blob, given);
}

function wrongSize(place: RepositoryPlace, { digest, size }: Descriptor, given: number): RegistryFailure {
  const asked = `upload of ${blobPhrase(place, digest)}`;
  const reason = `its content has ${given > size ? 'more than' : `${given} bytes instead of`} ${size} bytes`;
  const fix = 'give the content that the descriptor describes';
  return { kind: 'malformed', host: place.repository.registry, asked, reason, fix };
}

/** Content that is at hand, in pieces; `open` is called again when the upload has to begin anew. */
export function contentSource(open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>): BlobSource {
  return async (sink) => {
    for await (const piece of open()) if (!(await sink(piece))) return succeeded(false);
    return succeeded(true);
  };
}
