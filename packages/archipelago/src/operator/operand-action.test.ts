import { describe, expect, it } from 'vitest';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import { priorityClass } from '../config/operands/priority-class/priority-class.ts';
import type { Plan } from '../reconcile/plan.ts';
import { operandAction } from './operand-action.ts';

const metadata = { name: 'kv', namespace: 'here', uid: 'u', resourceVersion: '7' };
const manifest = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata, spec: {} };
// as lists have it: without kind and version
const live = { metadata, spec: { old: true } };
const seen = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', ...metadata };
const step = { operand: kubevirt, key: 'KubeVirt/here/kv' };
const difference = { path: ['spec', 'old'], before: true, after: undefined };
const change = {
  ...step,
  live,
  body: manifest,
  differences: [
    { ...difference, cause: { kind: 'written', by: 'spec.b' } },
    { ...difference, cause: undefined },
  ],
} as const;
const changes = [
  { ...difference, because: 'spec.b' },
  { ...difference, because: undefined },
];

describe('a step of the operands’ plan', () => {
  it.each<[string, Plan[number], object | undefined]>([
    [
      'create',
      { ...step, verb: 'create', reason: 'missing', body: manifest },
      { kind: 'create', because: 'it is missing', object: manifest, after: [] },
    ],
    [
      'update',
      { ...change, verb: 'update', reason: 'specChanged' },
      { kind: 'replace', object: seen, body: manifest, changes, isRevert: false, after: [] },
    ],
    ['revert', { ...change, verb: 'update', reason: 'drift' }, { kind: 'replace', isRevert: true }],
    ['recreate', { ...change, verb: 'recreate', reason: 'drift' }, { kind: 'recreate', isRevert: true }],
    [
      'delete',
      { ...step, verb: 'delete', reason: 'notWanted', live },
      { kind: 'delete', object: seen, precondition: 'uid' },
    ],
    ['unchanged', { ...step, verb: 'unchanged' }, undefined],
    ['wait', { ...step, verb: 'wait', obstacle: { because: 'unknown' } }, undefined],
  ])('to %s', (_, one, action) => {
    const made = operandAction(one, [one]);
    if (action === undefined) expect(made).toBeUndefined();
    else expect(made).toMatchObject(action);
  });

  it('names no namespace where there is none, and no uid that is not known', () => {
    const cluster = { metadata: { name: 'p' } };
    const one = { operand: priorityClass, key: 'PriorityClass/p', verb: 'delete', live: cluster } as const;
    expect(operandAction({ ...one, reason: 'notWanted' }, [])?.object).toEqual({
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      name: 'p',
    });
  });

  it('waits for what the operand says has to be there before', () => {
    const later = { ...kubevirt, after: [cdi] };
    const one: Plan[number] = {
      ...step,
      operand: later,
      verb: 'create',
      reason: 'missing',
      body: manifest,
    };
    const other: Plan[number] = { operand: cdi, key: 'CDI/cdi', verb: 'unchanged' };
    expect(operandAction(one, [one, other])).toMatchObject({ after: ['CDI/cdi'] });
  });
});
