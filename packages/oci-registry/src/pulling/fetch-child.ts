import type { Descriptor } from '../manifests/descriptor.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import { atDigest, printImageReference } from '../references/image-reference.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { type FetchedManifest, fetchManifest, malformed } from './fetch-manifest.ts';
import type { ImagePlace } from './image-place.ts';

/**
 * Fetches what an index names. Of another length than the index says it is not to be trusted, although its digest is right
 * (OCI image specification, "Content Descriptors").
 */
export async function fetchChild(
  session: RegistrySession,
  place: ImagePlace,
  { digest, size }: Pick<Descriptor, 'digest' | 'size'>,
): Promise<Outcome<FetchedManifest>> {
  const reference = atDigest(place.reference, digest);
  const fetched = await fetchManifest(session, { ...place, reference });
  if (fetched.kind !== 'ok' || fetched.value.size === size) return fetched;
  const named = { repository: reference, asked: `manifest of ${printImageReference(reference)}` };
  return malformed(
    named,
    `has ${fetched.value.size} bytes, not the ${size} that its index says`,
    'push the index again',
  );
}
