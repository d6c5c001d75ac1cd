import type { Descriptor } from './manifests/descriptor.ts';
import type { WrittenManifest } from './manifests/write-index.ts';
import type { Outcome } from './outcomes/outcome.ts';
import type { BlobSink, BlobSource } from './pulling/pull-blob.ts';
import type { RepositoryPlace } from './pulling/repository-place.ts';
import type { CopiedImage } from './pushing/copied-image.ts';
import type { CopyRequest } from './pushing/copy-image.ts';

/** Brings content into registries. Blobs go in chunks of the session's size; none is ever whole in memory. */
export interface RegistryWriter {
  /** One of another size than it should have is `malformed`. */
  hasBlob(place: RepositoryPlace, blob: Pick<Descriptor, 'digest' | 'size'>): Promise<Outcome<boolean>>;
  /** Size and digest are checked at the end: what the sink got counts only when this resolves to true. False: it wanted no more. */
  pullBlob(
    place: RepositoryPlace,
    blob: Pick<Descriptor, 'digest' | 'size'>,
    sink: BlobSink,
  ): Promise<Outcome<boolean>>;
  /** Nothing is moved when the blob is there. `source` is read again when the registry loses the upload. */
  pushBlob(
    place: RepositoryPlace,
    blob: Descriptor,
    source: BlobSource,
  ): Promise<Outcome<'present' | 'copied'>>;
  /** The blobs and children it names must be there. By its digest when no tag is given. */
  pushManifest(place: RepositoryPlace, manifest: WrittenManifest, tag?: string): Promise<Outcome<undefined>>;
  /** Copies an image, or an index with its children, between repositories or registries, keeping all digests. */
  copyImage(request: CopyRequest): Promise<Outcome<CopiedImage>>;
}
