import { builderPlatforms } from './builder-platforms.ts';
import { type ImagePlatform, imagePlatforms } from './image-platforms.ts';

/** One of the images that are built here. */
export interface ImageKind {
  readonly name: string;
  readonly description: string;
  readonly platforms: readonly ImagePlatform[];
  readonly user: string;
  readonly entrypoint: string;
  /** What its first layer has, for the history. */
  readonly holds: string;
}

/** The operator and the command line, as nobody. */
export const operatorImage: ImageKind = {
  name: 'archipelago',
  description:
    'Virtualization on Kubernetes clusters of several CPU architectures: operator and command line',
  platforms: imagePlatforms,
  user: '65532:65532',
  entrypoint: '/usr/bin/archipelago',
  holds: 'Node, its libraries, authorities, notices',
};

/** What build jobs of layering run in, as root of a namespace: they say so themselves. */
export const builderImage: ImageKind = {
  name: 'archipelago-builder',
  description: 'buildah for the build jobs of Archipelago: images of node pools',
  platforms: builderPlatforms,
  user: '0:0',
  entrypoint: '/usr/bin/buildah',
  holds: 'buildah, a shell, their libraries, authorities, notices',
};
