import { fetchManifest } from '../../registry/inspecting/fetch-manifest.ts';
import type { ImagePlace } from '../../registry/inspecting/image-place.ts';
import type { WrittenManifest } from '../../registry/manifests/write-index.ts';
import { type Outcome, type RegistryFailure, succeeded } from '../../registry/outcome.ts';
import { pushManifest } from '../../registry/pushing/push-manifest.ts';
import { repositoryOf } from '../../registry/pushing/repository-place.ts';
import { atDigest } from '../../registry/references/image-reference.ts';
import type { RegistrySession } from '../../registry/requests/registry-session.ts';
import { refusedImage } from './assembly-failure.ts';

/** Puts an index, whose children are there, under its digest; true: it was not there before. */
export async function putIndex(
  session: RegistrySession,
  target: ImagePlace,
  index: WrittenManifest,
): Promise<Outcome<boolean>> {
  const place = { ...target, reference: atDigest(target.reference, index.digest) };
  const there = await fetchManifest(session, place);
  if (there.kind === 'ok') return succeeded(false);
  if (there.kind !== 'absent') return there;
  const pushed = await pushManifest(session, repositoryOf(target), { manifest: index });
  return pushed.kind === 'ok' ? succeeded(true) : pushed;
}

/**
 * Gives an index its tag, and looks whether the registry then has it there; true: the tag was another's before. Without a tag
 * there is nothing to do.
 */
export async function tagIndex(
  session: RegistrySession,
  target: ImagePlace,
  index: WrittenManifest,
): Promise<Outcome<boolean>> {
  const { tag } = target.reference;
  if (tag === undefined) return succeeded(false);
  const place = { ...target, reference: { ...target.reference, digest: undefined } };
  const before = await fetchManifest(session, place);
  if (before.kind === 'ok' && before.value.digest === index.digest) return succeeded(false);
  // What cannot be read is overwritten, too: a tag that names rubbish.
  if (before.kind !== 'ok' && before.kind !== 'absent' && before.kind !== 'malformed') return before;
  const pushed = await pushManifest(session, repositoryOf(target), { manifest: index, tag });
  if (pushed.kind !== 'ok') return pushed;
  const after = await fetchManifest(session, place);
  if (after.kind !== 'ok') return after;
  return after.value.digest === index.digest ? succeeded(true) : moved(place, index, after.value.digest);
}

function moved({ reference }: ImagePlace, { digest }: WrittenManifest, now: string): RegistryFailure {
  return refusedImage(
    reference,
    `names ${now} after ${digest} was pushed there`,
    'find out who else pushes to this tag, then assemble again',
  );
}
