import { expect, test } from 'vitest';
import { namedImages } from './named-images.ts';

test.each<[string, readonly string[]]>([
  ['FROM registry.example/a:1 AS tools\nFROM configs\nCOPY --from=tools /a /a', ['registry.example/a:1']],
  ['FROM registry.example/a AS Tools\nFROM tools', ['registry.example/a']],
  ['COPY --chmod=755 --from=registry.example/a:1 /a /b', ['registry.example/a:1']],
  ['COPY --from=0 /a /b\nCOPY --from=configs /a /b', []],
  [
    `RUN --mount=type=bind,from=registry.example/x@sha256:${'a'.repeat(64)},target=/x true`,
    [`registry.example/x@sha256:${'a'.repeat(64)}`],
  ],
  [`ARG VERSION=7\nFROM registry.example/a:\${VERSION}`, ['registry.example/a:7']],
  ['ARG TAG=7\nFROM registry.example/a:$TAG', ['registry.example/a:given']],
  ['FROM registry.example/a:$NOBODY_KNOWS', []],
  [`FROM registry.example/a:\${WITH:-default}`, []],
  ['FROM fedora\nFROM library/fedora', []],
  ['FROM localhost/a\nFROM localhost:5000/b\nFROM localhost:5000/b', ['localhost/a', 'localhost:5000/b']],
  ['RUN echo "FROM registry.example/a"\n# FROM registry.example/b', []],
  ['FROM oci:/etc\nFROM registry.example/A', []],
])('%j names %j', (text, images) => {
  expect(namedImages(text, { TAG: 'given' })).toEqual(images);
});

test('there is an end to it', () => {
  const text = Array.from({ length: 80 }, (_, index) => `FROM registry.example/a${index}`).join('\n');
  expect(namedImages(text, {})).toHaveLength(50);
});
