import type { ImageInfo } from './inspecting/image-info.ts';
import type { RegistryRule } from './mirrors/registry-rule.ts';
import type { Outcome } from './outcomes/outcome.ts';
import type { ImageReference } from './references/image-reference.ts';
import type { RegistryAccess } from './requests/registry-call.ts';

/** How an image is asked for. */
export interface InspectRequest {
  readonly access: RegistryAccess;
  /** Mirrors, blocked and insecure registries. */
  readonly rules: readonly RegistryRule[];
  /** Whether download sizes are wanted: one request more per platform, once per digest. */
  readonly sizes: boolean;
  readonly signal: AbortSignal;
}

/** Asks registries. Callers may ask for the same image at the same time: one request is made. */
export interface RegistryClient {
  inspect(reference: ImageReference, request: InspectRequest): Promise<Outcome<ImageInfo>>;
  close(): void;
}
