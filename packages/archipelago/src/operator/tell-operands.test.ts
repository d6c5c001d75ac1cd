import { describe, expect, it } from 'vitest';
import type { Action } from '../engine/plan/action.ts';
import type { Done, Verdict } from '../engine/verdict.ts';
import { type Audience, tellOperands } from './tell-operands.ts';

const answer = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: { namespace: 'here', name: 'kv' },
};
const action: Action = { kind: 'create', because: 'it is missing', object: answer };
const status = { code: 409, reason: '', message: 'no' };
const refusal = { because: 'cannot create', status };
const about = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata: { name: 'hc' } };

/** What the log, the events and the metrics hear. */
function tell(verdicts: readonly Verdict[], upgrading = false, whom: object = about, what = action) {
  const heard = { log: [] as string[], events: [] as unknown[], counted: [] as unknown[] };
  const audience: Audience = {
    onEvent: (event) => heard.log.push(event.type === 'acted' ? event.verdict.verdict : event.type),
    recorder: { record: (event) => heard.events.push(event) },
    metrics: { add: (...counted) => heard.counted.push(counted) },
  };
  const done = verdicts.map((verdict): Done => ({ action: what, verdict }));
  tellOperands(audience, { about: { ...whom }, upgrading }, done);
  return heard;
}

describe('what was done to operands', () => {
  it.each<[Verdict, string, string, string]>([
    [{ verdict: 'created', answer }, 'Normal', 'Created', 'Created KubeVirt kv'],
    [{ verdict: 'updated', answer }, 'Normal', 'Updated', 'Updated KubeVirt kv'],
    [{ verdict: 'reverted', answer }, 'Warning', 'Overwritten', 'Overwritten KubeVirt kv'],
    [{ verdict: 'removed' }, 'Normal', 'Killing', 'Removed KubeVirt kv'],
    [{ verdict: 'removing', answer }, 'Normal', 'Killing', 'Removed KubeVirt kv'],
  ])('is told by an event on the HyperConverged, and in the log: %j', (verdict, type, reason, message) => {
    const { log, events } = tell([verdict]);
    expect(events).toEqual([{ about, type, reason, message }]);
    expect(log).toEqual([verdict.verdict]);
  });

  it.each<[boolean, string]>([
    [true, 'Overwritten KubeVirt kv: spec.a 1 → 5, kubectl-edit changed it'],
    [false, 'Updated KubeVirt kv: spec.a 1 → 5, because: spec.mine'],
  ])('names the field and the cause: revert %s', (isRevert, message) => {
    const change = {
      path: ['spec', 'a'],
      before: 1,
      after: 5,
      because: 'spec.mine',
      changedBy: 'kubectl-edit',
    };
    const object = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', namespace: 'here', name: 'kv' };
    const replace: Action = {
      kind: 'edit',
      because: '',
      object,
      operations: [],
      changes: [change],
      isRevert,
    };
    const verdict = { verdict: isRevert ? 'reverted' : 'updated', answer } as const;
    expect(tell([verdict], false, about, replace).events).toMatchObject([{ message }]);
  });

  it.each<Verdict>([
    { verdict: 'unchanged', answer },
    { verdict: 'stale', ...refusal },
    { verdict: 'refused', ...refusal, forbidden: false },
  ])('is told in the log only where nothing has come of it: %j', (verdict) => {
    expect(tell([verdict])).toEqual({ log: [verdict.verdict], events: [], counted: [] });
  });

  it.each<Verdict>([
    { verdict: 'skipped' },
    { verdict: 'unanswered', because: 'lost', error: new Error('lost') },
  ])('is not told where it is not known: %j', (verdict) => {
    expect(tell([verdict])).toEqual({ log: [], events: [], counted: [] });
  });

  it('is told in the order of the plan, each once', () => {
    const { log, events } = tell([
      { verdict: 'removed' },
      { verdict: 'skipped' },
      { verdict: 'created', answer },
    ]);
    expect(log).toEqual(['removed', 'created']);
    expect(events).toMatchObject([{ reason: 'Killing' }, { reason: 'Created' }]);
  });

  it('counts what somebody else had changed, but not what an upgrade brings', () => {
    const reverted = { verdict: 'reverted', answer } as const;
    const counted = [['outOfBandModifications', { component_name: 'kubevirt-kv' }]];
    expect(tell([reverted, { verdict: 'updated', answer }]).counted).toEqual(counted);
    expect(tell([reverted], true)).toMatchObject({ counted: [], events: [{ reason: 'Overwritten' }] });
  });

  it('is told in the log and counted where there is nothing that an event could be about', () => {
    const { log, events, counted } = tell([{ verdict: 'reverted', answer }], false, {});
    expect([log, events, counted.length]).toEqual([['reverted'], [], 1]);
  });
});
