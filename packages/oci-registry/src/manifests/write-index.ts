import { accepted, type Parsed, refusal } from '../outcomes/parsed.ts';
import { digestOf } from '../references/digest.ts';
import type { Descriptor } from './descriptor.ts';
import { indexTypeFor } from './parse-manifest.ts';
import { comparePlatforms, isSamePlatform, type Platform, printPlatform } from './platform.ts';

/** A manifest ready to push. */
export interface WrittenManifest extends Descriptor {
  readonly bytes: Uint8Array;
}

/** A child of an index to write. */
export interface IndexChild extends Descriptor {
  readonly platform: Platform;
}

/**
 * Writes the index of these children: an OCI index of OCI manifests, a Docker list of Docker manifests. Entries are sorted by
 * platform, fields have one order and nothing depends on time, so that equal children give equal bytes and one digest
 * (the same as `buildah manifest push` of children added in that order). Refuses what registries accept and no reader can use:
 * no children, one platform twice, formats mixed, an index within.
 */
export function writeIndex(children: readonly IndexChild[]): Parsed<WrittenManifest> {
  const sorted = [...children].sort((one, other) => comparePlatforms(one.platform, other.platform));
  const [first] = sorted;
  if (first === undefined)
    return refusal('manifests', '', 'an index of no image cannot be pulled', 'name a child');
  const twice = sorted.find(({ platform }, index) =>
    sorted.slice(0, index).some((before) => isSamePlatform(before.platform, platform)),
  );
  if (twice !== undefined)
    return refusal('platform', printPlatform(twice.platform), 'is there twice', 'name each platform once');
  const mediaType = indexTypeFor(first.mediaType);
  const odd = sorted.find((child) => child.mediaType !== first.mediaType);
  if (mediaType === undefined || odd !== undefined)
    return refusal(
      'mediaType',
      (odd ?? first).mediaType,
      'is not the format of an image that the other children have',
      'build all children as OCI images, or all as Docker images',
    );
  return accepted(encode(mediaType, sorted));
}

function encode(mediaType: string, children: readonly IndexChild[]): WrittenManifest {
  const manifests = children.map(({ mediaType: type, digest, size, platform }) => {
    const { os, architecture, variant } = platform;
    const shown = { architecture, os, ...(variant === undefined ? {} : { variant }) };
    return { mediaType: type, digest, size, platform: shown };
  });
  const bytes = new TextEncoder().encode(JSON.stringify({ schemaVersion: 2, mediaType, manifests }));
  return { mediaType, digest: digestOf(bytes), size: bytes.length, bytes };
}
