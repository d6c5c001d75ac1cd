import type { RegistryFailure } from '../outcomes/outcome.ts';
import { type ImageReference, printImageReference } from '../references/image-reference.ts';

/** An image that is not what is needed. */
export function refusedImage(reference: ImageReference, reason: string, fix: string): RegistryFailure {
  const asked = `image ${printImageReference(reference)}`;
  return { kind: 'refused', host: reference.registry, asked, reason, fix };
}
