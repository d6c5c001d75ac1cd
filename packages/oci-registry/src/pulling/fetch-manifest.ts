import { acceptedManifests } from '../manifests/media-types.ts';
import { type Manifest, parseManifest } from '../manifests/parse-manifest.ts';
import { type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import { digestOf, isDigest } from '../references/digest.ts';
import { identifierOf, printImageReference } from '../references/image-reference.ts';
import { readBody } from '../requests/read-body.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { type Answer, sendCall } from '../requests/send-call.ts';
import { withRetries } from '../requests/with-retries.ts';
import type { ImagePlace } from './image-place.ts';

/** A manifest or index as a registry holds it. */
export interface FetchedManifest {
  readonly manifest: Manifest;
  /** As they came: written again, they could have another digest. */
  readonly bytes: Uint8Array;
  /** Of the bytes, computed here. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

/** Fetches the manifest or index that a reference names; what it claims to be by digest is checked. */
export function fetchManifest(
  session: RegistrySession,
  place: ImagePlace,
): Promise<Outcome<FetchedManifest>> {
  const call = manifestCall(place, 'GET');
  return attempt(session, call, async (answer) => {
    const bytes = await readBody(answer.body, session.limits.manifestBytes);
    if (bytes === undefined) return malformed(call, `is larger than ${session.limits.manifestBytes} bytes`);
    const digest = digestOf(bytes, place.reference.digest);
    const promised = place.reference.digest ?? promisedDigest(answer);
    if (promised !== undefined && digestOf(bytes, promised) !== promised)
      return malformed(call, `has the digest ${digest} instead of ${promised}`);
    const parsed = parseManifest(bytes, answer.headers['content-type']);
    if (parsed.kind === 'refused') return malformed(call, `${parsed.field} ${parsed.reason}`, parsed.fix);
    return succeeded({ manifest: parsed.value, bytes, digest, size: bytes.length });
  });
}

/** The digest a tag stands for now; undefined: the registry does not say it without the manifest. */
export function headManifest(
  session: RegistrySession,
  place: ImagePlace,
): Promise<Outcome<string | undefined>> {
  return attempt(session, manifestCall(place, 'HEAD'), async (answer) => {
    await readBody(answer.body, 0);
    return succeeded(promisedDigest(answer));
  });
}

function promisedDigest({ headers }: Answer): string | undefined {
  const digest = headers['docker-content-digest'];
  return digest !== undefined && isDigest(digest) ? digest : undefined;
}

function manifestCall(place: ImagePlace, method: 'GET' | 'HEAD'): RegistryCall {
  const { reference, insecure, access, signal } = place;
  return {
    repository: reference,
    insecure,
    access,
    method,
    target: `${reference.repository}/manifests/${identifierOf(reference)}`,
    headers: { Accept: acceptedManifests },
    asked: `manifest of ${printImageReference(reference)}`,
    signal,
  };
}

/** One call with its retries. */
export function attempt<T>(
  session: RegistrySession,
  call: RegistryCall,
  use: (answer: Answer) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { asked, signal, repository } = call;
  const retried = { host: repository.registry, asked, wholeMs: session.limits.wholeMs, signal };
  return withRetries(session, retried, (within) => sendCall(session, { ...call, signal: within }, use));
}

/** What came is not what was asked for. */
export function malformed(
  { repository, asked }: Pick<RegistryCall, 'repository' | 'asked'>,
  reason: string,
  fix = 'look at the registry, and push the image again',
): RegistryFailure {
  return { kind: 'malformed', host: repository.registry, asked, reason, fix };
}
