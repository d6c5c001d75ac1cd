import { systemClock } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { Handover, lookAgainMs } from './handover.ts';
import type { OtherOperatorsMirror } from './mirror/other-operators-mirror.ts';

type Seen = ReturnType<OtherOperatorsMirror['seen']>;

const deployment = {
  namespace: 'ns',
  name: 'hco-operator',
  wanted: 1,
  running: 1,
  isGoing: false,
  serviceVersion: undefined,
};
const about = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'hc', uid: 'u' },
};

/** A handover on a cluster that shows what `show` says, the clock, and the reasons of the events so far. */
function lab() {
  const state: { seen: Seen; now: number } = { seen: { state: 'unknown' }, now: 1 };
  const reasons: string[] = [];
  const otherOperators = { seen: () => state.seen };
  const handover = new Handover({
    mirror: { otherOperators },
    recorder: { record: ({ reason }) => reasons.push(reason) },
    clock: { ...systemClock, monotonic: () => state.now },
    onEvent: () => undefined,
  });
  return { state, reasons, turn: () => handover.turn(about, 'grant it').is, handover };
}

it("is nobody's turn before it is known who is there, and says nothing of that", () => {
  const { turn, reasons } = lab();
  expect([turn(), reasons]).toEqual(['unknown', []]);
});

it('is told once, and again while it lasts', () => {
  const { state, turn, reasons } = lab();
  state.seen = { state: 'known', deployments: [deployment] };
  expect([turn(), turn()]).toEqual(['anothers', 'anothers']);
  expect(reasons).toEqual(['AnotherOperator']);
  state.now += lookAgainMs;
  turn();
  expect(reasons).toEqual(['AnotherOperator', 'AnotherOperator']);
  state.seen = { state: 'known', deployments: [] };
  expect(turn()).toBe('ours');
  state.seen = { state: 'known', deployments: [deployment] };
  turn();
  expect(reasons).toHaveLength(3);
});

it('is not ours where we may not look', () => {
  const { state, turn, reasons } = lab();
  state.seen = { state: 'forbidden', message: 'may not list' };
  expect([turn(), turn(), reasons]).toEqual(['forbidden', 'forbidden', ['PermissionsMissing']]);
});

it('is told by an event also where the HyperConverged comes later', () => {
  const { state, reasons, turn, handover } = lab();
  state.seen = { state: 'known', deployments: [deployment] };
  handover.turn(undefined, 'grant it');
  expect(reasons).toEqual([]);
  turn();
  expect(reasons).toEqual(['AnotherOperator']);
});
