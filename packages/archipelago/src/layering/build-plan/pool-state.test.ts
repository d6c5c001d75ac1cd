import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { machineConfigGroup } from '../api/layering-names.ts';
import type { LayeringInput } from './layering-plan.ts';
import { PlanDraft } from './plan-draft.ts';
import { poolStateOf } from './pool-state.ts';
import { Reading } from './reading.ts';
import { sha, World } from './simulated-world.test-support.ts';

const role = (name: string) => `node-role/${name}`;

/** Pools by role, as the Machine Config Operator has them. */
function pools(...names: readonly string[]): World {
  const world = new World({ pool: true });
  world.objects.delete(world.key('MachineConfigPool', 'edge'));
  for (const name of names) {
    world.addPool(name);
    world.edit('MachineConfigPool', name, {
      spec: { nodeSelector: { matchLabels: { pool: null, [role(name)]: '' } } },
    });
  }
  return world;
}

function stateOf(world: World, pool = 'edge') {
  const input = world.input();
  const config = { ...input.config, members: { kind: 'pool', name: pool } } as const;
  return read({ ...input, config });
}

function read(input: LayeringInput) {
  const reading = new Reading(input);
  const draft = new PlanDraft(reading);
  return { ...poolStateOf(reading, draft), plan: draft.plan() };
}

const nodesOf = (world: World, pool: string) =>
  stateOf(world, pool).nodes.map(({ metadata }) => metadata.name);

describe('a node in pools', () => {
  test.each<[roles: readonly string[], pool: string | undefined]>([
    [['master'], 'master'],
    [['worker'], 'worker'],
    [['edge'], 'edge'],
    [['worker', 'edge'], 'edge'],
    [['worker', 'master'], 'master'],
    [['master', 'edge'], 'master'],
    [['master', 'edge', 'infra'], 'master'],
    [['edge', 'infra'], undefined],
    [['worker', 'edge', 'infra'], undefined],
    [[], undefined],
  ])('with the roles %j is of the pool %s', (roles, pool) => {
    const world = pools('master', 'worker', 'edge', 'infra');
    world.addNode('n', 'amd64', { labels: Object.fromEntries(roles.map((name) => [role(name), ''])) });
    const all = ['master', 'worker', 'edge', 'infra'];
    expect(all.filter((name) => nodesOf(world, name).includes('n'))).toEqual(
      pool === undefined ? [] : [pool],
    );
  });

  test('two of them is told with their names, for each of both, and of no other', () => {
    const world = pools('worker', 'infra', 'edge', 'other');
    const labels = { [role('worker')]: '', [role('infra')]: '', [role('edge')]: '' };
    world.addNode('n', 'amd64', { labels });
    world.addNode('good', 'amd64', { labels: { [role('edge')]: '' } });
    const finding = {
      level: 'error',
      reason: 'NodeInSeveralPools',
      message: 'node n is in the pools edge and infra; leave it one role besides worker',
    };
    expect(stateOf(world, 'edge').plan.findings).toEqual([finding]);
    expect(stateOf(world, 'infra').plan.findings).toContainEqual(finding);
    expect(stateOf(world, 'other').plan.findings).toMatchObject([{ reason: 'NoArchitectures' }]);
    expect(['worker', 'infra', 'other'].map((pool) => nodesOf(world, pool))).toEqual([[], [], []]);
    expect(nodesOf(world, 'edge')).toEqual(['good']);
  });

  test('is chosen by the whole selector of the pool; one that cannot be read chooses nothing', () => {
    const world = pools('edge', 'odd');
    const matchExpressions = [{ key: 'zone', operator: 'NotIn', values: ['far'] }];
    world.edit('MachineConfigPool', 'edge', { spec: { nodeSelector: { matchExpressions } } });
    world.edit('MachineConfigPool', 'odd', {
      spec: { nodeSelector: { matchExpressions: [{ key: 'zone' }] } },
    });
    world.addNode('near', 'amd64', { labels: { [role('edge')]: '', zone: 'near' } });
    world.addNode('far', 'amd64', { labels: { [role('edge')]: '', zone: 'far' } });
    world.addNode('none', 'amd64', { labels: { zone: 'near' } });
    expect([nodesOf(world, 'edge'), nodesOf(world, 'odd')]).toEqual([['near'], []]);
  });

  test('follows lists that change', () => {
    const world = pools('edge');
    world.addNode('n', 'amd64', { labels: { [role('edge')]: '' } });
    const input = world.input();
    const members = (nodes: typeof input.observed.nodes, observedPools = input.observed.pools) =>
      read({ ...input, observed: { ...input.observed, nodes, pools: observedPools } }).nodes.length;
    const { nodes } = input.observed;
    expect([members(nodes), members(nodes), members([]), members(nodes, []), members(nodes)]).toEqual([
      1, 1, 0, 0, 1,
    ]);
  });
});

describe('nodes by label', () => {
  test('have all of the labels', () => {
    const world = new World({ spec: { nodeSelector: { pool: 'edge', zone: 'near' } } });
    world.addNode('both', 'amd64', { labels: { zone: 'near' } });
    world.addNode('one', 'amd64');
    world.addNode('other', 'amd64', { labels: { zone: 'far' } });
    const { nodes, pool, blocked } = read(world.input());
    expect(nodes.map(({ metadata }) => metadata.name)).toEqual(['both']);
    expect([pool, blocked]).toEqual([undefined, undefined]);
  });
});

describe('a pool in which no build begins', () => {
  const condition = (type: string, status = 'True') => ({ status: { conditions: [{ type, status }] } });
  test.each<[JsonObject, object | undefined]>([
    [{}, undefined],
    [{ spec: { paused: false } }, undefined],
    [
      { spec: { paused: true } },
      { reason: 'PoolPaused', message: 'the pool edge is paused; no build begins' },
    ],
    ...['NodeDegraded', 'RenderDegraded', 'PinnedImageSetsDegraded', 'SynchronizerDegraded'].map(
      (type): [JsonObject, object] => [
        condition(type),
        { reason: 'PoolDegraded', message: `the pool edge is ${type}; no build begins` },
      ],
    ),
    [condition('NodeDegraded', 'False'), undefined],
    [condition('NodeDegraded', 'Unknown'), undefined],
    // that a build has failed is no reason not to begin the next
    [condition('ImageBuildDegraded'), undefined],
    [condition('Degraded'), undefined],
    [condition('Updating'), undefined],
  ])('%j: %j', (change, blocked) => {
    const world = pools('edge', 'other');
    world.edit('MachineConfigPool', 'edge', change);
    expect(stateOf(world).blocked).toEqual(blocked);
    expect(stateOf(world, 'other').blocked).toBeUndefined();
  });

  test('is one that is not there', () => {
    expect(stateOf(pools('other')).blocked).toEqual({
      reason: 'PoolMissing',
      message: 'there is no MachineConfigPool edge',
    });
  });
});

describe('architectures that machine sets bring', () => {
  const set = (name: string, more: JsonObject, replicas = 0) => ({
    apiVersion: 'machine.openshift.io/v1beta1',
    kind: 'MachineSet',
    metadata: { name, ...more },
    spec: { replicas },
  });
  const capacity = (labels: string) => ({
    annotations: { 'capacity.cluster-autoscaler.kubernetes.io/labels': labels },
  });
  const expectedIn = (world: World) => {
    world.editSpec({ expectedArchitectures: 'MachineSets' });
    return stateOf(world).detection.architectures.map(({ name, source }) => `${name} ${source}`);
  };
  const isOurs = `${role('edge')}=`;

  test.each<[string, ReturnType<typeof set>, readonly string[]]>([
    ['said with spaces', set('s', capacity(` kubernetes.io/arch = arm64 , ${isOurs}`)), ['arm64 Expected']],
    ['has machines', set('s', capacity(`kubernetes.io/arch=arm64,${isOurs}`), 1), []],
    ['is for another pool', set('s', capacity('kubernetes.io/arch=arm64')), []],
    [
      'is for no architecture that is built for',
      set('s', capacity(`kubernetes.io/arch=riscv64,${isOurs}`)),
      [],
    ],
    ['says nothing', set('s', {}), []],
  ])('%s', (_, machineSet, architectures) => {
    const world = pools('edge');
    world.put(machineSet);
    expect(expectedIn(world)).toEqual(architectures);
  });

  test('are those that its machines will say, whatever the autoscaler was told', () => {
    const world = pools('edge');
    const object = set('s', capacity('kubernetes.io/arch=arm64'));
    const labels = { 'kubernetes.io/arch': 's390x', [role('edge')]: '', odd: 7 };
    const template = { spec: { metadata: { labels } } };
    world.put({ ...object, spec: { replicas: 0, template } });
    expect(expectedIn(world)).toEqual(['s390x Expected']);
  });

  test('come by all labels where the config has labels, and not at all where they are not asked for', () => {
    const world = new World({ spec: { nodeSelector: { pool: 'edge', zone: 'near' } } });
    world.put(set('one', capacity('kubernetes.io/arch=arm64,pool=edge')));
    world.put(set('both', capacity('kubernetes.io/arch=s390x,pool=edge,zone=near')));
    const found = () => read(world.input()).detection.architectures.map(({ name }) => name);
    expect(found()).toEqual([]);
    world.editSpec({ expectedArchitectures: 'MachineSets' });
    expect(found()).toEqual(['s390x']);
  });
});

describe('an architecture whose nodes have gone', () => {
  test('is looked at again when its time is over, and not before', () => {
    const world = pools('edge');
    const goneSince = new Date(world.now).toISOString().replace('.000', '');
    world.edit('MachineOSConfig', 'edge', {
      spec: { removalGracePeriodSeconds: 600 },
      status: {
        architectures: [{ name: 'arm64', nodes: 0, ready: 0, source: 'Departed', goneSince }],
        children: { arm64: sha('arm64') },
      },
    });
    const { detection, plan } = stateOf(world);
    expect(detection.architectures).toMatchObject([{ name: 'arm64', source: 'Departed', goneSince }]);
    expect(plan.wakeAt).toBe(world.now + 600_000);
    world.now += 599_999;
    expect(stateOf(world).detection.architectures).toHaveLength(1);
    world.now += 1;
    expect(stateOf(world).detection.architectures).toEqual([]);
  });
});

test('what nodes report is what the pool is for', () => {
  const world = pools('edge');
  const labels = { [role('edge')]: '' };
  world.addNode('b', 'arm64', { labels });
  world.addNode('a', 'amd64', { labels, ready: false });
  world.addNode('w', 'amd64', { labels, os: 'windows' });
  expect(stateOf(world).detection.architectures).toEqual([
    { name: 'amd64', nodes: 1, ready: 0, source: 'Nodes', goneSince: undefined },
    { name: 'arm64', nodes: 1, ready: 1, source: 'Nodes', goneSince: undefined },
  ]);
  expect(stateOf(world).plan.findings).toMatchObject([
    {
      level: 'warning',
      reason: 'UnsupportedArchitecture',
      message: expect.stringContaining('windows/amd64'),
    },
  ]);
  expect(world.get('MachineConfigPool', 'edge').apiVersion).toBe(`${machineConfigGroup}/v1`);
});
