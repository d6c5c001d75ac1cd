import { describe, expect, it } from 'vitest';
import { toldWords } from '../words/told-words.ts';
import { toldModels } from './told-models.ts';

const model = (told: object) =>
  toldModels({ told: [{ template: 't', findings: [], ...told }] }, toldWords.en).get('t');

describe('what annotation and registry say', () => {
  it.each([
    ['the same', ['amd64', 'arm64'], ['arm64', 'amd64'], 'they agree', false],
    ['more than there is', ['amd64', 's390x'], ['amd64'], 'the registry has no s390x', true],
    ['less than there is', ['amd64'], ['amd64', 'arm64'], 'the annotation leaves out arm64', false],
    ['only the registry', undefined, ['amd64'], '', false],
    ['only the annotation', ['amd64'], undefined, '', false],
  ])('%s', (...[, annotation, registry, comparison, isOdd]) => {
    const told = { ...(annotation && { annotation }), ...(registry && { registry }) };
    expect(model(told)).toMatchObject({ comparison, isOdd });
  });

  it('is told with what is odd, and why a registry tells nothing', () => {
    const findings = [
      { level: 'error', reason: 'r', message: 'm', fix: 'f' },
      { level: 'warning', reason: 'r', message: '<b>\u202e', fix: 'f' },
    ];
    expect(model({ annotation: [], failure: { reason: 'absent', message: 'gone' }, findings })).toMatchObject(
      {
        annotation: '—',
        registry: 'not told; gone',
        findings: [
          { level: 'danger', message: 'm', fix: 'f' },
          { level: 'warning', message: '<b>\\u202e' },
        ],
      },
    );
  });

  it('is nothing where nothing is told', () => {
    for (const view of [null, {}, { told: 'x' }]) expect(toldModels(view, toldWords.en).size).toBe(0);
  });
});
