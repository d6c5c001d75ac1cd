import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  contentSource,
  type Descriptor,
  digestOf,
  dockerList,
  dockerManifest,
  type ImagePlace,
  type Outcome,
  ociIndex,
  ociManifest,
  type Platform,
  printFailure,
  type RegistryWriter,
  repositoryOf,
  type WrittenManifest,
} from '@archipelago/oci-registry';

/** An image of one platform. */
interface TestPlatform extends Platform {
  /** Bytes of its layer before it is packed; they do not get fewer by it. */
  readonly bytes?: number;
  /** What its entry in an index says instead of the truth. */
  readonly claimed?: Platform;
  /** The entry in an index says nothing of its platform. */
  readonly unnamed?: true;
}

/** What a test pushes. */
export interface TestImage {
  readonly platforms: readonly TestPlatform[];
  readonly format?: 'oci' | 'docker';
  /** A statement per platform, as BuildKit makes them. */
  readonly attestations?: boolean;
  /** No index: there must be one platform. */
  readonly single?: boolean;
  /** Of each manifest. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** How many layers each config describes; as many as there are when absent. */
  readonly describedLayers?: number;
  /** Of each config. */
  readonly labels?: Readonly<Record<string, string>>;
}

interface Blob extends Descriptor {
  readonly content: Uint8Array;
}

interface Part {
  readonly manifest: WrittenManifest;
  readonly blobs: readonly Blob[];
  readonly entry: object;
}

const types = {
  oci: {
    index: ociIndex,
    manifest: ociManifest,
    config: 'application/vnd.oci.image.config.v1+json',
    layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  },
  docker: {
    index: dockerList,
    manifest: dockerManifest,
    config: 'application/vnd.docker.container.image.v1+json',
    layer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  },
} as const;

/** Makes the image and pushes it to a place with a tag; returns the digest the tag has then. Throws when that fails. */
export async function pushTestImage(
  writer: RegistryWriter,
  place: ImagePlace,
  image: TestImage,
): Promise<string> {
  const parts = partsOf(image);
  const [first] = parts;
  if (first === undefined) throw new Error('an image has a platform');
  const within = repositoryOf(place);
  for (const { blobs, manifest } of parts) {
    for (const blob of blobs)
      must(
        await writer.pushBlob(
          within,
          blob,
          contentSource(() => [blob.content]),
        ),
      );
    must(await writer.pushManifest(within, manifest));
  }
  const root = image.single === true ? first.manifest : indexOf(image, parts);
  must(await writer.pushManifest(within, root, place.reference.tag));
  return root.digest;
}

function must(outcome: Outcome<unknown>): void {
  if (outcome.kind !== 'ok') throw new Error(printFailure(outcome));
}

function partsOf({ platforms, attestations = false, ...image }: TestImage): readonly Part[] {
  const parts = platforms.map((platform) => partOf(platform, image));
  return attestations ? [...parts, ...parts.map(attestationOf)] : parts;
}

function indexOf({ format = 'oci' }: TestImage, parts: readonly Part[]): WrittenManifest {
  const mediaType = types[format].index;
  const manifests = parts.map(({ entry }) => entry);
  return manifestOf(mediaType, { schemaVersion: 2, mediaType, manifests });
}

function partOf(
  { bytes = 1000, claimed, unnamed, ...platform }: TestPlatform,
  { format = 'oci', labels, annotations, describedLayers = 1 }: Omit<TestImage, 'platforms'>,
): Part {
  const { manifest: mediaType, config, layer } = types[format];
  // the same platform has the same layer in every run, and nothing can make it smaller
  const files = createHash('shake256', { outputLength: bytes }).update(JSON.stringify(platform)).digest();
  const layerBlob = blobOf(layer, gzipSync(files));
  const diff_ids = Array(describedLayers).fill(digestOf(files));
  const configBlob = blobOf(
    config,
    jsonOf({
      created: '1970-01-01T00:00:00Z',
      ...platform,
      config: labels === undefined ? {} : { Labels: labels },
      rootfs: { type: 'layers', diff_ids },
    }),
  );
  const manifest = manifestOf(mediaType, {
    schemaVersion: 2,
    mediaType,
    config: bare(configBlob),
    layers: [bare(layerBlob)],
    ...(annotations === undefined ? {} : { annotations }),
  });
  const named = unnamed === true ? {} : { platform: claimed ?? platform };
  return { manifest, blobs: [configBlob, layerBlob], entry: { ...bare(manifest), ...named } };
}

function attestationOf({ manifest: subject }: Part): Part {
  const { manifest: mediaType, config } = types.oci;
  const statement = blobOf('application/vnd.in-toto+json', jsonOf({ subject: subject.digest }));
  const platform = { architecture: 'unknown', os: 'unknown' };
  const configBlob = blobOf(
    config,
    jsonOf({ ...platform, rootfs: { type: 'layers', diff_ids: [statement.digest] } }),
  );
  const manifest = manifestOf(mediaType, {
    schemaVersion: 2,
    mediaType,
    config: bare(configBlob),
    layers: [bare(statement)],
  });
  const annotations = {
    'vnd.docker.reference.digest': subject.digest,
    'vnd.docker.reference.type': 'attestation-manifest',
  };
  return { manifest, blobs: [configBlob, statement], entry: { ...bare(manifest), annotations, platform } };
}

function manifestOf(mediaType: string, document: object): WrittenManifest {
  const bytes = jsonOf(document);
  return { mediaType, digest: digestOf(bytes), size: bytes.length, bytes };
}

function blobOf(mediaType: string, content: Uint8Array): Blob {
  return { mediaType, digest: digestOf(content), size: content.length, content };
}

function bare({ mediaType, digest, size }: Descriptor): Descriptor {
  return { mediaType, digest, size };
}

function jsonOf(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
