import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { digestOf } from './content-digest.ts';
import { imageMediaTypes, oci } from './image-media-types.ts';
import { storedGzip, tarOf } from './layer-archive.ts';

/** A platform of a synthetic image. */
interface PlatformContent {
  /** `linux` when absent. */
  readonly os?: string;
  readonly architecture: string;
  readonly variant?: string;
  /** Bytes the layer's descriptor claims. Simulated: the layer held stays a few hundred bytes, so copying tools may notice. */
  readonly size?: number;
  /** Any text; another one gives another digest. */
  readonly revision?: string;
  /** Of its config, besides the mark of what is simulated. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** What a synthetic image is made of. */
export interface ImageContent {
  readonly platforms: readonly PlatformContent[];
  /** `oci` when absent. */
  readonly format?: 'oci' | 'docker';
  /** Adds an entry for platform unknown/unknown per image, as builders do for provenance. Makes it an index. */
  readonly attestations?: boolean;
  /** An index even with one platform. */
  readonly index?: boolean;
}

/** Bytes under a media type. */
export interface StoredManifest {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** All parts of an image, children before the index that names them. */
export interface BuiltImage {
  readonly blobs: readonly Uint8Array[];
  /** The last one is what a tag points to. */
  readonly manifests: readonly StoredManifest[];
}

interface BuiltPart extends StoredManifest {
  readonly blobs: readonly Uint8Array[];
  /** The part's entry in an index. */
  readonly entry: JsonObject;
}

/** The same mark as on everything in a sandbox that only plays its part. */
const simulated = { 'archipelago.dev/simulated': 'true' };

function json(value: JsonValue): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function descriptor(mediaType: string, bytes: Uint8Array): JsonObject {
  return { mediaType, digest: digestOf(bytes), size: bytes.length };
}

function configOf(
  { os = 'linux', architecture, variant, revision, labels }: PlatformContent,
  tar: Uint8Array,
) {
  return json({
    created: '1970-01-01T00:00:00Z',
    architecture,
    os,
    ...(variant === undefined ? {} : { variant }),
    config: { Labels: { ...simulated, ...(revision === undefined ? {} : { revision }), ...labels } },
    rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
    // builders count layers by it
    history: [{ created: '1970-01-01T00:00:00Z', created_by: 'simulated' }],
  });
}

/** Docker's manifests have no annotations: there only the config's labels say that the image is simulated. */
function manifestOf(format: 'oci' | 'docker', config: JsonObject, layer: JsonObject): StoredManifest {
  const types = imageMediaTypes[format];
  const annotations = format === 'oci' ? { annotations: simulated } : {};
  const bytes = json({
    schemaVersion: 2,
    mediaType: types.manifest,
    config,
    layers: [{ ...layer, ...annotations }],
    ...annotations,
  });
  return { mediaType: types.manifest, bytes };
}

function buildPlatform(platform: PlatformContent, format: 'oci' | 'docker'): BuiltPart {
  const types = imageMediaTypes[format];
  const { os = 'linux', architecture, variant, size, revision = '' } = platform;
  const tar = tarOf(
    'simulated.txt',
    `simulated layer of ${os}/${architecture}/${variant ?? ''} ${revision}\n`,
  );
  const layer = storedGzip(tar);
  const config = configOf(platform, tar);
  const claimed = { ...descriptor(types.layer, layer), ...(size === undefined ? {} : { size }) };
  const manifest = manifestOf(format, descriptor(types.config, config), claimed);
  const named = { architecture, os, ...(variant === undefined ? {} : { variant }) };
  const entry = { ...descriptor(manifest.mediaType, manifest.bytes), platform: named };
  return { ...manifest, blobs: [config, layer], entry };
}

/** A statement about an image, as BuildKit attaches it: an OCI manifest for no platform. */
function attestationOf(subject: BuiltPart): BuiltPart {
  const digest = digestOf(subject.bytes);
  const statement = json({
    _type: 'https://in-toto.io/Statement/v0.1',
    predicateType: 'https://slsa.dev/provenance/v0.2',
    subject: [{ name: 'simulated', digest: { sha256: digest.replace('sha256:', '') } }],
    predicate: {},
  });
  const unknown = { architecture: 'unknown', os: 'unknown' };
  const config = json({
    ...unknown,
    config: {},
    rootfs: { type: 'layers', diff_ids: [digestOf(statement)] },
  });
  const layer = descriptor('application/vnd.in-toto+json', statement);
  const manifest = manifestOf('oci', descriptor(oci.config, config), layer);
  const annotations = {
    'vnd.docker.reference.type': 'attestation-manifest',
    'vnd.docker.reference.digest': digest,
  };
  const entry = { ...descriptor(manifest.mediaType, manifest.bytes), platform: unknown, annotations };
  return { ...manifest, blobs: [config, statement], entry };
}

/** Makes the parts of an image. Nothing depends on time or chance: the same content gives the same bytes. */
export function buildImage(content: ImageContent): BuiltImage {
  const { format = 'oci', attestations = false, index = false } = content;
  const images = content.platforms.map((platform) => buildPlatform(platform, format));
  const parts = [...images, ...(attestations ? images.map(attestationOf) : [])];
  const blobs = parts.flatMap((part) => part.blobs);
  const children = parts.map(({ mediaType, bytes }) => ({ mediaType, bytes }));
  if (parts.length === 1 && !index) return { blobs, manifests: children };
  const { index: mediaType } = imageMediaTypes[format];
  const annotations = format === 'oci' ? { annotations: simulated } : {};
  const manifests = parts.map(({ entry }) => entry);
  const bytes = json({ schemaVersion: 2, mediaType, manifests, ...annotations });
  return { blobs, manifests: [...children, { mediaType, bytes }] };
}
