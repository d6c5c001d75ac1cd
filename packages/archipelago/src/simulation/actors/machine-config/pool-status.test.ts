import { type JsonObject, objectsAt } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { machineWith, nodeWith, poolWith } from './machines.test-support.ts';
import { poolByNode } from './pool-machines.ts';
import { poolStatus } from './pool-status.ts';

const rendering = { ok: true, rendered: { ...nodeWith(), spec: {} }, source: [] } as const;
const [old, now] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];

type Status = Parameters<typeof poolStatus>[0];

function statusOf(machines: Status['machines'], more: Partial<Status> = {}): JsonObject {
  return poolStatus({
    pool: poolWith('b', {}, { configuration: { name: 'a' } }),
    machines,
    rendering,
    now,
    ...more,
  });
}

const states = (status: JsonObject) =>
  Object.fromEntries(objectsAt(status, 'conditions').map(({ type, status: is }) => [String(type), is]));
const messageOf = (status: JsonObject, type: string) =>
  objectsAt(status, 'conditions').find((one) => one.type === type)?.message;

test('counts, and says that all are updated', () => {
  const status = statusOf([machineWith({ current: 'b' }), machineWith({ current: 'b' })]);
  expect(status).toMatchObject({
    observedGeneration: 3,
    configuration: { name: 'b' },
    machineCount: 2,
    updatedMachineCount: 2,
    readyMachineCount: 2,
    unavailableMachineCount: 0,
    degradedMachineCount: 0,
  });
  expect(states(status)).toEqual({
    Updated: 'True',
    Updating: 'False',
    NodeDegraded: 'False',
    RenderDegraded: 'False',
    Degraded: 'False',
  });
  expect(messageOf(status, 'Updated')).toBe('All nodes are updated with MachineConfig b');
});

test('keeps the old configuration until all have the new one', () => {
  const status = statusOf([
    machineWith({ current: 'b' }),
    machineWith({ current: 'b', cordoned: true }),
    machineWith({ desired: 'b', state: 'Working', ready: false }),
    machineWith(),
  ]);
  expect(status).toMatchObject({
    configuration: { name: 'a' },
    machineCount: 4,
    updatedMachineCount: 2,
    readyMachineCount: 1,
    unavailableMachineCount: 2,
  });
  expect(states(status)).toMatchObject({ Updated: 'False', Updating: 'True' });
  expect(messageOf(status, 'Updating')).toBe('All nodes are updating to MachineConfig b');
});

test('says what is wrong: a node, the rendering, and that it waits because it is paused', () => {
  const failed = machineWith({ name: 'w', desired: 'b', state: 'Degraded', reason: 'no "image"' });
  const degraded = statusOf([failed]);
  expect(states(degraded)).toMatchObject({ NodeDegraded: 'True', Degraded: 'True' });
  expect(messageOf(degraded, 'NodeDegraded')).toBe('Node w is reporting: "no \\"image\\""');
  const unrendered = statusOf([], { rendering: { ok: false, message: 'none' } });
  expect(states(unrendered)).toMatchObject({ RenderDegraded: 'True', Degraded: 'True' });
  const paused = statusOf([machineWith()], { pool: poolWith('b', { paused: true }) });
  expect(states(paused)).toMatchObject({ Updated: 'False', Updating: 'False' });
  expect(messageOf(paused, 'Updating')).toBe('Pool is paused; will not update to MachineConfig b');
});

test("leaves others' conditions, and times while nothing changes", () => {
  const before = [
    { type: 'ImageBuildDegraded', status: 'False', lastTransitionTime: old },
    { type: 'Updated', status: 'True', lastTransitionTime: old },
    { type: 'Updating', status: 'True', lastTransitionTime: old },
  ];
  const { conditions } = statusOf([machineWith({ current: 'b' })], {
    pool: poolWith('b', {}, { conditions: before }),
  });
  expect(conditions).toEqual(
    expect.arrayContaining([
      before[0],
      expect.objectContaining({ type: 'Updated', lastTransitionTime: old }),
      expect.objectContaining({ type: 'Updating', lastTransitionTime: now }),
    ]),
  );
});

test.each([
  [['worker'], 'worker'],
  [['worker', 'edge'], 'edge'],
  [['master', 'worker', 'edge'], 'master'],
  [['worker', 'edge', 'infra'], undefined],
  [[], undefined],
] as const)('a node with the roles %j is of the pool %s', (roles, pool) => {
  const pools = ['master', 'worker', 'edge', 'infra'].map((name) => {
    const spec = { nodeSelector: { matchLabels: { [name]: '' } } };
    return { ...poolWith('a', spec), metadata: { name } };
  });
  const labels = Object.fromEntries(roles.map((name) => [name, '']));
  expect(poolByNode([nodeWith({ labels })], pools).get('n')).toBe(pool);
});
