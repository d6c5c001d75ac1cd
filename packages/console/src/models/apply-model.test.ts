import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { editWords } from '../words/edit-words.ts';
import { applyModel } from './apply-model.ts';

const change = { field: 'spec.a', before: 1, after: 2 };
const undo = { spec: { a: 1 } };

describe('what came of applying an edit', () => {
  it.each<[string, JsonObject, object]>([
    [
      'stored',
      { state: 'applied', changes: [change], undo },
      {
        variant: 'success',
        title: 'This is stored',
        lines: [{ sign: '~', text: 'spec.a: 1 → 2', because: '' }],
        undo,
      },
    ],
    [
      'stored before',
      { state: 'applied', changes: [], undo },
      { variant: 'success', message: 'It was stored so already.', undo: undefined },
    ],
    [
      'changed by others meanwhile',
      {
        state: 'changed',
        changes: [
          { ...change, by: 'kubectl-edit\u202e' },
          { field: 'spec.b', before: 3 },
        ],
      },
      {
        variant: 'warning',
        title: expect.stringContaining('Nothing was stored'),
        lines: [
          { text: 'spec.a: 1 → 2', because: 'by kubectl-edit\\u202e' },
          { sign: '-', text: 'spec.b: 3', because: 'who did it is not recorded' },
        ],
        undo: undefined,
      },
    ],
    ['gone', { state: 'gone' }, { variant: 'danger', title: expect.stringContaining('is gone') }],
    [
      'kept in Git',
      { state: 'kept', keptBy: 'Argo CD' },
      { variant: 'warning', title: expect.stringContaining('Argo CD keeps it'), undo: undefined },
    ],
    [
      'not his to make',
      { state: 'mayNot', message: 'forbidden' },
      { variant: 'danger', title: expect.stringContaining('you may not'), message: 'forbidden' },
    ],
    ['refused', { state: 'refuses', message: 'no' }, { variant: 'danger', message: 'no', undo: undefined }],
    [
      'not known, where no answer came',
      { problem: { kind: 'notSeen', message: 'away' } },
      { variant: 'warning', title: expect.stringContaining('not known'), message: 'away' },
    ],
    [
      'not done in a snapshot',
      { problem: { kind: 'notThere', message: 'a snapshot' } },
      { title: 'Nothing was stored', message: 'a snapshot' },
    ],
    ['of a newer console', { state: 'later' }, { title: expect.stringContaining('not known') }],
  ])('is %s', (_, answer, model) => {
    expect(applyModel(answer, editWords.en)).toMatchObject(model);
  });
});
