import type { Descriptor } from '../manifests/descriptor.ts';
import { isTransient, type Outcome, succeeded } from '../outcomes/outcome.ts';
import { type Digester, digester } from '../references/digest.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { type Answer, sendCall } from '../requests/send-call.ts';
import { withRetries } from '../requests/with-retries.ts';
import { malformed } from './fetch-manifest.ts';
import { blobPhrase, type RepositoryPlace } from './repository-place.ts';

/** Takes the next bytes; false: it wants no more. The bytes are its own only until it resolves. */
export type BlobSink = (piece: Uint8Array) => Promise<boolean>;

/** Content that can be read from its start more than once: gives it to the sink; false when the sink wanted no more. */
export type BlobSource = (sink: BlobSink) => Promise<Outcome<boolean>>;

/** How far a blob has been read, over all connections. */
interface Reading {
  readonly call: RegistryCall;
  readonly blob: Pick<Descriptor, 'digest' | 'size'>;
  readonly hash: Digester;
  readonly sink: BlobSink;
  taken: number;
}

/**
 * Reads a blob piece by piece; after a cut it goes on where it was. Size and digest are checked, at the end, so that a sink must
 * not use what it got before this resolves to true. `false`: the sink wanted no more.
 */
export async function pullBlob(
  session: RegistrySession,
  place: RepositoryPlace,
  blob: Pick<Descriptor, 'digest' | 'size'>,
  sink: BlobSink,
): Promise<Outcome<boolean>> {
  const { repository, signal } = place;
  const asked = blobPhrase(place, blob.digest);
  const target = `${repository.repository}/blobs/${blob.digest}`;
  const call: RegistryCall = { ...place, method: 'GET', target, asked };
  const reading: Reading = { call, blob, hash: digester(blob.digest), sink, taken: 0 };
  const retried = { host: repository.registry, asked, wholeMs: session.limits.transferMs, signal };
  for (;;) {
    const before = reading.taken;
    const outcome = await withRetries(session, retried, (within) => readOn(session, reading, within));
    // Cuts are counted anew as long as something comes between them: large blobs may have many.
    if (outcome.kind === 'ok' || !isTransient(outcome) || reading.taken === before) return outcome;
  }
}

function readOn(session: RegistrySession, reading: Reading, signal: AbortSignal): Promise<Outcome<boolean>> {
  const { call, blob, taken } = reading;
  if (taken > 0 && taken === blob.size) return Promise.resolve(verdict(reading));
  const headers: Record<string, string> = taken === 0 ? {} : { Range: `bytes=${taken}-` };
  return sendCall(session, { ...call, headers, signal }, (answer) => drain(answer, reading));
}

async function drain({ status, headers, body }: Answer, reading: Reading): Promise<Outcome<boolean>> {
  const { call, blob, hash, sink } = reading;
  const start = status === 206 ? startOf(headers['content-range']) : 0;
  if (start === undefined || start > reading.taken)
    return malformed(call, `came from another byte than ${reading.taken}: ${headers['content-range']}`);
  // Registries that know no ranges begin anew.
  let known = reading.taken - start;
  for await (const piece of body) {
    const fresh = piece.subarray(known);
    known = Math.max(0, known - piece.length);
    if (reading.taken + fresh.length > blob.size) return malformed(call, `has more than ${blob.size} bytes`);
    if (fresh.length === 0) continue;
    hash.update(fresh);
    reading.taken += fresh.length;
    if (!(await sink(fresh))) return succeeded(false);
  }
  return verdict(reading);
}

function startOf(range: string | undefined): number | undefined {
  const [, start] = /^bytes (\d{1,15})-/.exec(range ?? '') ?? [];
  return start === undefined ? undefined : Number(start);
}

function verdict({ call, blob, hash, taken }: Reading): Outcome<boolean> {
  if (taken < blob.size) return malformed(call, `has ${taken} bytes instead of ${blob.size}`);
  const digest = hash.digest();
  return digest === blob.digest ? succeeded(true) : malformed(call, `has the digest ${digest}`);
}
