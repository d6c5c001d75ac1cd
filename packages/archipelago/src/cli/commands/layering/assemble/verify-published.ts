import {
  atDigest,
  type FetchedManifest,
  fetchManifest,
  type ImagePlace,
  lookIntoChild,
  type Outcome,
  type RegistryFailure,
  type RegistrySession,
  refusedImage,
  succeeded,
} from '@archipelago/oci-registry';
import {
  type FoundChild,
  type IndexEntry,
  isVerified,
  type VerificationCheck,
  verifyIndex,
} from '../../../../layering/verify-index.ts';
import { type Assembled, type AssemblyFailure, assembled, failed } from './assembly-failure.ts';
import type { ReadChild } from './read-child.ts';

/** Reads an index, or the image that is published as it is, back by digest, with all that it names, and judges it as nodes will find it. */
export async function verifyPublished(
  session: RegistrySession,
  place: ImagePlace,
  children: readonly ReadChild[],
): Promise<Assembled<undefined>> {
  const index = await fetchManifest(session, place);
  if (index.kind !== 'ok') return failed({ architecture: undefined, failure: index, side: 'target' });
  const { manifest } = index.value;
  const digests =
    manifest.kind === 'index' ? manifest.children.map(({ digest }) => digest) : [index.value.digest];
  const found = await foundChildren(session, place, digests);
  if (found.kind !== 'ok') return failed({ architecture: undefined, failure: found, side: 'target' });
  const checks = verifyIndex({
    wanted: children.map(({ promised, digest }) => ({
      architecture: promised.platform.architecture,
      digest,
      baseDigest: promised.base,
    })),
    entries: manifest.kind === 'index' ? manifest.children : entriesOf(found.value, index.value),
    child: (digest) => found.value.get(digest) ?? { state: 'missing' },
  });
  return isVerified(checks) ? assembled(undefined) : failed(...failuresOf(checks, place));
}

/** An image that is published as it is, as the only entry of an index that there is not. */
function entriesOf(
  found: ReadonlyMap<string, FoundChild>,
  { manifest: { mediaType }, digest, size }: FetchedManifest,
): readonly IndexEntry[] {
  const child = found.get(digest);
  return child?.state === 'found' ? [{ mediaType, digest, size, platform: child.config }] : [];
}

function failuresOf(checks: readonly VerificationCheck[], place: ImagePlace): readonly AssemblyFailure[] {
  return checks
    .filter(({ ok }) => !ok)
    .map((check) => ({
      architecture: check.architecture,
      side: 'target',
      failure: failureOf(check, place),
    }));
}

function failureOf({ name, detail }: VerificationCheck, { reference }: ImagePlace): RegistryFailure {
  const failure = refusedImage(
    reference,
    `is wrong when it is read back (${name}): ${detail}`,
    'look at the registry; the tag was left as it was',
  );
  // Content that has just been there is no lie when it is gone: it can be brought again.
  return name === 'blobs' ? { ...failure, kind: 'absent' } : failure;
}

async function foundChildren(
  session: RegistrySession,
  place: ImagePlace,
  digests: readonly string[],
): Promise<Outcome<ReadonlyMap<string, FoundChild>>> {
  const looked = await Promise.all(
    digests.map((digest) =>
      lookIntoChild(session, { ...place, reference: atDigest(place.reference, digest) }, true),
    ),
  );
  const found = new Map<string, FoundChild>();
  for (const [index, each] of looked.entries()) {
    if (each.kind !== 'ok' && each.kind !== 'absent') return each;
    const digest = digests[index] ?? '';
    if (each.kind === 'ok') {
      const { size, platform: config, baseDigest, missingBlobs } = each.value;
      found.set(digest, { state: 'found', size, config, baseDigest, missingBlobs });
    }
  }
  return succeeded(found);
}
