import {
  type FoundChild,
  isVerified,
  type VerificationCheck,
  verifyIndex,
} from '../../layering/verify-index.ts';
import { fetchManifest } from '../../registry/inspecting/fetch-manifest.ts';
import type { ImagePlace } from '../../registry/inspecting/image-place.ts';
import type { ImageIndex } from '../../registry/manifests/parse-manifest.ts';
import { type Outcome, succeeded } from '../../registry/outcome.ts';
import { atDigest } from '../../registry/references/image-reference.ts';
import type { RegistrySession } from '../../registry/requests/registry-session.ts';
import { type Assembled, assembled, failed, refusedImage } from './assembly-failure.ts';
import { lookIntoChild } from './look-into-child.ts';
import type { ReadChild } from './read-child.ts';

/** Reads an index back, by digest, with all that it names, and judges it as nodes will find it. */
export async function verifyPublished(
  session: RegistrySession,
  place: ImagePlace,
  children: readonly ReadChild[],
): Promise<Assembled<undefined>> {
  const index = await fetchManifest(session, place);
  if (index.kind !== 'ok') return failed({ architecture: undefined, failure: index });
  const { manifest } = index.value;
  const { reference } = place;
  if (manifest.kind !== 'index') {
    const failure = refusedImage(reference, 'is no index when it is read back', 'look at the registry');
    return failed({ architecture: undefined, failure });
  }
  const found = await foundChildren(session, place, manifest);
  if (found.kind !== 'ok') return failed({ architecture: undefined, failure: found });
  const checks = verifyIndex({
    wanted: children.map(({ promised, digest }) => ({
      architecture: promised.platform.architecture,
      digest,
    })),
    entries: manifest.children,
    child: (digest) => found.value.get(digest) ?? { state: 'missing' },
  });
  return isVerified(checks) ? assembled(undefined) : failed(...failuresOf(checks, place));
}

function failuresOf(checks: readonly VerificationCheck[], { reference }: ImagePlace) {
  return checks
    .filter(({ ok }) => !ok)
    .map(({ architecture, name, detail }) => ({
      architecture,
      failure: refusedImage(
        reference,
        `is wrong when it is read back (${name}): ${detail}`,
        'look at the registry; the tag was left as it was',
      ),
    }));
}

async function foundChildren(
  session: RegistrySession,
  place: ImagePlace,
  { children }: ImageIndex,
): Promise<Outcome<ReadonlyMap<string, FoundChild>>> {
  const looked = await Promise.all(
    children.map(({ digest }) =>
      lookIntoChild(session, { ...place, reference: atDigest(place.reference, digest) }, true),
    ),
  );
  const found = new Map<string, FoundChild>();
  for (const [index, each] of looked.entries()) {
    if (each.kind !== 'ok' && each.kind !== 'absent') return each;
    const digest = children[index]?.digest ?? '';
    if (each.kind === 'ok') {
      const { size, platform: config, missingBlobs } = each.value;
      found.set(digest, { state: 'found', size, config, baseDigest: undefined, missingBlobs });
    }
  }
  return succeeded(found);
}
