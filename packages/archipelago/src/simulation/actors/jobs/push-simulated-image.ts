import {
  accepted,
  contentSource,
  isInsecure,
  type Outcome,
  type Parsed,
  parseDockerConfig,
  parseImageReference,
  parseRegistriesConf,
  printFailure,
  printRefusal,
  type RegistryWriter,
  type RepositoryPlace,
} from '@archipelago/oci-registry';
import { digestOf } from '../../image-registry/content-digest.ts';
import type { ContainerFiles } from './container-files.ts';
import type { SimulatedImage } from './simulated-image.ts';

interface Push {
  readonly environment: Readonly<Record<string, string>>;
  readonly files: ContainerFiles;
  readonly writer: RegistryWriter;
  readonly signal: AbortSignal;
}

/** Pushes an image to TARGET, with the login, the authorities and the registries.conf of the container; gives what went wrong. */
export async function pushSimulatedImage(push: Push, image: SimulatedImage): Promise<string | undefined> {
  const place = await placeOf(push);
  if (place.kind === 'refused') return printRefusal(place);
  const { within, tag } = place.value;
  const failure = await pushAll(push.writer, within, { image, tag });
  return failure.kind === 'ok' ? undefined : printFailure(failure);
}

interface PushPlace {
  readonly within: RepositoryPlace;
  readonly tag: string | undefined;
}

async function placeOf({ environment, files, signal }: Push): Promise<Parsed<PushPlace>> {
  const { TARGET = '', REGISTRIES = '' } = environment;
  const reference = parseImageReference(TARGET);
  if (reference.kind === 'refused') return reference;
  const login = await files.read('/run/secrets/push/config.json');
  const credentials = login === undefined ? accepted([]) : parseDockerConfig(login, 'push secret');
  if (credentials.kind === 'refused') return credentials;
  const conf = await files.read(`${REGISTRIES}/registries.conf`);
  const rules = conf === undefined ? accepted([]) : parseRegistriesConf(conf);
  if (rules.kind === 'refused') return rules;
  const { registry, repository, tag } = reference.value;
  const access = { credentials: credentials.value, ca: await files.read(`${REGISTRIES}/ca.crt`) };
  const insecure = isInsecure(rules.value, registry, repository);
  return accepted({ within: { repository: { registry, repository }, insecure, access, signal }, tag });
}

async function pushAll(
  writer: RegistryWriter,
  within: RepositoryPlace,
  { image, tag }: { readonly image: SimulatedImage; readonly tag: string | undefined },
): Promise<Outcome<unknown>> {
  for (const content of image.blobs) {
    const blob = { mediaType: '', digest: digestOf(content), size: content.length };
    const pushed = await writer.pushBlob(
      within,
      blob,
      contentSource(() => [content]),
    );
    if (pushed.kind !== 'ok') return pushed;
  }
  const [manifest] = image.manifests;
  if (manifest === undefined) throw new Error('an image of one platform has a manifest');
  const { bytes } = manifest;
  return await writer.pushManifest(within, { ...manifest, digest: digestOf(bytes), size: bytes.length }, tag);
}
