import { digestOf } from '../digest.ts';
import type { Descriptor } from '../manifests/descriptor.ts';
import { isImageConfig } from '../manifests/media-types.ts';
import { type ImageManifest, parseJson } from '../manifests/parse-manifest.ts';
import { type Platform, readPlatform } from '../manifests/platform.ts';
import { type Outcome, succeeded } from '../outcome.ts';
import { printImageReference } from '../references/image-reference.ts';
import { readBody } from '../requests/read-body.ts';
import type { RegistryCall } from '../requests/registry-call.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import { attempt, malformed } from './fetch-manifest.ts';
import type { ImagePlace } from './image-place.ts';

/** What an image of one platform says it runs on, in its config. */
export function fetchPlatform(
  session: RegistrySession,
  place: ImagePlace,
  { config }: Pick<ImageManifest, 'config'>,
): Promise<Outcome<Platform>> {
  const call = configCall(place, config);
  const { configBytes } = session.limits;
  const wrong = configMistake(config, configBytes);
  if (wrong !== undefined) return Promise.resolve(malformed(call, ...wrong));
  return attempt(session, call, async (answer) => {
    const bytes = await readBody(answer.body, configBytes);
    if (bytes === undefined || digestOf(bytes, config.digest) !== config.digest)
      return malformed(call, `is not the content of ${config.digest}`);
    const platform = readPlatform(parseJson(bytes));
    return platform === undefined ? malformed(call, 'names no architecture') : succeeded(platform);
  });
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
