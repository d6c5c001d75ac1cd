import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../engine/plan/action.ts';
import type { AnsweredVerdict } from '../../../../engine/verdict.ts';
import type { OperatorEvent } from '../../../../operator/options/operator-event.ts';
import { describeEvent } from '../../up/describe-event.ts';
import { lineOf } from './log-event.ts';

const answer = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: { namespace: 'here', name: 'kv' },
};
const object = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', namespace: 'here', name: 'kv' };
const paths = ['a', 'b', 'c', 'd'].map((name) => ['spec', name]);
const changes = paths.map((path) => ({ path, before: 1, after: 2, because: 'spec.mine', changedBy: 'me' }));
const create: Action = { kind: 'create', because: 'it is missing', object: answer };
const edit = {
  kind: 'edit',
  object,
  operations: [],
  changes,
  because: 'it differs',
  isRevert: false,
} as const;
const remove: Action = { kind: 'delete', because: 'nobody wants it', object, precondition: 'uid' };

const key = 'KubeVirt/here/kv';
const component = 'operands';
const told = (why: string) =>
  ['spec.a', 'spec.b', 'spec.c', 'spec.d'].map((field) => ({ field, change: '1 → 2', why }));
const [wanted, foreign] = [told('because: spec.mine'), told('me changed it')];
const finding = { level: 'info', reason: 'R', message: 'm' } as const;
const refused = {
  verdict: 'refused',
  because: 'no',
  forbidden: false,
  status: { code: 422, reason: '', message: 'no' },
} as const;

describe('what was done to an operand', () => {
  it.each<[Action, AnsweredVerdict, readonly unknown[], string | undefined]>([
    [
      create,
      { verdict: 'created', answer },
      ['info', { component, object: key, why: 'it is missing' }, 'created'],
      `created ${key}`,
    ],
    [
      edit,
      { verdict: 'updated', answer },
      ['info', { component, object: key, changes: wanted }, 'updated'],
      `updated ${key}: spec.a, spec.b, spec.c and 1 more`,
    ],
    [
      edit,
      { verdict: 'reverted', answer },
      ['warn', { component, object: key, changes: foreign }, 'reverted a foreign change'],
      `reverted ${key}: spec.a, spec.b, spec.c and 1 more`,
    ],
    [
      remove,
      { verdict: 'removed' },
      ['info', { component, object: key, why: 'nobody wants it' }, 'removed'],
      `removed ${key}`,
    ],
    [
      remove,
      { verdict: 'removing', answer },
      ['info', { component, object: key, why: 'nobody wants it' }, 'removing'],
      `deleted ${key}; its finalizers hold it`,
    ],
    [
      edit,
      refused,
      ['warn', { component, object: key, changes: wanted, because: 'no' }, 'update was refused'],
      'no',
    ],
    [
      remove,
      refused,
      ['warn', { component, object: key, why: 'nobody wants it', because: 'no' }, 'delete was refused'],
      'no',
    ],
    [
      edit,
      { verdict: 'unchanged', answer },
      ['debug', { component, object: key, changes: wanted }, 'unchanged'],
      undefined,
    ],
  ])('is a line of the log, and of up: %j %j', (action, verdict, line, text) => {
    expect(lineOf({ type: 'acted', action, verdict })).toEqual(line);
    expect(describeEvent({ type: 'acted', action, verdict })?.text).toBe(text);
  });
});

describe('a long list that was torn apart', () => {
  it('is told of in its beginning', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      path: ['spec', index],
      before: 1,
      after: 2,
      because: 'x',
    }));
    const [, told] = lineOf({
      type: 'acted',
      action: { ...edit, changes: many },
      verdict: { verdict: 'updated', answer },
    });
    expect([told.more, told.changes]).toEqual([10, expect.objectContaining({ length: 20 })]);
  });
});

describe('each line', () => {
  it.each<[OperatorEvent, string]>([
    [{ type: 'leading' }, 'election'],
    [{ type: 'waiting', leader: 'a', lease: 'ns/b' }, 'election'],
    [{ type: 'platform', platform: 'kubernetes' }, 'mirror'],
    [{ type: 'problem', message: 'x' }, 'operator'],
    [{ type: 'problem', message: 'x', of: 'doctor' }, 'doctor'],
    [{ type: 'bootSource', action: create }, 'golden-images'],
    [{ type: 'layering', news: { kind: 'action', action: create } }, 'layering'],
    [{ type: 'layering', news: { kind: 'finding', config: 'c', finding, of: 'rollout' } }, 'rollout'],
    [{ type: 'reconciled', durationMs: 1, because: undefined }, 'operands'],
  ])('says whose it is: %j', (event, whose) => {
    expect(lineOf(event)[1].component).toBe(whose);
  });

  it('of a reconcile that did nothing is there for those who look for it', () => {
    expect(lineOf({ type: 'reconciled', durationMs: 1, because: undefined })[0]).toBe('debug');
  });

  it('of one that waits says who leads, and what to do where that is a surprise', () => {
    expect(lineOf({ type: 'waiting', leader: 'pod-1_a', lease: 'ns/archipelago-operator' })).toEqual([
      'info',
      { component: 'election', leader: 'pod-1_a', lease: 'ns/archipelago-operator' },
      'another Archipelago operator leads, and this one waits, as a replica should; if it is none, end one of the two (kubectl get lease archipelago-operator -n ns names the pod or machine that leads)',
    ]);
  });
});
