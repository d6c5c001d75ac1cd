import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import type { BuildPlacement, Toleration } from '../api/machine-os-config.ts';
import { buildNodesOf, hasNodeSince, leavingNodesOf, tolerationsOf } from './build-nodes.ts';
import { World } from './simulated-world.test-support.ts';

const anywhere: BuildPlacement = {
  nodeSelector: {},
  tolerations: [],
  resources: {},
  variant: undefined,
  buildArguments: {},
};

function nodes(
  ...more: readonly NonNullable<Parameters<World['addNode']>[2]>[]
): readonly KubernetesObject[] {
  const world = new World();
  for (const [index, one] of more.entries()) world.addNode(`n${index}`, 'arm64', one);
  return world.all('Node');
}

const taint = (more: JsonObject = {}): JsonObject => ({
  key: 't',
  value: 'v',
  effect: 'NoSchedule',
  ...more,
});

describe('where an architecture is built', () => {
  test.each<[string, Parameters<World['addNode']>[2], Partial<BuildPlacement>, string | undefined]>([
    ['that is as it should be', {}, {}, undefined],
    ['that is not ready', { ready: false }, {}, 'n0 is not ready'],
    ['that is cordoned', { spec: { unschedulable: true } }, {}, 'n0 is cordoned'],
    ['with the label', { labels: { a: 'b' } }, { nodeSelector: { a: 'b' } }, undefined],
    ['without the label', {}, { nodeSelector: { a: 'b' } }, 'n0 has no label a=b'],
    ['with another label', { labels: { a: 'c' } }, { nodeSelector: { a: 'b' } }, 'n0 has no label a=b'],
    [
      'with one of the labels',
      { labels: { a: 'b' } },
      { nodeSelector: { a: 'b', c: 'd' } },
      'n0 has no label c=d',
    ],
    ['with a taint', { spec: { taints: [taint()] } }, {}, 'n0 has the taint t=v:NoSchedule'],
    [
      'with a taint without value',
      { spec: { taints: [{ key: 't', effect: 'NoExecute' }] } },
      {},
      'n0 has the taint t=:NoExecute',
    ],
    [
      'that is only better avoided',
      { spec: { taints: [taint({ effect: 'PreferNoSchedule' })] } },
      {},
      undefined,
    ],
    [
      'that is tainted for its architecture',
      { spec: { taints: [taint({ key: 'kubernetes.io/arch' })] } },
      {},
      undefined,
    ],
    [
      'that is tainted for its architecture by OpenShift',
      { spec: { taints: [taint({ key: 'multiarch.openshift.io/arch' })] } },
      {},
      undefined,
    ],
    [
      'with a taint that is tolerated, and another',
      { spec: { taints: [taint(), taint({ key: 'u' })] } },
      { tolerations: [{ key: 't', operator: 'Exists' }] },
      'n0 has the taint u=v:NoSchedule',
    ],
  ])('is a node %s', (_, node, placement, obstacle) => {
    const found = buildNodesOf(nodes(node ?? {}), 'arm64', { ...anywhere, ...placement });
    expect(found).toEqual(
      obstacle === undefined
        ? { ok: true }
        : { ok: false, message: `no linux/arm64 node takes builds: ${obstacle}` },
    );
  });

  test.each<[Toleration, boolean]>([
    [{ key: 't', operator: 'Exists' }, true],
    [{ key: 't', operator: 'Equal', value: 'v' }, true],
    [{ key: 't', value: 'v' }, true],
    [{ key: 't', value: 'w' }, false],
    [{ key: 't' }, false],
    [{ key: 'u', operator: 'Exists' }, false],
    [{ operator: 'Exists' }, true],
    [{ operator: 'Equal', value: 'v' }, false],
    [{ key: 't', operator: 'Exists', effect: 'NoSchedule' }, true],
    [{ key: 't', operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 't', value: 'v', effect: 'NoSchedule' }, true],
  ])('%j tolerates t=v:NoSchedule: %s', (toleration, ok) => {
    const tainted = nodes({ spec: { taints: [taint()] } });
    expect(buildNodesOf(tainted, 'arm64', { ...anywhere, tolerations: [toleration] }).ok).toBe(ok);
  });

  test('a taint without value is tolerated by a toleration without one', () => {
    const tainted = nodes({ spec: { taints: [{ key: 't', effect: 'NoSchedule' }] } });
    expect(buildNodesOf(tainted, 'arm64', { ...anywhere, tolerations: [{ key: 't' }] }).ok).toBe(true);
  });

  test('is one of many, in any pool, and of no other architecture or system', () => {
    expect(buildNodesOf(nodes({ ready: false }, { pool: 'other' }), 'arm64', anywhere).ok).toBe(true);
    const none = { ok: false, message: 'there is no linux/arm64 node' };
    expect(buildNodesOf([], 'arm64', anywhere)).toEqual(none);
    expect(buildNodesOf(nodes({}), 's390x', anywhere)).toEqual({
      ok: false,
      message: 'there is no linux/s390x node',
    });
    expect(buildNodesOf(nodes({ os: 'windows' }), 'arm64', anywhere)).toEqual(none);
    expect(buildNodesOf(nodes({ reported: 'amd64' }), 'arm64', anywhere)).toEqual(none);
    const [node] = nodes({});
    if (node === undefined) throw new Error('no node');
    const silent = { ...node, status: { conditions: [{ type: 'Ready', status: 'True' }] } };
    expect(buildNodesOf([silent], 'arm64', anywhere).ok).toBe(true);
  });

  test('of many that take none five are named', () => {
    const seven = Array.from({ length: 7 }, () => ({ ready: false }));
    const some = [0, 1, 2, 3, 4].map((index) => `n${index} is not ready`).join(', ');
    const start = `no linux/arm64 node takes builds: ${some}`;
    expect(buildNodesOf(nodes(...seven), 'arm64', anywhere)).toMatchObject({
      message: `${start}, and 2 more`,
    });
    expect(buildNodesOf(nodes(...seven.slice(2)), 'arm64', anywhere)).toMatchObject({ message: start });
  });

  test('tolerations of the config come after those of every build', () => {
    expect(tolerationsOf({ ...anywhere, tolerations: [{ key: 'k' }] })).toEqual([
      { key: 'kubernetes.io/arch', operator: 'Exists' },
      { key: 'multiarch.openshift.io/arch', operator: 'Exists' },
      { key: 'k' },
    ]);
  });
});

test('a node that has come since then counts where it takes builds', () => {
  const made = Date.parse('2026-11-21T09:00:00Z');
  const arm = { architecture: 'arm64', placement: anywhere } as const;
  const one = nodes({});
  expect([made - 1, made, made + 1].map((since) => hasNodeSince(one, arm, since))).toEqual([
    true,
    true,
    false,
  ]);
  expect(hasNodeSince(nodes({ ready: false }), arm, 0)).toBe(false);
  expect(hasNodeSince(one, { ...arm, architecture: 'amd64' }, 0)).toBe(false);
  const [node] = one;
  if (node === undefined) throw new Error('no node');
  const { creationTimestamp: _, ...metadata } = node.metadata;
  expect(hasNodeSince([{ ...node, metadata }], arm, 0)).toBe(false);
});

describe('a node that is leaving', () => {
  const prefix = 'machineconfiguration.openshift.io';
  const annotated = (annotations: Readonly<Record<string, string>>) => {
    const [node] = nodes({});
    if (node === undefined) throw new Error('no node');
    return [{ ...node, metadata: { ...node.metadata, annotations } }];
  };

  test.each<[Readonly<Record<string, string>>, boolean]>([
    [{ state: 'Working' }, true],
    [{ state: 'Done' }, false],
    [{ desiredDrain: 'drain-1' }, true],
    [{ desiredDrain: 'uncordon-1' }, false],
    [{ currentConfig: 'a', desiredConfig: 'b' }, true],
    [{ currentConfig: 'a', desiredConfig: 'a' }, false],
    [{ currentImage: 'a', desiredImage: 'b' }, true],
    [{ currentImage: 'a', desiredImage: 'a' }, false],
    [{ desiredImage: 'a' }, true],
    [{}, false],
  ])('says %j: %s', (annotations, is) => {
    const named = Object.fromEntries(
      Object.entries(annotations).map(([key, value]) => [`${prefix}/${key}`, value]),
    );
    expect(leavingNodesOf(annotated(named), 'arm64')).toEqual(is ? ['n0'] : []);
  });

  test('is cordoned, or is being updated; and of its architecture only', () => {
    const taints = [{ key: 'UpdateInProgress', effect: 'PreferNoSchedule' }];
    const list = nodes(
      { spec: { unschedulable: true } },
      { spec: { taints } },
      { spec: { taints: [taint()] } },
    );
    expect(leavingNodesOf(list, 'arm64')).toEqual(['n0', 'n1']);
    expect(leavingNodesOf(list, 'amd64')).toEqual([]);
  });
});
