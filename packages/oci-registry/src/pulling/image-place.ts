import type { ImageReference } from '../references/image-reference.ts';
import type { RegistryAccess } from '../requests/registry-call.ts';

/** Where an image is read, and how. */
export interface ImagePlace {
  readonly reference: ImageReference;
  /** Plain HTTP and unverified certificates are allowed. */
  readonly insecure: boolean;
  readonly access: RegistryAccess;
  readonly signal: AbortSignal;
}
