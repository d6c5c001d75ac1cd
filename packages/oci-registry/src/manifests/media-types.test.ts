import { expect, test } from 'vitest';
import { acceptedManifests, isImageConfig, manifestKind } from './media-types.ts';

test.each([
  ['application/vnd.oci.image.index.v1+json', 'index'],
  ['application/vnd.docker.distribution.manifest.list.v2+json', 'index'],
  ['application/vnd.oci.image.manifest.v1+json', 'image'],
  ['application/vnd.docker.distribution.manifest.v2+json', 'image'],
  ['application/vnd.docker.distribution.manifest.v1+json', 'schema1'],
  ['application/vnd.docker.distribution.manifest.v1+prettyjws', 'schema1'],
  ['application/json', undefined],
])('%s is of kind %s', (mediaType, kind) => {
  expect(manifestKind(mediaType)).toBe(kind);
  // what is asked for is what can be read
  expect(acceptedManifests.split(', ').includes(mediaType)).toBe(kind === 'index' || kind === 'image');
});

test.each([
  ['application/vnd.oci.image.config.v1+json', true],
  ['application/vnd.docker.container.image.v1+json', true],
  ['application/vnd.cncf.helm.config.v1+json', false],
])('the config %s is one of an image: %s', (mediaType, isImage) => {
  expect(isImageConfig(mediaType)).toBe(isImage);
});
