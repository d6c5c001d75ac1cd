import { isJsonObject, type JsonObject, type JsonValue, objectAt, textAt } from '@archipelago/apimachinery';
import { accepted, type Parsed, refusal } from '../outcomes/parsed.ts';
import { type ChildDescriptor, type Descriptor, parseChild, parseDescriptor } from './descriptor.ts';
import {
  bareMediaType,
  dockerList,
  dockerManifest,
  manifestKind,
  ociIndex,
  ociManifest,
} from './media-types.ts';

/** An image of one platform. */
export interface ImageManifest {
  readonly kind: 'image';
  readonly mediaType: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly annotations: JsonObject;
}

/** An OCI index or Docker manifest list. */
export interface ImageIndex {
  readonly kind: 'index';
  readonly mediaType: string;
  readonly children: readonly ChildDescriptor[];
  readonly annotations: JsonObject;
}

export type Manifest = ImageManifest | ImageIndex;

const field = 'manifest';
const pushAgain = 'push the image again with another tool';

/** More entries than any image has; what is beyond is made to exhaust its reader. */
const mostEntries = 1000;

/**
 * Reads a manifest or index. The document's own `mediaType` and the registry's Content-Type must agree where both name a manifest,
 * and a document that could be read as both kinds is refused: two readers must not see two images under one digest.
 */
export function parseManifest(bytes: Uint8Array, contentType: string | undefined): Parsed<Manifest> {
  const document = parseJson(bytes);
  if (!isJsonObject(document)) return refusal(field, start(bytes), 'is no JSON object', pushAgain);
  if ('manifests' in document && ('config' in document || 'layers' in document))
    return refusal(field, start(bytes), 'has both manifests and layers', pushAgain);
  const mediaType = mediaTypeOf(document, bareMediaType(contentType));
  return mediaType.kind === 'refused' ? mediaType : parseAs(document, mediaType.value);
}

/** JSON of a registry's answer or a user's file; undefined when it is none. */
export function parseJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function start(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 80));
}

function mediaTypeOf(document: JsonObject, header: string): Parsed<string> {
  const own = textAt(document, 'mediaType');
  if (manifestKind(own) !== undefined && manifestKind(header) !== undefined && own !== header)
    return refusal('mediaType', own, `is not what the registry says it is, ${header}`, pushAgain);
  const named = [own, header].find((type) => manifestKind(type) !== undefined);
  if (named !== undefined) return accepted(named);
  if ('manifests' in document) return accepted(ociIndex);
  if ('config' in document) return accepted(ociManifest);
  return refusal('mediaType', own || header, 'is no manifest or index of an image', 'name a container image');
}

function parseAs(document: JsonObject, mediaType: string): Parsed<Manifest> {
  switch (manifestKind(mediaType)) {
    case 'index':
      return 'manifests' in document
        ? parseIndex(document, mediaType)
        : refusal('manifests', '', 'is missing', pushAgain);
    case 'image':
      return parseImage(document, mediaType);
    default:
      return refusal(
        'mediaType',
        mediaType,
        'is the first Docker format, which has no digest of its parts',
        'push the image again with a tool of this decade',
      );
  }
}

function parseIndex(document: JsonObject, mediaType: string): Parsed<ImageIndex> {
  const children = parseList(document.manifests, 'manifests', parseChild);
  if (children.kind === 'refused') return children;
  return accepted({
    kind: 'index',
    mediaType,
    children: children.value,
    annotations: annotationsOf(document),
  });
}

function parseImage(document: JsonObject, mediaType: string): Parsed<ImageManifest> {
  const config = parseDescriptor(document.config, 'config');
  if (config.kind === 'refused') return config;
  const layers = parseList(document.layers ?? [], 'layers', parseDescriptor);
  if (layers.kind === 'refused') return layers;
  const annotations = annotationsOf(document);
  return accepted({ kind: 'image', mediaType, config: config.value, layers: layers.value, annotations });
}

function annotationsOf({ annotations }: JsonObject): JsonObject {
  return objectAt(annotations);
}

function parseList<T>(
  value: JsonValue | undefined,
  name: string,
  parse: (entry: JsonValue | undefined, field: string) => Parsed<T>,
): Parsed<readonly T[]> {
  if (!Array.isArray(value)) return refusal(name, String(value), 'is no list', pushAgain);
  if (value.length > mostEntries)
    return refusal(name, `${value.length} entries`, `are more than ${mostEntries}`, pushAgain);
  const read: T[] = [];
  for (const [index, entry] of value.entries()) {
    const parsed = parse(entry, `${name}[${index}]`);
    if (parsed.kind === 'refused') return parsed;
    read.push(parsed.value);
  }
  return accepted(read);
}

/** The media type of an index whose children have this one; undefined when they are of another format or none. */
export function indexTypeFor(childType: string): string | undefined {
  if (childType === ociManifest) return ociIndex;
  return childType === dockerManifest ? dockerList : undefined;
}
