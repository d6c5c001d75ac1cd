import type { Descriptor } from '../manifests/descriptor.ts';
import type { BlobFate } from './copy-blob.ts';

/** How many blobs, and how large they are together. */
interface BlobTally {
  readonly blobs: number;
  readonly bytes: number;
}

/** What a copy came to. */
export interface CopiedImage extends Descriptor {
  /** Pushed, the index among them. */
  readonly manifests: number;
  /** By what became of them; each blob counts once. `foreign`: layers that registries may not hold. */
  readonly blobs: Readonly<Record<BlobFate | 'foreign', BlobTally>>;
}

/** Counts while an image is being copied. */
export class CopyCount {
  #manifests = 0;
  readonly #seen = new Set<string>();
  readonly #tallies: Record<BlobFate | 'foreign', BlobTally> = {
    present: none,
    mounted: none,
    copied: none,
    foreign: none,
  };

  /** Those that no image before had. */
  fresh(blobs: readonly Descriptor[]): readonly Descriptor[] {
    return blobs.filter(({ digest }) => {
      const isNew = !this.#seen.has(digest);
      this.#seen.add(digest);
      return isNew;
    });
  }

  blob(fate: BlobFate | 'foreign', { size }: Descriptor): void {
    const { blobs, bytes } = this.#tallies[fate];
    this.#tallies[fate] = { blobs: blobs + 1, bytes: bytes + size };
  }

  manifest(): void {
    this.#manifests += 1;
  }

  result({ mediaType, digest, size }: Descriptor): CopiedImage {
    return { mediaType, digest, size, manifests: this.#manifests, blobs: { ...this.#tallies } };
  }
}

const none: BlobTally = { blobs: 0, bytes: 0 };
