import { describe, expect, it } from 'vitest';
import { type Told, takeFrame, untold } from './take-frame.ts';

const told: Told = { document: { view: { a: 1, list: [1, 2] } }, id: 'r.1' };

describe('what is known after a frame', () => {
  it.each<[string, Told, { name: string; id: string; data: string }, Told]>([
    [
      'everything',
      untold,
      { name: 'whole', id: 'r.1', data: '{"view":1}' },
      { document: { view: 1 }, id: 'r.1' },
    ],
    [
      'what has changed',
      told,
      { name: 'changes', id: 'r.2', data: '[{"op":"remove","path":"/view/list/0"}]' },
      { document: { view: { a: 1, list: [2] } }, id: 'r.2' },
    ],
    ['the same, after a sign of life', told, { name: '', id: '', data: '' }, told],
    ['the same, after what a later server sends', told, { name: 'other', id: 'x', data: '1' }, told],
    [
      'nothing, where a change does not fit',
      told,
      { name: 'changes', id: 'r.2', data: '[{"op":"remove","path":"/b"}]' },
      untold,
    ],
    ['nothing, where a change is none', told, { name: 'changes', id: 'r.2', data: '{}' }, untold],
    ['nothing, where nothing was told before', untold, { name: 'changes', id: 'r.2', data: '[]' }, untold],
  ])('is %s', (_, before, frame, after) => {
    expect(takeFrame(before, frame)).toEqual(after);
  });
});
