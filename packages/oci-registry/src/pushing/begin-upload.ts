import { isTransient, type Outcome, succeeded } from '../outcomes/outcome.ts';
import { attempt } from '../pulling/fetch-manifest.ts';
import { blobPhrase, type RepositoryPlace } from '../pulling/repository-place.ts';
import { readBody } from '../requests/read-body.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import type { Answer } from '../requests/send-call.ts';
import { noAddress, uploadAddress } from './upload-address.ts';

/** An upload that takes bytes. */
export interface BegunUpload {
  readonly kind: 'begun';
  readonly address: URL;
  /** The least bytes of a chunk that is not the last; 0: any. */
  readonly leastBytes: number;
}

/**
 * What asking for a mount came to. Where the registry does not mount, it has begun an upload, which takes the bytes instead;
 * `unsupported`: not even that.
 */
type Mounting = { readonly kind: 'mounted' } | { readonly kind: 'unsupported' } | BegunUpload;

const longestAnswer = 64 * 1024;

/** Begins to upload a blob. */
export function beginUpload(
  session: RegistrySession,
  place: RepositoryPlace,
  digest: string,
): Promise<Outcome<BegunUpload>> {
  const call = uploadCall(place, digest, '');
  return attempt(session, call, async (answer) => {
    await readBody(answer.body, longestAnswer);
    return begun(answer, call);
  });
}

/** Makes a blob of another repository of the same registry one of this, without moving bytes. */
export async function mountBlob(
  session: RegistrySession,
  place: RepositoryPlace,
  { digest, from }: { readonly digest: string; readonly from: string },
): Promise<Outcome<Mounting>> {
  const query = `?mount=${digest}&from=${encodeURIComponent(from)}`;
  const call = { ...uploadCall(place, digest, query), from };
  const outcome = await attempt<Mounting>(session, call, async (answer) => {
    await readBody(answer.body, longestAnswer);
    return answer.status === 201 ? succeeded({ kind: 'mounted' }) : begun(answer, call);
  });
  if (outcome.kind === 'ok' || outcome.kind === 'aborted' || isTransient(outcome)) return outcome;
  // The rights may reach for pushing here, but not for reading there.
  return succeeded({ kind: 'unsupported' });
}

function uploadCall(place: RepositoryPlace, digest: string, query: string): RegistryCall {
  return {
    ...place,
    method: 'POST',
    target: `${place.repository.repository}/blobs/uploads/${query}`,
    push: true,
    asked: `upload of ${blobPhrase(place, digest)}`,
  };
}

function begun(answer: Answer, call: RegistryCall): Outcome<BegunUpload> {
  const address = uploadAddress(answer, call);
  if (address === undefined) return noAddress(call, call.asked);
  const least = Number(answer.headers['oci-chunk-min-length']);
  return succeeded({ kind: 'begun', address, leastBytes: Number.isSafeInteger(least) ? least : 0 });
}
