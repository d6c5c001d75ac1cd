import { describe, expect, it } from 'vitest';
import { instructionsOf } from './instructions.ts';
import { resolveContainerfile, reviewContainerfiles } from './resolve-containerfile.ts';

describe('the Containerfile of an architecture', () => {
  const files = { NoArch: 'FROM configs AS final', ARM64: 'FROM configs AS final\nRUN arm' };
  it('is its own entry, else NoArch, else none', () => {
    expect(resolveContainerfile(files, 'arm64')).toEqual({ source: 'ARM64', text: files.ARM64 });
    expect(resolveContainerfile(files, 'amd64')).toEqual({ source: 'NoArch', text: files.NoArch });
    expect(resolveContainerfile({}, 's390x')).toEqual({ source: 'None', text: '' });
  });
});

describe('review of Containerfiles', () => {
  const table: readonly [string, string, readonly string[]][] = [
    ['fine', 'FROM configs AS final\nRUN dnf install -y vim && \\\n    dnf clean all', []],
    ['comments and empty lines', '# syntax=docker/dockerfile:1\n\nFROM configs\n  # indented', []],
    ['a comment between continued lines', 'FROM configs\nRUN a \\\n# why\n  b', []],
    ['a here-document', 'FROM configs\nRUN <<EOF\nnot an instruction\nEOF\nCOPY a b', []],
    ['an unknown instruction', 'FROM configs\nRUNN x', ['error BadContainerfile 2']],
    ['FROM without image', 'FROM', ['error BadContainerfile 1']],
    ['another platform', 'FROM --platform=linux/amd64 configs', ['error ForeignPlatform 1']],
    [
      'an architecture in the text',
      'FROM configs\nRUN curl -O x-x86_64.rpm',
      ['warning ArchitectureInText 2'],
    ],
    ['the builder knows it', 'FROM configs\nARG TARGETARCH\nRUN curl -O x-$TARGETARCH.rpm', []],
    ['nothing', '\n', ['warning NoContainerfile 0']],
  ];
  it.each(table)('%s', (_, text, expected) => {
    const findings = reviewContainerfiles({ NoArch: text }, ['amd64', 'arm64']);
    expect(findings.map(({ level, reason, line }) => `${level} ${reason} ${line}`)).toEqual(expected);
  });

  it('lets an entry of its own name its architecture, and a text for one architecture, too', () => {
    const text = 'FROM configs\nRUN curl -O x-x86_64.rpm';
    expect(reviewContainerfiles({ AMD64: text }, ['amd64', 'arm64'])).toEqual([]);
    expect(reviewContainerfiles({ NoArch: text }, ['amd64'])).toEqual([]);
  });

  it('names an entry that is not built', () => {
    const findings = reviewContainerfiles({ S390X: 'nonsense', NoArch: 'FROM configs' }, ['amd64']);
    expect(findings).toMatchObject([{ level: 'info', reason: 'UnusedContainerfile', source: 'S390X' }]);
  });

  it('reads a megabyte of backslashes in reasonable time', () => {
    expect(instructionsOf(`RUN a\\\n${'\\\n'.repeat(100_000)}`)).toHaveLength(1);
  });
});
