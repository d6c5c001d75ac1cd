import { expect, test } from 'vitest';
import { reviewContainerfiles } from './resolve-containerfile.ts';
import { shortNamesIn } from './short-names.ts';

test.each<[string, readonly string[]]>([
  ['FROM fedora', ['1 fedora']],
  ['FROM org/private:1 AS tools\nCOPY --from=tools /a /a', ['1 org/private:1']],
  [
    'COPY --from=org/private /a /b\nRUN --mount=type=bind,from=alpine:3,target=/x true',
    ['1 org/private', '2 alpine:3'],
  ],
  ['FROM fedora@sha256:ab', ['1 fedora@sha256:ab']],
  ['FROM registry.example/a AS Tools\nFROM tools\nFROM configs\nFROM SCRATCH\nCOPY --from=0 /a /b', []],
  ['FROM localhost/a\nFROM localhost:5000/b\nFROM docker.io/library/fedora', []],
  [`ARG BASE=fedora\nFROM $BASE\nFROM \${BASE}`, []],
  ['FROM --platform=linux/amd64', []],
  ['RUN echo FROM fedora\n# FROM fedora', []],
])('%j names %j without a registry', (text, names) => {
  expect(shortNamesIn(text).map(({ line, name }) => `${line} ${name}`)).toEqual(names);
});

test.each([
  ['org/private', 'docker.io/org/private'],
  ['fedora', 'docker.io/library/fedora'],
])('%s is told with its line and what to write', (name, hub) => {
  const [finding, ...others] = reviewContainerfiles({ NoArch: `LABEL a=b\nFROM ${name}` }, ['amd64']);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ level: 'warning', reason: 'ShortImageName', line: 2 });
  expect(finding?.message).toContain(`line 2: ${name} names no registry`);
  expect(finding?.message).toContain(`would be ${hub})`);
});
