import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../engine/plan/action.ts';
import type { AnsweredVerdict } from '../../../../engine/verdict.ts';
import type { OperatorEvent } from '../../../../operator/options/operator-event.ts';
import { PassLog } from './pass-log.ts';

const component = 'operands';
const answer = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: { namespace: 'here', name: 'kv' },
};
const object = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', namespace: 'here', name: 'kv' };
const key = 'KubeVirt/here/kv';
const create: Action = { kind: 'create', because: 'it is missing', object: answer };

/** A write of so many fields. */
function replace(fields: number): Action {
  const changes = Array.from({ length: fields }, (_, index) => ({
    ...{ path: ['spec', `f${index}`], before: 1, after: 2 },
    ...{ because: 'spec.mine', changedBy: 'me' },
  }));
  return { object, operations: [], changes, because: 'it differs', kind: 'edit', isRevert: false };
}

function acted(action: Action, verdict: AnsweredVerdict): OperatorEvent {
  return { type: 'acted', action, verdict };
}

function reconciled(because?: string): OperatorEvent {
  return { type: 'reconciled', durationMs: 6.6, because };
}

const refusal = { code: 422, reason: '', message: 'no' };
const created = acted(create, { verdict: 'created', answer });
const reverted = acted(replace(1), { verdict: 'reverted', answer });
const refused = acted(create, { verdict: 'refused', because: 'no', forbidden: false, status: refusal });
const didCreate = { verdict: 'created', object: key, why: 'it is missing' };
const change = { field: 'spec.f0', change: '1 → 2', why: 'me changed it' };
const didRevert = { verdict: 'reverted', object: key, changes: [change] };

/** Lines that people see who did not ask for more. */
function usual(...events: readonly OperatorEvent[]) {
  const passes = new PassLog();
  return events.flatMap((event) => passes.linesOf(event)).filter(([level]) => level !== 'debug');
}

describe('a reconcile', () => {
  it.each<[string, readonly OperatorEvent[], readonly unknown[]]>([
    ['that did nothing is no line', [reconciled()], []],
    [
      'that did something is one line: what, and why',
      [created, acted(replace(1), { verdict: 'unchanged', answer }), reconciled()],
      [['info', { component, durationMs: 7, did: [didCreate] }, 'reconciled']],
    ],
    [
      'that took back what somebody did warns',
      [created, reverted, reconciled()],
      [['warn', { component, durationMs: 7, did: [didCreate, didRevert] }, 'reconciled']],
    ],
    [
      'that did not finish says what it did, and why it did not finish',
      [created, refused, reconciled('no')],
      [
        ['warn', { component, object: key, why: 'it is missing', because: 'no' }, 'create was refused'],
        ['info', { component, did: [didCreate] }, 'reconciled in part'],
        ['warn', { component, durationMs: 7, because: 'no' }, 'not done yet'],
      ],
    ],
    [
      'that ends with the lease says what it did',
      [created, { type: 'notLeading', because: 'not renewed' }, { type: 'leading' }, reconciled()],
      [
        ['info', { component, did: [didCreate] }, 'reconciled in part'],
        ['warn', { component: 'election', because: 'not renewed' }, 'no longer leading'],
        ['info', { component: 'election' }, 'leading'],
      ],
    ],
    [
      'whose writes are told after the lease was lost: each by itself',
      [{ type: 'notLeading', because: 'not renewed' }, created, { type: 'leading' }, reconciled()],
      [
        ['warn', { component: 'election', because: 'not renewed' }, 'no longer leading'],
        ['info', { component, object: key, why: 'it is missing' }, 'created'],
        ['info', { component: 'election' }, 'leading'],
      ],
    ],
  ])('%s', (_, events, lines) => {
    expect(usual(...events)).toEqual(lines);
  });

  it('tells each object at debug, with all its fields', () => {
    const passes = new PassLog();
    const [line] = passes.linesOf(acted(replace(9), { verdict: 'updated', answer }));
    expect(line).toEqual(['debug', { component, object: key, changes: expect.anything() }, 'updated']);
    expect(line?.[1].changes).toHaveLength(9);
  });

  it('is told within bounds', () => {
    const many = Array.from({ length: 60 }, () => acted(replace(9), { verdict: 'updated', answer }));
    const [line] = usual(...many, reconciled());
    expect(line?.[1].more).toBe(10);
    expect(line?.[1].did).toHaveLength(50);
    expect(JSON.stringify(line)).toContain('"more":4');
  });
});
