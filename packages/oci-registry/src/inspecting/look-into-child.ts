import { isForeignLayer } from '../manifests/media-types.ts';
import type { ImageManifest } from '../manifests/parse-manifest.ts';
import type { Platform } from '../manifests/platform.ts';
import type { WrittenManifest } from '../manifests/write-index.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { fetchConfig } from '../pulling/fetch-config.ts';
import { type FetchedManifest, fetchManifest } from '../pulling/fetch-manifest.ts';
import { hasBlob } from '../pulling/has-blob.ts';
import type { ImagePlace } from '../pulling/image-place.ts';
import { repositoryOf } from '../pulling/repository-place.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { baseDigestOf } from './base-digest.ts';
import { refusedImage } from './refused-image.ts';

/** An image of one platform as a registry has it, with its manifest. */
export interface LookedIntoChild extends WrittenManifest {
  /** What its own config says. */
  readonly platform: Platform;
  /** Of its config. */
  readonly labels: Readonly<Record<string, string>>;
  /** How many layers its manifest names, and its config describes; undefined: the config does not say. */
  readonly layers: { readonly named: number; readonly described: number | undefined };
  /** The image it says it was built from. */
  readonly baseDigest: string | undefined;
  /** Config and layers that the repository does not hold. */
  readonly missingBlobs: readonly string[];
}

/** Looks at everything an image is made of; `push`: with the right to push, which one token then stands for. */
export async function lookIntoChild(
  session: RegistrySession,
  place: ImagePlace,
  push: boolean,
): Promise<Outcome<LookedIntoChild>> {
  const fetched = await fetchManifest(session, place);
  return fetched.kind === 'ok' ? lookInto(session, { place, push, fetched: fetched.value }) : fetched;
}

/** The same of a manifest that is known already. */
export async function lookInto(
  session: RegistrySession,
  {
    place,
    push,
    fetched,
  }: { readonly place: ImagePlace; readonly push: boolean; readonly fetched: FetchedManifest },
): Promise<Outcome<LookedIntoChild>> {
  const { manifest, ...content } = fetched;
  if (manifest.kind === 'index')
    return refusedImage(
      place.reference,
      'is an index where an image was promised',
      'name an image of one platform',
    );
  const config = await fetchConfig(session, place, manifest);
  if (config.kind !== 'ok') return config;
  const missing = await missingBlobs(session, { place, push }, manifest);
  if (missing.kind !== 'ok') return missing;
  const { platform, labels, layers } = config.value;
  return succeeded({
    ...content,
    mediaType: manifest.mediaType,
    platform,
    labels,
    layers: { named: manifest.layers.length, described: layers },
    baseDigest: baseDigestOf(manifest.annotations, labels),
    missingBlobs: missing.value,
  });
}

async function missingBlobs(
  session: RegistrySession,
  { place, push }: { readonly place: ImagePlace; readonly push: boolean },
  { config, layers }: ImageManifest,
): Promise<Outcome<readonly string[]>> {
  const held = new Map([config, ...layers].map((blob) => [blob.digest, blob]));
  const blobs = [...held.values()].filter(({ mediaType }) => !isForeignLayer(mediaType));
  const within = repositoryOf(place);
  const found = await Promise.all(blobs.map((blob) => hasBlob(session, within, blob, push)));
  const missing: string[] = [];
  for (const [index, has] of found.entries()) {
    if (has.kind !== 'ok') return has;
    if (!has.value) missing.push(blobs[index]?.digest ?? '');
  }
  return succeeded(missing);
}
