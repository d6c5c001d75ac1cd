import type { ChildDescriptor } from '../manifests/descriptor.ts';
import { isForeignLayer, manifestKind } from '../manifests/media-types.ts';
import type { ImageIndex, ImageManifest } from '../manifests/parse-manifest.ts';
import { isSamePlatform, type Platform } from '../manifests/platform.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { fetchChild } from '../pulling/fetch-child.ts';
import { type FetchedManifest, fetchManifest, malformed } from '../pulling/fetch-manifest.ts';
import { fetchPlatform } from '../pulling/fetch-platform.ts';
import type { ImagePlace } from '../pulling/image-place.ts';
import { atDigest, printImageReference } from '../references/image-reference.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import type { ImageInfo, ImageInfoPlatform } from './image-info.ts';

/** What was found at one place; the caller adds what was asked for. */
export type InspectedImage = Omit<ImageInfo, 'reference' | 'source'>;

/** Looks into the image at a place: its index, or the config of an image that has none. */
export async function inspectImage(
  session: RegistrySession,
  place: ImagePlace,
  sizes: boolean,
): Promise<Outcome<InspectedImage>> {
  const fetched = await fetchManifest(session, place);
  if (fetched.kind !== 'ok') return fetched;
  const { manifest, digest } = fetched.value;
  const platforms =
    manifest.kind === 'image'
      ? await singlePlatform(session, place, { ...fetched.value, manifest })
      : await indexPlatforms(session, place, { index: manifest, sizes });
  if (platforms.kind !== 'ok') return platforms;
  const { mediaType, kind } = manifest;
  return succeeded({ digest, mediaType, single: kind === 'image', platforms: platforms.value });
}

async function singlePlatform(
  session: RegistrySession,
  place: ImagePlace,
  { manifest, digest, size }: FetchedManifest & { readonly manifest: ImageManifest },
): Promise<Outcome<readonly ImageInfoPlatform[]>> {
  const platform = await fetchPlatform(session, place, manifest);
  if (platform.kind !== 'ok') return platform;
  const { mediaType } = manifest;
  return succeeded([{ ...platform.value, digest, mediaType, size, downloadSize: downloadSize(manifest) }]);
}

/** Bytes of the layers that a registry holds. */
function downloadSize({ layers }: ImageManifest): number {
  const held = layers.filter(({ mediaType }) => !isForeignLayer(mediaType));
  return held.reduce((sum, { size }) => sum + size, 0);
}

async function indexPlatforms(
  session: RegistrySession,
  place: ImagePlace,
  { index, sizes }: { index: ImageIndex; sizes: boolean },
): Promise<Outcome<readonly ImageInfoPlatform[]>> {
  const images = index.children.filter(({ isAttestation }) => !isAttestation);
  if (images.length > session.limits.children)
    return malformed(named(place), `has ${images.length} images, more than ${session.limits.children}`);
  const outcomes = await Promise.all(images.map((child) => childPlatform(session, place, { child, sizes })));
  const platforms: ImageInfoPlatform[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind !== 'ok') return outcome;
    if (outcome.value !== undefined) platforms.push(outcome.value);
  }
  return succeeded(platforms);
}

/** Undefined: the entry is no image to run (an index within, an artifact), which nobody could choose by platform. */
async function childPlatform(
  session: RegistrySession,
  place: ImagePlace,
  { child, sizes }: { child: ChildDescriptor; sizes: boolean },
): Promise<Outcome<ImageInfoPlatform | undefined>> {
  const { mediaType, digest, size, platform } = child;
  if (manifestKind(mediaType) !== 'image') return succeeded(undefined);
  const known = { mediaType, digest, size, downloadSize: undefined };
  if (platform !== undefined && !sizes) return succeeded({ ...platform, ...known });
  const own = await lookInto(session, place, child);
  if (own.kind !== 'ok') return own;
  const { actual, downloadSize } = own.value;
  const claimed = platform ?? actual;
  if (claimed === undefined) return succeeded(undefined);
  const odd = actual === undefined || agrees(claimed, actual) ? {} : { actual };
  return succeeded({ ...claimed, ...known, downloadSize, ...odd });
}

/** A child's own word; `actual` is undefined where its config is not one of an image, or names no architecture. */
async function lookInto(
  session: RegistrySession,
  place: ImagePlace,
  child: ChildDescriptor,
): Promise<Outcome<{ readonly actual: Platform | undefined; readonly downloadSize: number }>> {
  const fetched = await fetchChild(session, place, child);
  if (fetched.kind !== 'ok') return fetched;
  const { manifest } = fetched.value;
  const at = { ...place, reference: atDigest(place.reference, child.digest) };
  if (manifest.kind !== 'image') return malformed(named(at), 'is an index where an image was promised');
  const own = await fetchPlatform(session, at, manifest);
  if (own.kind !== 'ok' && own.kind !== 'malformed') return own;
  return succeeded({
    actual: own.kind === 'ok' ? own.value : undefined,
    downloadSize: downloadSize(manifest),
  });
}

/** Configs rarely name a variant; without one they are taken to mean the entry's. */
function agrees(claimed: Platform, actual: Platform): boolean {
  if (isSamePlatform(claimed, actual)) return true;
  return (
    actual.variant === undefined && claimed.os === actual.os && claimed.architecture === actual.architecture
  );
}

function named({ reference }: ImagePlace) {
  return { repository: reference, asked: `manifest of ${printImageReference(reference)}` };
}
