import { digestOf } from '../../image-registry/content-digest.ts';
import { writeInto } from './pod-folder.ts';
import type { SimulatedImage } from './simulated-image.ts';

/** Leaves an image in a folder as `buildah push dir:` does. */
export async function writeSimulatedImage(folder: string, image: SimulatedImage): Promise<void> {
  const [manifest] = image.manifests;
  if (manifest === undefined) throw new Error('an image of one platform has a manifest');
  for (const blob of image.blobs) await writeInto(folder, digestOf(blob).replace('sha256:', ''), blob);
  await writeInto(folder, 'manifest.json', manifest.bytes);
}
