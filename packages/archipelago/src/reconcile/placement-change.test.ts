import type { JsonObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import type { NodeFacts } from '../cluster-facts/cluster-facts.ts';
import { changesPlacement, reviewPlacementChange } from './placement-change.ts';
import { reviewDeletion } from './review-deletion.ts';

const placed = (nodePlacement: JsonObject | undefined): JsonObject => ({
  spec: { workloads: { nodePlacement } },
});
const arm = placed({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } });
const node = (name: string, architecture: string): NodeFacts => ({
  name,
  architecture,
  labels: { 'kubernetes.io/arch': architecture, 'node-role.kubernetes.io/worker': '' },
});
const nodes = [node('a1', 'amd64'), node('a2', 'amd64'), node('b1', 'arm64')];
const machines = { kind: 'VirtualMachine', names: ['team/web', 'team/db'], count: 2 };

test.each<[string, JsonObject, JsonObject, boolean]>([
  ['nothing and nothing', {}, placed(undefined), false],
  ['nothing and an empty one', {}, placed({}), false],
  ['members in another order', placed({ a: 1, b: 2 }), placed({ b: 2, a: 1 }), false],
  ['another one', {}, arm, true],
  ['none any more', arm, { spec: {} }, true],
  [
    'only of the infrastructure',
    arm,
    { spec: { ...(arm.spec as JsonObject), infra: { nodePlacement: {} } } },
    false,
  ],
])('a change of the placement: %s', (_, before, after, expected) => {
  expect(changesPlacement(before, after)).toBe(expected);
});

test('while workloads exist it does not change: they are named, and the nodes that would be left', () => {
  const change = { before: {}, after: arm, nodes, workloads: [machines], unknown: [] };
  expect(reviewPlacementChange(change)).toEqual([
    {
      level: 'error',
      at: 'spec.workloads.nodePlacement',
      reason: 'Forbidden',
      message: 'cannot change while 2 VirtualMachines (team/web, team/db) exist; it would leave a1, a2',
      fix: 'keep the placement, or delete these first',
    },
  ]);
  const wider = { ...change, before: arm, after: {} };
  expect(reviewPlacementChange(wider)[0]?.message).not.toContain('leave');
  const many = Array.from({ length: 30 }, (_, index) => node(`n${index}`, 'amd64'));
  expect(reviewPlacementChange({ ...change, nodes: many })[0]?.message).toMatch(/n9 and 20 more$/);
});

test('without workloads it may; where they cannot be counted, with a warning', () => {
  const change = { before: {}, after: arm, nodes, workloads: [], unknown: [] };
  expect(reviewPlacementChange(change)).toEqual([]);
  expect(reviewPlacementChange({ ...change, unknown: ['cannot list'] })).toMatchObject([
    { level: 'warning', message: expect.stringContaining('cannot list') },
  ]);
});

test('a deletion is refused while workloads exist, and warned of where they cannot be counted', () => {
  expect(reviewDeletion({ workloads: [machines], unknown: [] })).toMatchObject([
    {
      level: 'error',
      at: 'spec.uninstallStrategy',
      message: 'keeps it while 2 VirtualMachines (team/web, team/db) exist',
    },
  ]);
  expect(reviewDeletion({ workloads: [], unknown: [] })).toEqual([]);
  expect(reviewDeletion({ workloads: [], unknown: ['cannot list'] })).toMatchObject([{ level: 'warning' }]);
});
