import { describe, expect, it } from 'vitest';
import { lineRange, yamlModel } from './yaml-model.ts';

describe('an edited text', () => {
  it.each<[string, Parameters<typeof yamlModel>[0], object]>([
    ['to be planned', { patch: { spec: {} }, findings: [] }, { patch: { spec: {} }, findings: [] }],
    [
      'that is no YAML',
      { findings: [{ level: 'error', line: 3, at: '', message: 'no\u202e', fix: 'mend' }] },
      { patch: undefined, findings: [{ isError: true, line: 3, text: 'no\\u202e; mend' }] },
    ],
    [
      'with a field that there is not',
      { patch: {}, findings: [{ level: 'warning', line: 1, at: 'spec.x', message: 'is none', fix: '' }] },
      { patch: {}, findings: [{ isError: false, line: 1, text: 'spec.x: is none' }] },
    ],
    [
      'that could not be read',
      { problem: { kind: 'notSeen', message: 'away' } },
      { patch: undefined, findings: [{ isError: true, line: undefined, text: 'away' }] },
    ],
  ])('%s', (_, answer, model) => {
    expect(yamlModel(answer)).toEqual(model);
  });
});

it.each([
  [1, 'a'],
  [2, ''],
  [3, 'bcd'],
  [9, ''],
])('line %d of a text is %j', (line, wanted) => {
  expect('a\n\nbcd'.slice(...lineRange('a\n\nbcd', line))).toBe(wanted);
});
