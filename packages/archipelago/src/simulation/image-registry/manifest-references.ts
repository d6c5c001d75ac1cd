import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@archipelago/apimachinery';
import type { StoredManifest } from './build-image.ts';
import { isDigest } from './content-digest.ts';
import { docker, manifestKind } from './image-media-types.ts';

/** What a manifest names by digest. */
interface ManifestReferences {
  readonly blobs: readonly string[];
  readonly manifests: readonly string[];
}

interface Problem {
  readonly problem: string;
}

const MOST_ENTRIES = 1000;

function parseDocument(bytes: Uint8Array): { readonly document: JsonObject } | Problem {
  try {
    const document = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isJsonObject(document) ? { document } : { problem: 'no JSON object' };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Docker's documents name their media type; OCI's may. None may say something else than the request. */
function hasType({ mediaType }: JsonObject, expected: string): boolean {
  const isDocker = expected === docker.manifest || expected === docker.index;
  return mediaType === expected || (!isDocker && (mediaType === undefined || mediaType === ''));
}

/** Layers that are fetched from elsewhere. */
function isForeign({ mediaType, urls }: JsonObject): boolean {
  return /\.(foreign|nondistributable)\./.test(String(mediaType)) && Array.isArray(urls) && urls.length > 0;
}

function descriptorsOf(value: JsonValue | undefined, field: string): readonly JsonObject[] | Problem {
  if (!Array.isArray(value) || value.length > MOST_ENTRIES)
    return { problem: `${field} is no list of at most ${MOST_ENTRIES} entries` };
  const descriptors = value.filter(isDescriptor);
  return descriptors.length === value.length
    ? descriptors
    : { problem: `${field} has an entry that is no descriptor` };
}

function isDescriptor(value: unknown): value is JsonObject {
  return isJsonObject(value) && typeof value.digest === 'string' && isDigest(value.digest);
}

function digests(descriptors: readonly JsonObject[]): readonly string[] {
  return descriptors.map(({ digest }) => String(digest));
}

function imageReferences(document: JsonObject): ManifestReferences | Problem {
  if ('manifests' in document) return { problem: 'an image with manifests' };
  const { config } = document;
  if (!isDescriptor(config)) return { problem: 'config is no descriptor' };
  const layers = descriptorsOf(document.layers, 'layers');
  if ('problem' in layers) return layers;
  const held = layers.filter((layer) => !isForeign(layer));
  return { blobs: digests([config, ...held]), manifests: [] };
}

function indexReferences(document: JsonObject): ManifestReferences | Problem {
  if ('config' in document || 'layers' in document) return { problem: 'an index with config or layers' };
  const children = descriptorsOf(document.manifests, 'manifests');
  return 'problem' in children ? children : { blobs: [], manifests: digests(children) };
}

/** Reads what a pushed manifest refers to, or says why it is none. */
export function manifestReferences({ mediaType, bytes }: StoredManifest): ManifestReferences | Problem {
  const kind = manifestKind(mediaType);
  if (kind === undefined) return { problem: `unknown media type ${mediaType}` };
  const parsed = parseDocument(bytes);
  if ('problem' in parsed) return parsed;
  const { document } = parsed;
  if (document.schemaVersion !== 2) return { problem: 'schemaVersion is not 2' };
  if (!hasType(document, mediaType)) return { problem: `mediaType is not ${mediaType}` };
  return kind === 'image' ? imageReferences(document) : indexReferences(document);
}
