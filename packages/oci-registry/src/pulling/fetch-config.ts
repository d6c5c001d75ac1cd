import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { Descriptor } from '../manifests/descriptor.ts';
import { isImageConfig } from '../manifests/media-types.ts';
import { type ImageManifest, parseJson } from '../manifests/parse-manifest.ts';
import { type Platform, readPlatform } from '../manifests/platform.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { digestOf } from '../references/digest.ts';
import { printImageReference } from '../references/image-reference.ts';
import { readBody } from '../requests/read-body.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { attempt, malformed } from './fetch-manifest.ts';
import type { ImagePlace } from './image-place.ts';

/** What an image's config says, as far as it is asked for. */
interface ImageConfig {
  readonly platform: Platform;
  readonly labels: Readonly<Record<string, string>>;
  /** How many layers it describes; undefined: it does not say. */
  readonly layers: number | undefined;
}

/** The config of an image of one platform. */
export function fetchConfig(
  session: RegistrySession,
  place: ImagePlace,
  { config }: Pick<ImageManifest, 'config'>,
): Promise<Outcome<ImageConfig>> {
  const call = configCall(place, config);
  const { configBytes } = session.limits;
  const wrong = configMistake(config, configBytes);
  if (wrong !== undefined) return Promise.resolve(malformed(call, ...wrong));
  return attempt(session, call, async (answer) => {
    const bytes = await readBody(answer.body, configBytes);
    // of another length it is not to be trusted either (OCI image specification, "Content Descriptors")
    if (bytes?.length !== config.size || digestOf(bytes, config.digest) !== config.digest)
      return malformed(call, `is not the content of ${config.digest}, ${config.size} bytes`);
    const document = parseJson(bytes);
    const platform = readPlatform(document);
    if (platform === undefined) return malformed(call, 'names no architecture');
    return succeeded({ platform, labels: labelsOf(document), layers: layersOf(document) });
  });
}

function labelsOf(document: JsonValue | undefined): ImageConfig['labels'] {
  const config = isJsonObject(document) ? document.config : undefined;
  const labels = isJsonObject(config) ? config.Labels : undefined;
  if (!isJsonObject(labels)) return {};
  const texts = Object.entries(labels).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

function layersOf(document: JsonValue | undefined): number | undefined {
  const rootfs = isJsonObject(document) ? document.rootfs : undefined;
  const diffIds = isJsonObject(rootfs) ? rootfs.diff_ids : undefined;
  return Array.isArray(diffIds) ? diffIds.length : undefined;
}

function configMistake({ mediaType, size }: Descriptor, most: number): [string, string?] | undefined {
  if (!isImageConfig(mediaType)) return [`has the media type ${mediaType}`, 'name a container image'];
  return size > most ? [`is larger than ${most} bytes`] : undefined;
}

function configCall(
  { reference, insecure, access, signal }: ImagePlace,
  { digest }: Descriptor,
): RegistryCall {
  return {
    repository: reference,
    insecure,
    access,
    method: 'GET',
    target: `${reference.repository}/blobs/${digest}`,
    asked: `config of ${printImageReference(reference)}`,
    signal,
  };
}
