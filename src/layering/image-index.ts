import { createHash } from 'node:crypto';
import type { Architecture } from './architecture.ts';

export const mediaTypes = {
  ociIndex: 'application/vnd.oci.image.index.v1+json',
  ociManifest: 'application/vnd.oci.image.manifest.v1+json',
  dockerList: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
} as const;

/** The image of one architecture, as its registry shows it. */
export interface ChildImage {
  readonly digest: string;
  /** Of the manifest, in bytes. */
  readonly size: number;
  readonly mediaType: string;
  /** From the image's config, never from a wish. */
  readonly platform: {
    readonly os: string;
    readonly architecture: Architecture;
    readonly variant?: string | undefined;
  };
}

/** An index as it is pushed, byte for byte. */
export interface ImageIndex {
  readonly mediaType: string;
  readonly body: string;
  readonly digest: string;
  readonly size: number;
}

export type AssembledIndex =
  | { readonly ok: true; readonly index: ImageIndex }
  | { readonly ok: false; readonly reason: IndexRefusal; readonly message: string };

export type IndexRefusal = 'NoChildren' | 'DuplicatePlatform' | 'MixedFormats' | 'NestedIndex';

/**
 * One index of the children: the same bytes for the same children in any order, and those that `buildah manifest push` makes
 * of them. What a registry accepts without a word (none, twice the same platform, an index in an index) is refused here.
 */
export function assembleIndex(children: readonly ChildImage[]): AssembledIndex {
  const refusal = refusalOf(children);
  if (refusal !== undefined) return { ok: false, ...refusal };
  const mediaType =
    children[0]?.mediaType === mediaTypes.dockerManifest ? mediaTypes.dockerList : mediaTypes.ociIndex;
  const manifests = [...children].sort(byPlatform).map(entryOf);
  const body = JSON.stringify({ schemaVersion: 2, mediaType, manifests });
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  return { ok: true, index: { mediaType, body, digest, size: Buffer.byteLength(body) } };
}

function refusalOf(
  children: readonly ChildImage[],
): { readonly reason: IndexRefusal; readonly message: string } | undefined {
  if (children.length === 0) return { reason: 'NoChildren', message: 'an index needs at least one image' };
  const nested = children.find(({ mediaType }) => !isManifest(mediaType));
  if (nested !== undefined)
    return {
      reason: 'NestedIndex',
      message: `${nested.digest} (${nested.platform.architecture}) is a ${nested.mediaType}, not the manifest of one image`,
    };
  const formats = new Set(children.map(({ mediaType }) => mediaType));
  if (formats.size > 1)
    return {
      reason: 'MixedFormats',
      message: 'some images are in OCI format and some in Docker format; build all of them in one',
    };
  const platforms = children.map(platformText);
  const twice = platforms.find((text, index) => platforms.indexOf(text) !== index);
  return twice === undefined
    ? undefined
    : { reason: 'DuplicatePlatform', message: `two images are for ${twice}` };
}

function isManifest(mediaType: string): boolean {
  return mediaType === mediaTypes.ociManifest || mediaType === mediaTypes.dockerManifest;
}

/** arm64 and arm64/v8 are one platform. */
function platformText({ platform: { os, architecture, variant } }: ChildImage): string {
  return [os, architecture, variant === 'v8' && architecture === 'arm64' ? undefined : variant]
    .filter((part) => part !== undefined && part !== '')
    .join('/');
}

function byPlatform(one: ChildImage, other: ChildImage): number {
  const key = ({ platform }: ChildImage) =>
    [platform.os, platform.architecture, platform.variant ?? ''].join(' ');
  return key(one) < key(other) ? -1 : 1;
}

/** The members stand in the order in which builders write them: the digest depends on it. */
function entryOf({ mediaType, digest, size, platform }: ChildImage): object {
  const { architecture, os, variant } = platform;
  return {
    mediaType,
    digest,
    size,
    platform: { architecture, os, ...(variant === undefined || variant === '' ? {} : { variant }) },
  };
}
