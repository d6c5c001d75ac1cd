import type { KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { claimsOf } from './pool-claims.ts';

const node = (name: string, ...roles: readonly string[]): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: Object.fromEntries(roles.map((role) => [role, ''])) },
});
const pool = (name: string, role = name, more: object = {}): KubernetesObject => ({
  apiVersion: 'machineconfiguration.openshift.io/v1',
  kind: 'MachineConfigPool',
  metadata: { name },
  spec: { nodeSelector: { matchLabels: { [role]: '' } } },
  ...more,
});
const a = node('a', 'edge');
const b = node('b', 'edge', 'far');
const nodes = [a, b];
const shown = (claims: ReturnType<typeof claimsOf>) =>
  [...claims].map(([name, list]) => [
    name,
    ...list.map((claim) => [claim.node.metadata.name, ...claim.pools].join(' ')),
  ]);

test('nodes are claimed by every pool that chooses them', () => {
  expect(shown(claimsOf(nodes, [pool('edge'), pool('far'), pool('none')]))).toEqual([
    ['edge', 'a edge', 'b edge far'],
    ['far', 'b edge far'],
    ['none'],
  ]);
});

test('a pool that chooses otherwise has other nodes, though these are the same', () => {
  claimsOf(nodes, [pool('edge'), pool('far')]);
  expect(shown(claimsOf(nodes, [pool('edge', 'far'), pool('far')]))).toEqual([
    ['edge', 'b edge far'],
    ['far', 'b edge far'],
  ]);
  expect(shown(claimsOf([...nodes], [pool('edge', 'none')]))).toEqual([['edge']]);
});

test('a claim is the same for as long as the node is, and the pools that choose it', () => {
  const before = claimsOf(nodes, [pool('edge'), pool('far')]);
  const statuses = { status: { machineCount: 7 } };
  expect(claimsOf(nodes, [pool('edge', 'edge', statuses), pool('far')])).toBe(before);
  const after = claimsOf([a, node('c', 'edge'), b], [pool('edge'), pool('far', 'none')]);
  expect(after.get('edge')?.[0]).toBe(before.get('edge')?.[0]);
  expect(after.get('edge')?.[2]).not.toBe(before.get('edge')?.[1]);
});
