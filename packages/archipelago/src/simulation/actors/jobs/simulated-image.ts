import { type BuiltImage, buildImage } from '../../image-registry/build-image.ts';
import { digestOf } from '../../image-registry/content-digest.ts';
import type { BuildLie } from './build-provocation.ts';

/** An image of one platform. */
export interface SimulatedImage extends BuiltImage {
  /** Of its manifest. */
  readonly digest: string;
}

const otherKey = '0'.repeat(64);

/** The image of a build, by the environment of its container: labels as the builder sets them, content that its key alone decides. */
export function simulatedImage(
  environment: Readonly<Record<string, string>>,
  lie: BuildLie | undefined,
): SimulatedImage {
  const { PLATFORM = '', PLATFORM_KEY = '', FORMAT } = environment;
  const platform = {
    ...platformOf(PLATFORM, lie),
    revision: PLATFORM_KEY,
    labels: labelsOf(environment, lie),
  };
  const image = buildImage({ platforms: [platform], format: FORMAT === 'docker' ? 'docker' : 'oci' });
  const manifest = image.manifests.at(-1);
  if (manifest === undefined) throw new Error('an image of one platform has a manifest');
  return { ...image, digest: digestOf(manifest.bytes) };
}

/** `linux/arm64/v8`, taken apart. */
function platformOf(text: string, lie: BuildLie | undefined) {
  const [os = 'linux', named = '', variant] = text.split('/');
  const other = named === 'amd64' ? 'arm64' : 'amd64';
  return {
    os,
    architecture: lie === 'architecture' ? other : named,
    ...(variant === undefined ? {} : { variant }),
  };
}

function labelsOf(
  { PLATFORM_KEY: key = '', KEY_LABEL = '', BASE_DIGEST: base = '' }: Readonly<Record<string, string>>,
  lie: BuildLie | undefined,
): Readonly<Record<string, string>> {
  return {
    [KEY_LABEL]: lie === 'key' ? otherKey : key,
    'org.opencontainers.image.base.digest': lie === 'base' ? `sha256:${otherKey}` : base,
  };
}
