import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printImageReference } from './image-reference.ts';
import { parseImageReference } from './parse-image-reference.ts';

const hex = 'a'.repeat(64);

describe('an image reference', () => {
  it.each([
    ['fedora', 'docker.io/library/fedora:latest'],
    ['docker://team/app', 'docker.io/team/app:latest'],
    ['Registry.example/a/b:9', 'registry.example/a/b:9'],
    ['localhost/a', 'localhost/a:latest'],
    ['127.0.0.1:5055/os:build1', '127.0.0.1:5055/os:build1'],
    ['[::1]:5000/os', '[::1]:5000/os:latest'],
    [`registry.example/os@sha256:${hex}`, `registry.example/os@sha256:${hex}`],
    [`registry.example/os:v1@sha256:${hex}`, `registry.example/os:v1@sha256:${hex}`],
    ['registry.example:65535/a', 'registry.example:65535/a:latest'],
    ['registry.example:1/a', 'registry.example:1/a:latest'],
    ['registry.example:05000/a', 'registry.example:5000/a:latest'],
    ['registry-1.docker.io/fedora', 'docker.io/library/fedora:latest'],
    ['LOCALHOST/a', 'localhost/a:latest'],
    ['a/b__c--d.e', 'docker.io/a/b__c--d.e:latest'],
    ['a/b:_x.Y-9', 'docker.io/a/b:_x.Y-9'],
    [`a/b:${'t'.repeat(128)}`, `docker.io/a/b:${'t'.repeat(128)}`],
    [`r.example/${'a'.repeat(245)}`, `r.example/${'a'.repeat(245)}:latest`],
    ['index.docker.io/library/fedora', 'docker.io/library/fedora:latest'],
  ])('%s is %s', (text, printed) => {
    const parsed = parseImageReference(text);
    expect(parsed.kind === 'ok' && printImageReference(parsed.value)).toBe(printed);
  });

  it.each([
    ['', 'is empty'],
    ['oci-archive:/tmp/x.tar', 'names an archive in a file'],
    ['containers-storage:x', 'names the local storage'],
    ['docker-archive:/tmp/x.tar', 'names an archive in a file'],
    ['oci:/tmp/x', 'names a folder'],
    ['dir:/tmp/x', 'names a folder'],
    ['docker-daemon:x', 'names the local storage'],
    ['ostree:x', 'names an OSTree repository'],
    ['sif:/tmp/x', 'names a file'],
    ['tarball:/tmp/x', 'names a file'],
    ['http://r.example/x', 'names a web page'],
    ['https://r.example/x', 'names a web page'],
    ['docker://', 'is empty'],
    ['ftp://x/y', 'has an unknown transport'],
    ['registry.example:65536/a', 'has a port'],
    ['registry.example:0/a', 'has a port'],
    ['registry.example:/a', 'has a port'],
    ['registry.example:x/a', 'has a port'],
    ['-r.example/a', 'is no host name'],
    ['r..example/a', 'is no host name'],
    ['[::1/a', 'is no host name'],
    ['[::x]/a', 'is no host name'],
    [`a/b:${'t'.repeat(129)}`, 'is not 1 to 128'],
    ['a/b:', 'is not 1 to 128'],
    ['a/b_-c', 'has a component'],
    ['a/-b', 'has a component'],
    ['registry.example/', 'has a component'],
    [`r.example/${'a'.repeat(246)}`, 'has 256 characters'],
    ['registry.example/Upper/case', 'has upper case letters'],
    ['registry.example/a//b', 'has a component'],
    ['registry.example:99999/a', 'has a port'],
    ['registry.example/a:-x', 'is not 1 to 128'],
    ['registry.example/a@sha256:12', 'has 2 characters'],
    [hex, 'is an image ID'],
    [`registry.example/${'a'.repeat(300)}`, 'characters'],
  ])('%s is refused: %s', (text, reason) => {
    const parsed = parseImageReference(text);
    expect(parsed).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) });
  });

  it('reads what it prints, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const parsed = parseImageReference(text);
        if (parsed.kind === 'ok')
          expect(parseImageReference(printImageReference(parsed.value))).toEqual(parsed);
      }),
      { numRuns: 2_000 },
    );
  });
});
