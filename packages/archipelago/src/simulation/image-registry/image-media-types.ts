/** The media types of one image format. */
interface ImageMediaTypes {
  readonly index: string;
  readonly manifest: string;
  readonly config: string;
  readonly layer: string;
}

/** What image builders write: OCI's types, or Docker's. */
export const imageMediaTypes = {
  oci: {
    index: 'application/vnd.oci.image.index.v1+json',
    manifest: 'application/vnd.oci.image.manifest.v1+json',
    config: 'application/vnd.oci.image.config.v1+json',
    layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  },
  docker: {
    index: 'application/vnd.docker.distribution.manifest.list.v2+json',
    manifest: 'application/vnd.docker.distribution.manifest.v2+json',
    config: 'application/vnd.docker.container.image.v1+json',
    layer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  },
} as const satisfies Record<string, ImageMediaTypes>;

export const { oci, docker } = imageMediaTypes;

/** What a media type says a manifest is; undefined: this registry takes no such manifests. */
export function manifestKind(mediaType: string): 'index' | 'image' | undefined {
  if (mediaType === oci.index || mediaType === docker.index) return 'index';
  return mediaType === oci.manifest || mediaType === docker.manifest ? 'image' : undefined;
}

/** A media type without its parameters, in lower case. */
export function bareMediaType(text: string | undefined): string {
  return (text ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
