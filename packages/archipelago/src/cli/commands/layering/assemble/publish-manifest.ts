import {
  atDigest,
  fetchManifest,
  type ImagePlace,
  type Outcome,
  pushManifest,
  type RegistryFailure,
  type RegistrySession,
  refusedImage,
  repositoryOf,
  succeeded,
  type WrittenManifest,
} from '@archipelago/oci-registry';

/** Puts a manifest, whose parts are there, under its digest; true: it was not there before. */
export async function putManifest(
  session: RegistrySession,
  target: ImagePlace,
  manifest: WrittenManifest,
): Promise<Outcome<boolean>> {
  const place = { ...target, reference: atDigest(target.reference, manifest.digest) };
  const there = await fetchManifest(session, place);
  if (there.kind === 'ok') return succeeded(false);
  if (there.kind !== 'absent') return there;
  const pushed = await pushManifest(session, repositoryOf(target), { manifest });
  return pushed.kind === 'ok' ? succeeded(true) : pushed;
}

/** Gives a manifest a tag, and looks whether the registry then has it there; true: the tag was not its own before. */
export async function tagManifest(
  session: RegistrySession,
  target: ImagePlace,
  { manifest, tag }: { readonly manifest: WrittenManifest; readonly tag: string },
): Promise<Outcome<boolean>> {
  const place = { ...target, reference: { ...target.reference, tag, digest: undefined } };
  const before = await fetchManifest(session, place);
  if (before.kind === 'ok' && before.value.digest === manifest.digest) return succeeded(false);
  // What cannot be read is overwritten, too: a tag that names rubbish.
  if (before.kind !== 'ok' && before.kind !== 'absent' && before.kind !== 'malformed') return before;
  const pushed = await pushManifest(session, repositoryOf(target), { manifest, tag });
  if (pushed.kind !== 'ok') return pushed;
  const after = await fetchManifest(session, place);
  if (after.kind !== 'ok') return after;
  return after.value.digest === manifest.digest
    ? succeeded(true)
    : moved(place, manifest, after.value.digest);
}

function moved({ reference }: ImagePlace, { digest }: WrittenManifest, now: string): RegistryFailure {
  return refusedImage(
    reference,
    `names ${now} after ${digest} was pushed there`,
    'find out who else pushes to this tag, then assemble again',
  );
}
