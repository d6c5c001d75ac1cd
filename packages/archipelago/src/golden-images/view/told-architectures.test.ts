import { expect, it } from 'vitest';
import { goldenImages } from '../images/golden-images.ts';
import type { ImageKnowledge } from '../images/image-knowledge.ts';
import { toldArchitectures } from './told-architectures.ts';

const url = 'docker://r.example/os:1';
const key = JSON.stringify([url, '', '', '']);

function told(architectures: string | undefined, knowledge: ImageKnowledge | undefined) {
  const spec = {
    ...{ schedule: '0 * * * *', managedDataSource: 'os' },
    template: { spec: { source: { registry: { url } } } },
  };
  const origin = { kind: 'custom', index: 0 } as const;
  const images = goldenImages(
    [{ origin, metadata: { name: 'os-cron' }, annotations: {}, architectures, spec }],
    {
      ...{ multiArchitecture: true, workloadArchitectures: ['amd64'], previous: undefined, home: 'n' },
      answers: knowledge === undefined ? undefined : new Map([[key, knowledge]]),
    },
  );
  return toldArchitectures(images)[0];
}

const probed = (...architectures: readonly string[]): ImageKnowledge => ({
  ...{ kind: 'probed', digest: 'sha256:1', single: false, at: '2026-11-25T00:00:00Z' },
  platforms: architectures.map((architecture) => ({ architecture, digest: 'sha256:2', size: 1 })),
});
const failed = { kind: 'failed', reason: 'absent', message: 'no such image', at: '' } as const;

it.each<[string, string | undefined, ImageKnowledge | undefined, object]>([
  ['by both', 'amd64, arm64', probed('amd64', 'arm64'), { registry: ['amd64', 'arm64'], findings: [] }],
  [
    'differently',
    'amd64,s390x',
    probed('amd64', 'arm64'),
    { findings: [{ reason: 'IndexLacksArchitecture' }, { reason: 'AnnotationLacksArchitecture' }] },
  ],
  ['by the annotation alone', 'amd64', undefined, { annotation: ['amd64'], registry: undefined }],
  ['by the registry alone', ' ', probed('arm64'), { annotation: undefined, since: '2026-11-25T00:00:00Z' }],
  [
    'by nobody',
    undefined,
    failed,
    { registry: undefined, failure: { reason: 'absent', message: 'no such image' } },
  ],
])('architectures are told %s', (_, annotation, knowledge, expected) => {
  expect(told(annotation, knowledge)).toMatchObject({ template: 'os-cron', image: url, ...expected });
});
