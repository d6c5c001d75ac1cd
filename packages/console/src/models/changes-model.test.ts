import { expect, it } from 'vitest';
import { changesWords } from '../words/changes-words.ts';
import { changesModel } from './changes-model.ts';

const model = (view: Parameters<typeof changesModel>[0]) => changesModel(view, changesWords.en);
const at = '2026-11-25T10:00:00Z';

it('what changed is told with what it is about, and why', () => {
  const event = { kind: 'event', at, type: 'Warning', reason: 'Overwritten', count: 3 };
  const told = [
    { ...event, message: 'x\u202e, kubectl-edit changed it', object: 'HyperConverged/hc' },
    { kind: 'write', at, by: 'kubectl-edit', fields: ['spec.a', 'spec.b'], more: 2 },
    { kind: 'write', at, by: 'argo', fields: ['spec.a'], more: 0 },
  ];
  expect(model({ changes: { told } }).changes).toEqual([
    {
      at,
      about: 'Overwritten · HyperConverged/hc · 3 times',
      text: 'x\\u202e, kubectl-edit changed it',
      isWarning: true,
    },
    {
      at,
      about: 'HyperConverged',
      text: 'kubectl-edit wrote last; its: spec.a, spec.b and 2 more',
      isWarning: false,
    },
    { at, about: 'HyperConverged', text: 'argo wrote last; its: spec.a', isWarning: false },
  ]);
});

it('nothing is told of nothing, and what is missing is', () => {
  expect(model(null)).toEqual({ changes: [], problem: '' });
  expect(model({ changes: { told: [], problem: 'may not' } }).problem).toBe('may not');
});
