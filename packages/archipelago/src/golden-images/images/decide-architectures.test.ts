import { describe, expect, test } from 'vitest';
import { decideArchitectures } from './decide-architectures.ts';
import { type ImageKnowledge, imageToProbe, type ProbedImage } from './image-knowledge.ts';

const at = '2026-11-21T00:00:00Z';
const platform = (architecture: string) => ({ architecture, digest: `sha256:${architecture}`, size: 1 });
const index = (...architectures: readonly string[]): ProbedImage => ({
  kind: 'probed',
  digest: 'sha256:index',
  single: false,
  platforms: architectures.map(platform),
  at,
});
const down: ImageKnowledge = { kind: 'failed', reason: 'unreachable', message: 'no route', at };

interface Case {
  readonly annotation?: string;
  readonly knowledge?: ImageKnowledge;
  readonly previous?: readonly string[];
  /** `source: architectures`, or the kind and why. */
  readonly decided: string;
  readonly findings: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  'annotation, not probed': { annotation: 'amd64, arm64', decided: 'annotation: amd64 arm64', findings: [] },
  'an annotation as people write it: spaces, twice the same, nothing between commas': {
    annotation: ' amd64 ,, arm64,amd64 ,',
    decided: 'annotation: amd64 arm64',
    findings: [],
  },
  'several names that no node has are named together, in their order': {
    annotation: 'x86_64, amd64, aarch64',
    knowledge: index('amd64'),
    decided: 'annotation: x86_64 amd64 aarch64',
    findings: ['warning UnknownArchitecture x86_64 aarch64'],
  },
  'capital letters are another name': {
    annotation: 'AMD64',
    decided: 'annotation: AMD64',
    findings: ['warning UnknownArchitecture AMD64'],
  },
  'what an index has beside what nodes can have is no news': {
    annotation: 'amd64',
    knowledge: index('amd64', 'riscv64'),
    decided: 'annotation: amd64',
    findings: [],
  },
  'an archive whose architectures are annotated': {
    annotation: 'amd64',
    knowledge: { kind: 'unprobeable', because: 'oci-archive' },
    decided: 'annotation: amd64',
    findings: [],
  },
  'registry down, annotated otherwise than it told last': {
    annotation: 'amd64,arm64',
    knowledge: { kind: 'failed', reason: 'absent', message: '404', at, last: index('amd64') },
    decided: 'annotation: amd64 arm64',
    findings: ['error IndexLacksArchitecture arm64', 'warning ProbeFailed '],
  },
  'an image that was remembered is asked about: the answer counts': {
    knowledge: index('arm64'),
    previous: ['amd64'],
    decided: 'probe: arm64',
    findings: [],
  },
  'annotation and index agree': {
    annotation: 'amd64,arm64',
    knowledge: index('arm64', 'amd64'),
    decided: 'annotation: amd64 arm64',
    findings: [],
  },
  'the annotation wins over the index, and both differences are told': {
    annotation: 'amd64,s390x',
    knowledge: index('amd64', 'arm64'),
    decided: 'annotation: amd64 s390x',
    findings: ['error IndexLacksArchitecture s390x', 'info AnnotationLacksArchitecture arm64'],
  },
  'single-architecture image': {
    annotation: 'amd64,arm64',
    knowledge: { ...index('amd64'), single: true },
    decided: 'annotation: amd64 arm64',
    findings: ['error SingleArchitectureImage arm64'],
  },
  'names that no node has': {
    annotation: 'x86_64,amd64',
    decided: 'annotation: x86_64 amd64',
    findings: ['warning UnknownArchitecture x86_64'],
  },
  'nothing but a comma': {
    annotation: ',',
    decided: 'annotation: ',
    findings: ['error NoArchitectureListed '],
  },
  'an empty annotation is none': {
    annotation: ' ',
    knowledge: index('arm64'),
    decided: 'probe: arm64',
    findings: [],
  },
  'no annotation: the registry': {
    knowledge: index('amd64', 'arm64'),
    decided: 'probe: amd64 arm64',
    findings: [],
  },
  'variants of one architecture count once': {
    knowledge: {
      ...index('arm64', 'arm64'),
      platforms: [platform('arm64'), { ...platform('arm64'), variant: 'v8' }],
    },
    decided: 'probe: arm64',
    findings: [],
  },
  'registry down: what it told last': {
    knowledge: { kind: 'failed', reason: 'rateLimited', message: '429', at, last: index('amd64') },
    previous: ['s390x'],
    decided: 'previous: amd64',
    findings: ['warning ProbeFailed '],
  },
  'registry down after a restart: what the status remembers': {
    knowledge: down,
    previous: ['arm64'],
    decided: 'previous: arm64',
    findings: ['warning ProbeFailed '],
  },
  'registry down, nothing known': {
    knowledge: down,
    decided: 'undecided unreachable',
    findings: ['warning ProbeFailed '],
  },
  'registry down, but annotated': {
    annotation: 'amd64',
    knowledge: down,
    decided: 'annotation: amd64',
    findings: ['warning ProbeFailed '],
  },
  'not asked yet': { knowledge: { kind: 'pending' }, decided: 'undecided pending', findings: [] },
  'not asked yet, remembered': {
    knowledge: { kind: 'pending' },
    previous: ['amd64'],
    decided: 'previous: amd64',
    findings: [],
  },
  'an archive': {
    knowledge: { kind: 'unprobeable', because: 'oci-archive' },
    decided: 'anyNode oci-archive',
    findings: ['warning ArchitecturesUnknown '],
  },
  'not annotated, not probed': { decided: 'anyNode notProbed', findings: ['warning ArchitecturesUnknown '] },
};

describe('the architectures of a template', () => {
  test.each(Object.entries(cases))('%s', (_, { annotation, knowledge, previous, ...wanted }) => {
    const { decided, findings } = decideArchitectures({
      template: 'fedora',
      annotation,
      knowledge,
      previous,
    });
    const shown =
      decided.kind === 'known'
        ? `${decided.source}: ${decided.architectures.join(' ')}`
        : `${decided.kind} ${decided.because}`;
    expect(shown).toBe(wanted.decided);
    expect(findings.map((one) => `${one.level} ${one.reason} ${one.architectures.join(' ')}`)).toEqual(
      wanted.findings,
    );
    for (const { message, fix } of findings) expect(`${message} ${fix}`).not.toMatch(/undefined|\[object/);
  });
});

describe('what to do about a registry that does not tell', () => {
  const asked = (
    reason: 'absent' | 'unauthorized' | 'rateLimited' | 'malformed' | 'refused' | 'unreachable',
    annotation?: string,
  ) =>
    decideArchitectures({
      template: 'fedora',
      annotation,
      knowledge: { kind: 'failed', reason, message: 'said so', at },
      previous: undefined,
    }).findings.at(-1);

  test.each([
    ['unreachable', 'network policy'],
    ['unauthorized', 'secretRef'],
    ['absent', 'repository and tag'],
    ['rateLimited', 'wait'],
    ['malformed', 'no registry'],
    ['refused', 'reference'],
  ] as const)('%s', (reason, fix) => {
    expect(asked(reason)).toMatchObject({
      template: 'fedora',
      fix: expect.stringContaining(fix),
      message: `the image could not be looked up (${reason}: said so); nothing that exists is changed`,
    });
    expect(asked(reason, 'amd64')?.message).toContain('; what is known stays in use');
  });

  test.each([
    ['oci-archive', 'an archive cannot be asked'],
    ['imageStream', 'an image stream is not asked'],
    ['pvc', 'a claim does not say'],
    ['noUrl', 'no image of a registry'],
  ] as const)('nor can: %s', (because, message) => {
    const knowledge = { kind: 'unprobeable', because } as const;
    const question = { template: 'fedora', annotation: undefined, knowledge, previous: undefined };
    expect(decideArchitectures(question).findings[0]?.message).toContain(message);
  });
});

describe('what to ask a registry', () => {
  test('secrets are those of the namespace that the crons of the template live in', () => {
    const source = { registry: { url: 'docker://registry.test/fedora', secretRef: 's' } };
    const template = (metadata: { readonly namespace?: string }) =>
      imageToProbe({ metadata, spec: { template: { spec: { source } } } }, 'home');
    expect(template({})).toMatchObject({ namespace: 'home', secret: 's' });
    expect(template({ namespace: 'team' })).toMatchObject({ namespace: 'team', secret: 's' });
    expect(template({ namespace: '' }), 'as Kubernetes reads it').toMatchObject({ namespace: 'home' });
  });
  const asked = (source: Record<string, unknown>, namespace = 'images') =>
    imageToProbe({ metadata: {}, spec: { template: { spec: { source: source as never } } } }, namespace);
  const key = (...asking: Parameters<typeof asked>) => {
    const image = asked(...asking);
    return image.kind === 'image' ? image.key : undefined;
  };
  test('images with the same credentials are one', () => {
    const url = 'docker://registry.test/fedora';
    expect(key({ registry: { url } }, 'a')).toBe(key({ registry: { url } }, 'b'));
    expect(key({ registry: { url, secretRef: 's' } }, 'a')).not.toBe(
      key({ registry: { url, secretRef: 's' } }, 'b'),
    );
  });
  test.each([
    [{ registry: { url: 'oci-archive://x' } }, 'oci-archive'],
    [{ registry: { imageStream: 'rhel9' } }, 'imageStream'],
    [{ pvc: { name: 'disk' } }, 'pvc'],
    [{}, 'noUrl'],
    [{ registry: { url: 7 } }, 'noUrl'],
  ])('%j is not asked', (source, because) => {
    expect(asked(source)).toEqual({ kind: 'unprobeable', because });
  });
});
