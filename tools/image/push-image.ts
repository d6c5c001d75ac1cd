import { createReadStream } from 'node:fs';
import {
  contentSource,
  createRegistrySession,
  createRegistryWriter,
  type ImageReference,
  type Outcome,
  type RegistryAccess,
  repositoryOf,
  type WrittenManifest,
} from '@archipelago/oci-registry';
import { proxyOf } from '../../packages/archipelago/src/cli/registries/proxy-of.ts';
import type { BuiltImage } from './build-image.ts';

/** Where an image is pushed, and how. */
interface Push {
  readonly reference: ImageReference & { readonly tag: string };
  /** Plain HTTP, and certificates that nobody vouches for. */
  readonly insecure: boolean;
  readonly access: RegistryAccess;
}

/** Pushes what was built: blobs before the manifests that name them, and the index last. */
export async function pushImage(
  { folder, images, index }: BuiltImage,
  { reference, insecure, access }: Push,
): Promise<Outcome<unknown>> {
  const session = createRegistrySession({ proxy: proxyOf(process.env) });
  const place = repositoryOf({ reference, insecure, access, signal: new AbortController().signal });
  const writer = createRegistryWriter(session);
  const steps = [
    ...[...folder.blobs.values()].map((blob) => () => {
      const source = contentSource(() => createReadStream(folder.pathOf(blob.digest)));
      return writer.pushBlob(place, blob, source);
    }),
    ...images.map((image: WrittenManifest) => () => writer.pushManifest(place, image)),
  ];
  try {
    for (const step of steps) {
      const done: Outcome<unknown> = await step();
      if (done.kind !== 'ok') return done;
    }
    return await writer.pushManifest(place, index, reference.tag);
  } finally {
    session.transport.close();
  }
}
