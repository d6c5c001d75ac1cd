import type { Platform } from '../manifests/platform.ts';
import type { ImageReference } from '../references/image-reference.ts';

/** One platform of an image. */
export interface ImageInfoPlatform extends Platform {
  /** Of its manifest. */
  readonly digest: string;
  readonly mediaType: string;
  /** Bytes of the manifest. */
  readonly size: number;
  /** Bytes of its layers, what a pull transfers; undefined: not looked up. */
  readonly downloadSize: number | undefined;
  /** What the image's own config says where the index says otherwise; looked up with the sizes. */
  readonly actual?: Platform;
}

/** What a registry tells about an image. */
export interface ImageInfo {
  /** As it was asked for. */
  readonly reference: ImageReference;
  /** Where it was read: a mirror, or the reference itself. */
  readonly source: ImageReference;
  /** Of the index, or of the manifest of an image that has none. */
  readonly digest: string;
  readonly mediaType: string;
  /** No index: the image is for one platform. */
  readonly single: boolean;
  /** In the order of the image; statements about images (attestations) are no platforms. */
  readonly platforms: readonly ImageInfoPlatform[];
}
