import { isTransient, type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import type { RepositoryPlace } from '../pulling/repository-place.ts';
import { readBody } from '../requests/read-body.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { type Answer, sendCall } from '../requests/send-call.ts';
import { withRetries } from '../requests/with-retries.ts';
import { closingAddress, noAddress, uploadAddress, uploadedBytes } from './upload-address.ts';

/** Bytes of a blob on their way. */
interface Chunk {
  readonly bytes: Uint8Array;
  /** Where they stand in the blob. */
  readonly start: number;
  readonly address: URL;
  /** The last chunk names the digest of all, and so ends the upload. */
  readonly digest: string | undefined;
  readonly asked: string;
}

/** The registry has no use for the upload any more: only a new one helps. */
export interface LostUpload {
  readonly kind: 'lost';
  readonly failure: RegistryFailure;
}

export type Sent = { readonly kind: 'sent'; readonly address: URL } | LostUpload;

/** What is left of a chunk, and where it goes. */
interface Rest {
  readonly address: URL;
  readonly start: number;
  readonly bytes: Uint8Array;
}

const longestAnswer = 64 * 1024;
const lostStatuses: ReadonlySet<number> = new Set([404, 416]);

/** A registry says nothing until it has all bytes, and checks a whole blob before it says that it is there. */
const slowerBy = 8;

/**
 * Sends a chunk. After a failure the registry is asked how far the upload is, and gets the rest; where that is not clear, or does
 * not fit, the upload is lost. The caller finds out whether the last chunk came to its end although the answer was lost.
 */
export async function sendChunk(
  session: RegistrySession,
  place: RepositoryPlace,
  chunk: Chunk,
): Promise<Outcome<Sent>> {
  const { limits } = session;
  const patient = { ...session, limits: { ...limits, silenceMs: limits.silenceMs * slowerBy } };
  const retried = {
    host: place.repository.registry,
    asked: chunk.asked,
    wholeMs: limits.transferMs,
    signal: place.signal,
  };
  let rest: Rest = chunk;
  let failure: RegistryFailure | undefined;
  return withRetries(patient, retried, async (signal) => {
    const within = { ...place, signal };
    if (failure !== undefined) {
      const found = await locate(patient, within, { ...chunk, address: rest.address });
      if (found.kind !== 'ok') return found;
      if (found.value === undefined) return lost(failure);
      rest = found.value;
    }
    const sent = await send(patient, within, { chunk, rest });
    if (sent.kind === 'ok') return sent;
    const isPieced = failure !== undefined;
    failure = sent;
    return isLost(sent) || (isPieced && isWrongDigest(sent)) ? lost(sent) : sent;
  });
}

async function send(
  session: RegistrySession,
  place: RepositoryPlace,
  { chunk, rest }: { readonly chunk: Chunk; readonly rest: Rest },
): Promise<Outcome<Sent>> {
  const { digest, asked } = chunk;
  const { bytes, start } = rest;
  const range = { 'Content-Range': `${start}-${start + bytes.length - 1}` };
  const call: RegistryCall = {
    ...place,
    method: digest === undefined ? 'PATCH' : 'PUT',
    target: digest === undefined ? rest.address : closingAddress(rest.address, digest),
    headers: { 'Content-Type': 'application/octet-stream', ...(bytes.length === 0 ? {} : range) },
    body: bytes,
    push: true,
    asked,
  };
  return sendCall(session, call, async (answer) => {
    await readBody(answer.body, longestAnswer);
    if (digest !== undefined) return succeeded({ kind: 'sent', address: rest.address });
    return taken(answer, { call, address: rest.address, end: start + bytes.length });
  });
}

function taken(
  answer: Answer,
  { call, address, end }: { readonly call: RegistryCall; readonly address: URL; readonly end: number },
): Outcome<Sent> {
  const has = uploadedBytes(answer);
  if (has !== undefined && has !== end) {
    const reason = `the registry has ${has} bytes of ${end}`;
    const { repository, asked } = call;
    const fix = 'look at the registry';
    return lost({ kind: 'refused', host: repository.registry, asked, reason, fix });
  }
  if (answer.headers.location === undefined) return succeeded({ kind: 'sent', address });
  const next = uploadAddress(answer, call);
  return next === undefined ? noAddress(call, call.asked) : succeeded({ kind: 'sent', address: next });
}

/** What is left of a chunk; undefined when the registry does not know the upload, or is not within this chunk. */
async function locate(
  session: RegistrySession,
  place: RepositoryPlace,
  { address, asked, start, bytes }: Chunk,
): Promise<Outcome<Rest | undefined>> {
  const call: RegistryCall = { ...place, method: 'GET', target: address, push: true, asked };
  const found = await sendCall(session, call, async (answer) => {
    await readBody(answer.body, longestAnswer);
    const next = uploadAddress(answer, call) ?? address;
    return succeeded({ has: uploadedBytes(answer), next });
  });
  if (found.kind !== 'ok')
    return found.kind === 'aborted' || isTransient(found) ? found : succeeded(undefined);
  const { has, next } = found.value;
  if (has === undefined || has < start || has > start + bytes.length) return succeeded(undefined);
  return succeeded({ address: next, start: has, bytes: bytes.subarray(has - start) });
}

function isLost({ status, errors = [] }: RegistryFailure): boolean {
  const isUnknown = errors.some(({ code }) => code.startsWith('BLOB_UPLOAD_'));
  return isUnknown || (status !== undefined && lostStatuses.has(status));
}

/** After a piecing together this may be the pieces' fault; at the first try it is the content's. */
function isWrongDigest({ errors = [] }: RegistryFailure): boolean {
  return errors.some(({ code }) => code === 'DIGEST_INVALID');
}

function lost(failure: RegistryFailure): Outcome<LostUpload> {
  return succeeded({ kind: 'lost', failure });
}
