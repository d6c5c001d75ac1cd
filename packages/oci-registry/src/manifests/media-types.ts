/** The media types of manifests and indexes, OCI's and Docker's. */
export const ociIndex = 'application/vnd.oci.image.index.v1+json';
/** An image for one platform, as OCI writes it. */
export const ociManifest = 'application/vnd.oci.image.manifest.v1+json';
/** Images by platform, as Docker's registries write it. */
export const dockerList = 'application/vnd.docker.distribution.manifest.list.v2+json';
/** An image for one platform, as Docker's registries write it. */
export const dockerManifest = 'application/vnd.docker.distribution.manifest.v2+json';
const dockerSchema1: ReadonlySet<string> = new Set([
  'application/vnd.docker.distribution.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v1+prettyjws',
]);

/** All four: without them some registries answer 404 for an index, or pick a child of a list by themselves. */
export const acceptedManifests = [ociIndex, dockerList, ociManifest, dockerManifest].join(', ');

/** What a media type says the document is. */
export function manifestKind(mediaType: string): 'index' | 'image' | 'schema1' | undefined {
  if (mediaType === ociIndex || mediaType === dockerList) return 'index';
  if (mediaType === ociManifest || mediaType === dockerManifest) return 'image';
  return dockerSchema1.has(mediaType) ? 'schema1' : undefined;
}

const imageConfigs: ReadonlySet<string> = new Set([
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
]);

/** Whether a manifest's config is one of an image, not of another artifact. */
export function isImageConfig(mediaType: string): boolean {
  return imageConfigs.has(mediaType);
}

/** Layers that registries may not hold (`foreign`, `nondistributable`): they are fetched from elsewhere and never copied. */
export function isForeignLayer(mediaType: string): boolean {
  return /\.(foreign|nondistributable)\./.test(mediaType);
}

/** A Content-Type without its parameters, in lower case; empty when there is none. */
export function bareMediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
