import { parseImageReference } from '@archipelago/oci-registry';
import type { ImageRegistry } from './start-image-registry.ts';

/** What is known of images: those of a simulated registry, once there is one. */
export class ImagesOfRegistry {
  #registry: Pick<ImageRegistry, 'host' | 'architectures'> | undefined;

  use(registry: Pick<ImageRegistry, 'host' | 'architectures'>): void {
    this.#registry = registry;
  }

  /** Architectures of an image as pods name it; undefined for one that is not there. */
  architectures(image: string): readonly string[] | undefined {
    if (this.#registry === undefined || !image.startsWith(`${this.#registry.host}/`)) return undefined;
    const parsed = parseImageReference(image);
    if (parsed.kind === 'refused') return undefined;
    const { repository, digest, tag } = parsed.value;
    return this.#registry.architectures(repository, digest ?? tag ?? 'latest');
  }
}
