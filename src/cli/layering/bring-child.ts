import type { ImagePlace } from '../../registry/inspecting/image-place.ts';
import { lookIntoChild } from '../../registry/inspecting/look-into-child.ts';
import { type Outcome, succeeded } from '../../registry/outcome.ts';
import type { CopiedImage } from '../../registry/pushing/copied-image.ts';
import { copyImage } from '../../registry/pushing/copy-image.ts';
import { atDigest } from '../../registry/references/image-reference.ts';
import type { RegistrySession } from '../../registry/requests/registry-session.ts';
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
