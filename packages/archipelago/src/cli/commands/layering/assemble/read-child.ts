import {
  atDigest,
  type FetchedManifest,
  fetchChild,
  fetchManifest,
  fromAnySource,
  type ImageIndex,
  type ImagePlace,
  isSamePlatform,
  type LookedIntoChild,
  lookInto,
  type Outcome,
  type Platform,
  printPlatform,
  type RegistryAccess,
  type RegistryRule,
  type RegistrySession,
  refusedImage,
  succeeded,
} from '@archipelago/oci-registry';
import type { PromisedChild } from './parse-assembly.ts';

/** How registries are asked during an assembly. */
export interface AssemblyWays {
  readonly session: RegistrySession;
  /** Where children are read. */
  readonly source: RegistryAccess;
  /** Where the result goes. */
  readonly target: RegistryAccess;
  readonly rules: readonly RegistryRule[];
  readonly signal: AbortSignal;
}

/** A child as it is, next to what was promised. From here on a tag that moves changes nothing. */
export interface ReadChild extends LookedIntoChild {
  readonly promised: PromisedChild;
  /** Where it was read, by digest. */
  readonly place: ImagePlace;
  /** Attestations in the index it was taken from: they are about images, not part of one, and stay there. */
  readonly attestations: number;
}

interface FetchedChild {
  readonly child: FetchedManifest;
  readonly attestations: number;
}

/** Reads a promised child where it is, mirrors first; of an index the entry of the promised platform. */
export function readChild(
  { session, source, rules, signal }: AssemblyWays,
  promised: PromisedChild,
): Promise<Outcome<ReadChild>> {
  return fromAnySource(promised.reference, rules, async ({ reference, insecure }) => {
    const named: ImagePlace = { reference, insecure, access: source, signal };
    const fetched = await fetchImage(session, named, promised.platform);
    if (fetched.kind !== 'ok') return fetched;
    const { child, attestations } = fetched.value;
    const place = { ...named, reference: atDigest(reference, child.digest) };
    const looked = await lookInto(session, { place, push: false, fetched: child });
    return looked.kind === 'ok' ? succeeded({ ...looked.value, promised, place, attestations }) : looked;
  });
}

async function fetchImage(
  session: RegistrySession,
  place: ImagePlace,
  platform: Platform,
): Promise<Outcome<FetchedChild>> {
  const fetched = await fetchManifest(session, place);
  if (fetched.kind !== 'ok') return fetched;
  const { manifest } = fetched.value;
  if (manifest.kind === 'image') return succeeded({ child: fetched.value, attestations: 0 });
  const { reference } = place;
  const entries = imagesOf(manifest);
  const [entry, ...more] = entries.filter((each) => isSamePlatform(each.platform, platform));
  const wanted = printPlatform(platform);
  if (entry === undefined) {
    const has = entries.map((each) => printPlatform(each.platform)).join(', ') || 'none at all';
    return refusedImage(
      reference,
      `is an index without an image for ${wanted}; it has ${has}`,
      'name one that has it',
    );
  }
  if (more.length > 0)
    return refusedImage(
      reference,
      `has ${more.length + 1} images for ${wanted}`,
      'name one of them by its digest',
    );
  const child = await fetchChild(session, place, entry);
  if (child.kind !== 'ok') return child;
  const attestations = manifest.children.filter(({ isAttestation }) => isAttestation).length;
  return succeeded({ child: child.value, attestations });
}

function imagesOf({ children }: ImageIndex) {
  return children.flatMap(({ platform, isAttestation, digest, size }) =>
    platform === undefined || isAttestation ? [] : [{ platform, digest, size }],
  );
}
