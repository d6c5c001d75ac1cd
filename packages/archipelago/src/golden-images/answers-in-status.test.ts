import { describe, expect, it } from 'vitest';
import { inputsOf } from '../config/admission.test-support.ts';
import { configure } from '../config/configure.ts';
import { answersInStatus } from './answers-in-status.ts';
import { combinedAnswers } from './combined-answers.ts';
import { goldenImagesOf } from './golden-images-of.ts';
import type { ImageKnowledge, RegistryAnswers } from './images/image-knowledge.ts';

const registry = (name: string) => ({ url: `docker://registry.test/${name}` });
const template = (name: string) => ({
  metadata: { name },
  spec: {
    managedDataSource: name,
    schedule: '0 0 * * *',
    template: { spec: { source: { registry: registry(name) } } },
  },
});
const spec = {
  enableCommonBootImageImport: false,
  featureGates: { enableMultiArchBootImageImport: true },
  dataImportCronTemplates: ['asked', 'failed', 'new', 'open'].map(template),
};
const key = (name: string) => JSON.stringify([registry(name).url, '', '', '']);
const probed = (digest: string) =>
  ({
    kind: 'probed',
    digest,
    single: false,
    platforms: [{ architecture: 'amd64', digest: '', size: undefined }],
    at: '2026-01-01T00:00:00Z',
  }) as const;
const failed = { kind: 'failed', reason: 'unauthorized', message: 'no', at: '' } as const;

function configured(answers?: RegistryAnswers, goldenImages?: readonly object[]) {
  const inputs = inputsOf({ deployment: { goldenImageImporter: 'builtin' } });
  const memory = { ...inputs.memory, goldenImages: JSON.parse(JSON.stringify(goldenImages ?? [])) };
  return configure({ written: spec, spec, annotations: {} }, { ...inputs, answers, memory });
}

describe('what the status keeps of the answers of registries', () => {
  const told = new Map<string, ImageKnowledge>([
    [key('asked'), probed('sha256:1')],
    [key('failed'), failed],
  ]);
  const stored = goldenImagesOf(configured(told)).map(({ status }) => status);

  it('is what the operator knew, by image', () => {
    const withoutNew = stored.filter((_, index) => index !== 2);
    expect(answersInStatus(configured(undefined, withoutNew))).toEqual(
      new Map<string, ImageKnowledge>([...told, [key('open'), { kind: 'pending' }]]),
    );
  });

  it('is nothing where the operator asks nobody', () => {
    const unasked = goldenImagesOf(configured()).map(({ status }) => status);
    expect(answersInStatus(configured(undefined, unasked))).toBeUndefined();
  });

  it('comes to the same golden images again', () => {
    const again = configured(answersInStatus(configured(undefined, stored)), stored);
    expect(goldenImagesOf(again).map(({ status }) => status)).toEqual(stored);
  });
});

describe('answers from here', () => {
  const here = (known: RegistryAnswers, there?: RegistryAnswers) => combinedAnswers(known, there).get('a');

  it('count before what is remembered, but for an image that nobody here could tell about', () => {
    const [new1, old] = [probed('sha256:new'), probed('sha256:old')];
    expect(here(new Map([['a', new1]]), new Map([['a', old]]))).toBe(new1);
    expect(here(new Map([['a', failed]]), new Map([['a', old]]))).toBe(old);
    const stale = { ...failed, reason: 'unreachable', last: old } as const;
    expect(here(new Map([['a', failed]]), new Map([['a', stale]]))).toEqual({ ...failed, last: old });
    expect(here(new Map([['a', failed]]), new Map([['a', { kind: 'pending' }]]))).toBe(failed);
    expect(here(new Map([['a', failed]]))).toBe(failed);
  });

  it('are all that there are: what is remembered of other images does not count', () => {
    expect([...combinedAnswers(new Map(), new Map([['b', probed('1')]]))]).toEqual([]);
  });
});
