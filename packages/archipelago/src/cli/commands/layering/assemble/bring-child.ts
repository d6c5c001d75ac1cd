import {
  atDigest,
  type CopiedImage,
  copyImage,
  type ImagePlace,
  lookIntoChild,
  type Outcome,
  type RegistrySession,
  succeeded,
} from '@archipelago/oci-registry';
import type { ReadChild } from './read-child.ts';

/** Brings a child into the target's repository, under its digest; undefined: it was there, whole. */
export async function bringChild(
  session: RegistrySession,
  { place, digest }: ReadChild,
  target: ImagePlace,
): Promise<Outcome<CopiedImage | undefined>> {
  const { registry, repository } = target.reference;
  if (place.reference.registry === registry && place.reference.repository === repository)
    return succeeded(undefined);
  const to = { ...target, reference: atDigest(target.reference, digest) };
  const there = await lookIntoChild(session, to, true);
  if (there.kind === 'ok' && there.value.missingBlobs.length === 0) return succeeded(undefined);
  if (there.kind !== 'ok' && there.kind !== 'absent') return there;
  return copyImage(session, { from: place, to });
}
