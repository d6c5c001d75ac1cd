import { isJsonObject, type JsonObject, type JsonValue, textAt } from '@archipelago/apimachinery';
import { accepted, type Parsed, refusal } from '../outcomes/parsed.ts';
import { parseDigest } from '../references/digest.ts';
import { type Platform, readPlatform } from './platform.ts';

/** A reference to content by digest (OCI image specification, "Content Descriptors"). */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** An entry of an index. */
export interface ChildDescriptor extends Descriptor {
  readonly platform: Platform | undefined;
  /** Not an image to run but a statement about one (a build's provenance, a list of parts). */
  readonly isAttestation: boolean;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Reads a descriptor; `field` is where it stands, for messages. */
export function parseDescriptor(value: JsonValue | undefined, field: string): Parsed<Descriptor> {
  if (!isJsonObject(value))
    return refusal(field, String(value), 'is no descriptor', 'push the image again with another tool');
  const { mediaType, digest, size } = value;
  const checked = parseDigest(textAt(digest), `${field}.digest`);
  if (checked.kind === 'refused') return checked;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    return refusal(
      `${field}.size`,
      String(size),
      'is no number of bytes',
      'push the image again with another tool',
    );
  return accepted({ mediaType: textAt(mediaType), digest: checked.value, size });
}

/** Reads an entry of an index. */
export function parseChild(value: JsonValue | undefined, field: string): Parsed<ChildDescriptor> {
  const descriptor = parseDescriptor(value, field);
  if (descriptor.kind === 'refused' || !isJsonObject(value)) return refusedOr(descriptor, field);
  const annotations = readAnnotations(value);
  const platform = readPlatform(value.platform);
  const isAttestation =
    Object.hasOwn(annotations, 'vnd.docker.reference.type') ||
    (platform?.os === 'unknown' && platform.architecture === 'unknown');
  return accepted({ ...descriptor.value, platform, isAttestation, annotations });
}

function refusedOr(descriptor: Parsed<Descriptor>, field: string): Parsed<ChildDescriptor> {
  return descriptor.kind === 'refused' ? descriptor : refusal(field, '', 'is no descriptor', 'push it again');
}

function readAnnotations({ annotations }: JsonObject): Readonly<Record<string, string>> {
  if (!isJsonObject(annotations)) return {};
  const texts = Object.entries(annotations).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
