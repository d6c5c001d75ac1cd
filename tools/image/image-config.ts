import type { ImageKind } from './image-kind.ts';
import { type Release, releaseTime } from './release.ts';

/** A layer as the config and the manifest name it. */
interface ImageLayer {
  /** Digest of the archive, before it is compressed. */
  readonly diffId: string;
  /** What is in it, for the history. */
  readonly holds: string;
}

/** What image tools show of it. */
export function imageLabels(
  { name, description }: ImageKind,
  release: Release,
): Readonly<Record<string, string>> {
  return {
    'org.opencontainers.image.title': name,
    'org.opencontainers.image.description': description,
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.version': release.version,
    'org.opencontainers.image.revision': release.revision,
    'org.opencontainers.image.created': releaseTime(release),
  };
}

/** The config of an image for one architecture. */
export function imageConfig(
  kind: ImageKind,
  architecture: string,
  layers: readonly ImageLayer[],
  release: Release,
): Readonly<Record<string, unknown>> {
  const created = releaseTime(release);
  return {
    created,
    architecture,
    os: 'linux',
    config: {
      User: kind.user,
      Env: [
        'PATH=/usr/bin',
        'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
        'HOME=/tmp',
        // glibc would raise it, and trim less, with the first large piece that is freed: the operator keeps 6 MiB less
        'MALLOC_MMAP_THRESHOLD_=131072',
      ],
      Entrypoint: [kind.entrypoint],
      WorkingDir: '/',
      Labels: imageLabels(kind, release),
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ holds }) => ({ created, created_by: 'npm run image', comment: holds })),
  };
}
