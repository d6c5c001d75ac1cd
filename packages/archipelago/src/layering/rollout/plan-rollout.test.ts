import type { JsonObject } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { names } from '../api/layering-names.ts';
import { currentImage, desiredImage } from '../build-plan/node-rollout.ts';
import { rolloutOf } from '../build-plan/rollout.ts';
import { maxUnavailableOf } from './max-unavailable.ts';
import { planOrphans, planRollout } from './plan-rollout.ts';
import type { RolloutPlan } from './rollout-plan.ts';
import { RolloutWorld } from './rollout-world.test-support.ts';

let world: RolloutWorld;

beforeEach(() => {
  world = new RolloutWorld();
  world.image('old', { amd64: 'amd64 1', arm64: 'arm64 1' });
  world.image('new', { amd64: 'amd64 2', arm64: 'arm64 2' });
  world.current = 'new';
});

const steps = (...wanted: readonly string[]) =>
  wanted.flatMap((name) =>
    ['NodeUpdateStarted', 'NodeDraining', 'NodeDrained', 'NodeUpdated'].map((reason) => `${reason} ${name}`),
  );
const reasonsOf = (name: string) => world.log.filter((line) => line.endsWith(` ${name}`));
const role = { 'node-role.kubernetes.io/control-plane': '' };

describe('how many nodes may be unavailable', () => {
  it.each([
    [undefined, 9, 1],
    [3, 9, 3],
    [0, 9, 0],
    ['2', 9, 2],
    ['10%', 9, 1],
    ['10%', 30, 3],
    ['39%', 10, 3],
    ['1%', 5, 1],
    ['0%', 5, 1],
    ['100%', 7, 7],
    ['101%', 7, 1],
    ['many', 7, 1],
    [1.5, 7, 1],
    [-2, 7, 0],
  ])('%j of %i nodes are %i', (setting, nodes, most) => {
    expect(maxUnavailableOf(setting, nodes)).toBe(most);
  });
});

describe('a rollout', () => {
  test('takes a cordon that a failed update left over for no update', () => {
    const at = '2026-11-22T10:00:00Z';
    const left = { [names.rolloutStep]: `Failed/${at}`, [names.rolloutCordon]: 'true' };
    world.node('broken', { annotations: left, cordoned: true, ready: false });
    world.node('b', { architecture: 'arm64', cordoned: true });
    world.act();
    expect([world.step('broken'), world.step('b')]).toEqual(['Failed', 'Stage']);
  });

  test('takes one node after the other, and all of it back in the end', () => {
    for (const name of ['a', 'b']) world.node(name);
    world.pod('a', 'p');
    world.settle().through(60);
    const [first = '', ...rest] = world.log.filter((line) => line !== 'evict p');
    expect([first, ...rest]).toEqual(steps('a', 'b'));
    expect(world.log.indexOf('evict p')).toBe(2);
    for (const name of ['a', 'b']) {
      expect(world.isCordoned(name)).toBe(false);
      expect(Object.keys(world.annotations(name)).filter((key) => key.includes('rollout'))).toEqual([]);
      expect(world.annotations(name)[currentImage]).toBe(world.annotations(name)[desiredImage]);
    }
    expect(planRollout(world.input()).actions).toEqual([]);
  });

  test('of the same child moves annotations, and drains nobody', () => {
    world.image('same', { amd64: 'amd64 1', arm64: 'arm64 2' });
    world.current = 'same';
    world.node('a');
    world.node('b', { architecture: 'arm64' });
    world.settle().through(60);
    expect(reasonsOf('a')).toEqual(['NodeHasImage a']);
    expect(reasonsOf('b')).toEqual(steps('b'));
    expect(world.annotations('a')[desiredImage]).toBe(world.annotations('b')[desiredImage]);
  });

  test('waits for an agent that is not there, and says nothing to the node', () => {
    world.node('a', { agent: null });
    world.node('b', { agent: 'v99' });
    world.node('c');
    world.settle().through(60);
    expect(world.log).toEqual(steps('c'));
  });

  test('never begins a node that another operator configures', () => {
    world.node('a', { annotations: { 'machineconfiguration.openshift.io/currentConfig': 'rendered-1' } });
    world.settle();
    expect(world.log).toEqual([]);
  });

  test('holds a node for which the image has nothing', () => {
    world.node('a', { architecture: 's390x' });
    world.settle();
    expect(world.log).toEqual([]);
  });

  test('counts nodes that are unavailable for other reasons', () => {
    world.node('a', { ready: false });
    world.node('b');
    world.settle();
    expect(world.log).toEqual([]);
    world.settings = { maxUnavailable: 2 };
    world.settle().through(60);
    expect(world.log).toEqual(steps('b'));
  });

  test('begins nothing where none may be unavailable', () => {
    world.settings = { maxUnavailable: 0 };
    world.node('a');
    world.settle();
    expect(world.log).toEqual([]);
  });

  test("goes by the pool's own number where there is one", () => {
    world.pool = {
      apiVersion: 'v1',
      kind: 'MachineConfigPool',
      metadata: { name: 'edge' },
      spec: { maxUnavailable: '50%' },
    };
    for (const name of ['a', 'b', 'c', 'd']) world.node(name);
    world.act();
    expect(world.log).toEqual(['NodeUpdateStarted a', 'NodeUpdateStarted b']);
  });

  test('takes control planes last, and one at a time', () => {
    world.settings = { maxUnavailable: 3 };
    world.node('a', { labels: role });
    world.node('b', { labels: role });
    world.node('c');
    world.act();
    expect(world.log).toEqual(['NodeUpdateStarted c', 'NodeUpdateStarted a']);
    world.settle().through(60);
    expect(world.log.indexOf('NodeUpdated a')).toBeLessThan(world.log.indexOf('NodeUpdateStarted b'));
  });

  test('waits with a control plane while another one is away', () => {
    world.settings = { maxUnavailable: 3 };
    world.node('a', { labels: role });
    world.node('b', { labels: role, ready: false, image: 'new' });
    world.settle();
    expect(world.log.filter((line) => !line.startsWith('NodeHasImage'))).toEqual([]);
  });

  test("leaves somebody else's cordon", () => {
    world.node('a', { cordoned: true });
    world.settle().through(60);
    expect(world.log).toEqual(steps('a'));
    expect(world.isCordoned('a')).toBe(true);
  });

  test('leaves a cordon that somebody puts where they took ours off', () => {
    world.node('a');
    world.pod('a', 'p');
    world.kept.add('default/p');
    world.settle();
    world.kept.clear();
    while (world.step('a') !== 'Apply') world.pass(30).act();
    world.edit('a', { spec: { unschedulable: null } });
    world.act();
    world.edit('a', { spec: { unschedulable: true } });
    world.settle().through(60);
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['', true]);
    expect(reasonsOf('a')).toContain('NodeUncordoned a');
  });

  test.each<[string, () => void]>([
    ['a paused pool', () => (world.pool = paused())],
    ['a config of mode Manual', () => (world.settings = { mode: 'Manual' })],
  ])('of %s names no image on a node that has it already', (_, hold) => {
    world.image('same', { amd64: 'amd64 1', arm64: 'arm64 2' });
    world.current = 'same';
    world.node('a');
    hold();
    world.settle().through(60);
    expect(world.log).toEqual([]);
  });

  test("takes one of somebody's cordoned nodes after the other, too", () => {
    for (const name of ['a', 'b']) world.node(name, { cordoned: true });
    world.act();
    expect(world.log).toEqual(['NodeUpdateStarted a']);
  });

  test('cordons again what somebody has opened, in the time that was left', () => {
    world.node('a');
    world.pod('a', 'p');
    world.kept.add('default/p');
    world.settle();
    const before = world.annotations('a')[names.rolloutStep];
    world.edit('a', { spec: { unschedulable: null } });
    world.pass(5).settle();
    expect([world.isCordoned('a'), world.annotations('a')[names.rolloutStep]]).toEqual([true, before]);
  });
});

describe('a drain', () => {
  const owner = (kind: string): JsonObject => ({
    metadata: { ownerReferences: [{ apiVersion: 'v1', kind, name: 'o', uid: 'u', controller: true }] },
  });
  test.each<[string, JsonObject, boolean]>([
    ['of a DaemonSet', owner('DaemonSet'), true],
    ['that is static', { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } }, true],
    ['that has succeeded', { status: { phase: 'Succeeded' } }, true],
    ['that has failed', { status: { phase: 'Failed' } }, true],
    ['of a job', owner('Job'), false],
    ['of a virtual machine', owner('VirtualMachineInstance'), false],
  ])('of a node with a pod %s', (_, pod, stays) => {
    world.node('a');
    world.pod('a', 'p', pod);
    world.settle().through(60);
    expect(world.pods.has('default/p')).toBe(stays);
    expect(reasonsOf('a')).toEqual(steps('a'));
  });

  test('waits for pods that are going', () => {
    world.node('a');
    world.pod('a', 'p', { metadata: { deletionTimestamp: '2026-11-22T10:00:00Z' } });
    world.settle().through(120);
    expect(world.step('a')).toBe('Drain');
    world.pods.clear();
    world.through(60);
    expect(reasonsOf('a')).toEqual(steps('a'));
  });

  test('tries again what a budget refuses, ever more rarely, and not without end', () => {
    world.node('a');
    world.node('b');
    world.pod('a', 'p');
    world.kept.add('default/p');
    world.settle().through(600);
    const tries = world.log.filter((line) => line === 'evict p: no').length;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(25);
    expect(planRollout(world.input()).findings).toContainEqual({
      level: 'warning',
      reason: 'DrainBlocked',
      message: 'node a: pod default/p: it would violate the budget',
    });
    world.through(3600);
    expect(world.step('a')).toBe('Failed');
    expect(world.annotations('a')[names.rolloutMessage]).toContain(
      'pod default/p: it would violate the budget',
    );
    expect([world.isCordoned('a'), world.pods.size]).toEqual([false, 1]);
    expect(reasonsOf('b')).toEqual([]);
  });

  test('does not delete what nobody would make again', () => {
    world.node('a');
    world.pod('a', 'p', { metadata: { ownerReferences: null } });
    world.settle().through(300);
    expect(world.log.filter((line) => line.startsWith('evict'))).toEqual([]);
    expect(planRollout(world.input()).findings).toMatchObject([
      { reason: 'DrainBlocked', message: expect.stringContaining('pod default/p has no controller') },
    ]);
    world.pods.clear();
    world.through(120);
    expect(reasonsOf('a')).toEqual(steps('a'));
  });
});

describe('a node that fails', () => {
  beforeEach(() => {
    world.node('a');
    world.node('b');
    world.node('z', { architecture: 'arm64' });
  });

  test('stops its architecture and no other', () => {
    world.failing.add('a');
    world.settle().through(60);
    expect(reasonsOf('a')).toEqual(['NodeUpdateStarted a', 'NodeUpdateFailed a']);
    expect(reasonsOf('b')).toEqual([]);
    expect(reasonsOf('z')).toEqual(steps('z'));
    expect(world.annotations('a')[names.rolloutMessage]).toBe('its agent says: no space left on device');
  });

  test('goes on when its step is taken off', () => {
    world.failing.add('a');
    world.settle().through(60);
    world.failing.clear();
    world.edit('a', { metadata: { annotations: { [names.rolloutStep]: null } } });
    world.pass(1).settle().through(60);
    expect(reasonsOf('a').slice(-4)).toEqual(steps('a'));
    expect(reasonsOf('b')).toEqual(steps('b'));
  });

  test('goes on when there is another image', () => {
    world.failing.add('a');
    world.settle().through(60);
    world.failing.clear();
    world.image('newer', { amd64: 'amd64 3', arm64: 'arm64 2' });
    world.current = 'newer';
    world.pass(1).settle().through(60);
    expect(reasonsOf('b')).toEqual(steps('b'));
    expect(reasonsOf('a').slice(-4)).toEqual(steps('a'));
  });

  test('takes back what another node of its architecture has only begun', () => {
    world.settings = { maxUnavailable: 3 };
    world.pod('b', 'p');
    world.kept.add('default/p');
    world.settle();
    expect(world.step('b')).toBe('Drain');
    world.edit('a', {
      metadata: { annotations: { [names.rolloutStep]: `Failed/2026-11-22T10:00:00Z`, [currentImage]: 'x' } },
    });
    world.settle();
    expect([world.step('b'), world.isCordoned('b')]).toEqual(['', false]);
  });

  test('for its agent is silent is never drained', () => {
    world.edit('a', { spec: {} });
    const silent = world.agent.bind(world);
    world.agent = (name) => name !== 'a' && silent(name);
    world.settle().through(400);
    expect(reasonsOf('a')).toEqual(['NodeUpdateStarted a', 'NodeUpdateFailed a']);
    expect(world.annotations('a')[names.rolloutMessage]).toBe('its agent does not answer');
  });

  test('does not come back: it keeps its place, and takes pods again when it is ready with the image before', () => {
    const alive = world.agent.bind(world);
    world.agent = (name) => (name === 'a' && world.step('a') === 'Apply' ? false : alive(name));
    world.settle();
    world.edit('a', { status: { conditions: [{ type: 'Ready', status: 'False' }] } });
    world.through(3700);
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['Failed', true]);
    expect(reasonsOf('z')).toEqual([]);
    world.edit('a', { status: { conditions: [{ type: 'Ready', status: 'True' }] } });
    world.settle().through(60);
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['Failed', false]);
    expect(reasonsOf('z')).toEqual(steps('z'));
  });
});

describe('with one place, a node that failed while it was not ready', () => {
  const isReady = (status: string) => ({ status: { conditions: [{ type: 'Ready', status }] } });

  /** The agent of a node says nothing any more. */
  function silence(silent: string): void {
    const others = world.agent.bind(world);
    world.agent = (name) => name !== silent && others(name);
  }

  /** `a` is cordoned, told to apply and away. */
  beforeEach(() => {
    for (const name of ['a', 'b']) world.node(name);
    for (let round = 0; round < 50 && world.step('a') !== 'Apply'; round += 1) {
      world.agent('a');
      world.pass(5).act();
    }
    world.edit('a', isReady('False'));
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['Apply', true]);
  });

  test('begins anew where its step was taken off before it was ready', () => {
    world.through(3700);
    expect(world.step('a')).toBe('Failed');
    world.edit('a', { metadata: { annotations: { [names.rolloutStep]: null } } });
    world.settle();
    world.edit('a', isReady('True'));
    world.settle().through(60);
    expect(reasonsOf('a').slice(-5)).toEqual(['NodeReleased a', ...steps('a')]);
    expect(reasonsOf('b')).toEqual(steps('b'));
  });

  test('begins anew with the image that was published meanwhile', () => {
    world.through(3700);
    world.image('newer', { amd64: 'amd64 3', arm64: 'arm64 2' });
    world.current = 'newer';
    world.settle();
    world.edit('a', isReady('True'));
    world.settle().through(60);
    expect(reasonsOf('a').slice(-5)).toEqual(['NodeReleased a', ...steps('a')]);
    expect(reasonsOf('b')).toEqual(steps('b'));
  });

  test('takes pods again where its agent is gone for good', () => {
    silence('a');
    world.edit('a', { metadata: { annotations: { [names.agent]: null } } });
    world.through(3700);
    world.edit('a', isReady('True'));
    world.settle();
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['Failed', false]);
    world.edit('a', { metadata: { annotations: { [names.rolloutStep]: null } } });
    world.settle().through(60);
    expect(reasonsOf('b')).toEqual(steps('b'));
  });
});

describe('an image that boots, but whose node is not ready with it', () => {
  const isReady = (status: string) => ({ status: { conditions: [{ type: 'Ready', status }] } });

  beforeEach(() => {
    for (const name of ['a', 'b']) world.node(name);
    for (let round = 0; round < 50 && world.step('a') !== 'Apply'; round += 1) {
      world.agent('a');
      world.pass(5).act();
    }
    const desired = world.annotations('a')[desiredImage] ?? '';
    world.edit('a', { metadata: { annotations: { [currentImage]: desired } }, ...isReady('False') });
    world.settings = { maxUnavailable: 4 };
    world.agent = () => false;
    world.edit('b', { metadata: { annotations: { [names.agent]: null } } });
    world.through(3700);
    world.edit('b', { metadata: { annotations: { [names.agent]: 'v1' } } });
  });

  test('stops its architecture, and is shown as failed', () => {
    world.settle();
    expect(world.step('a')).toBe('Failed');
    expect(reasonsOf('b')).toEqual([]);
    const { nodes, current, builds } = world.input();
    expect(rolloutOf(nodes, current, builds)[0]).toMatchObject({
      state: 'Failed',
      message: 'it has the image, and did not become ready in time',
    });
  });

  test('lets the others go on when it is ready after all', () => {
    world.edit('a', isReady('True'));
    world.settle();
    expect(world.step('a')).toBe('');
    expect(reasonsOf('b')).toEqual(['NodeUpdateStarted b']);
  });
});

describe('under way', () => {
  beforeEach(() => {
    world.node('a');
    world.node('b');
    world.pod('a', 'p');
    world.kept.add('default/p');
    world.settle();
    expect(world.step('a')).toBe('Drain');
  });

  test.each<[string, () => void]>([
    ['the pool is paused', () => (world.pool = paused())],
    ['the mode becomes manual', () => (world.settings = { mode: 'Manual' })],
    ['the agent goes', () => world.edit('a', { metadata: { annotations: { [names.agent]: null } } })],
  ])('%s: what was not applied is taken back', (_, change) => {
    change();
    world.act();
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['', false]);
  });

  test('the node goes: the next one is begun', () => {
    world.nodes.delete('a');
    world.settle().through(60);
    expect(reasonsOf('b')).toEqual(steps('b'));
  });

  test('the image changes: it begins anew, and stays cordoned until it has the newer one', () => {
    world.image('newer', { amd64: 'amd64 3', arm64: 'arm64 2' });
    world.current = 'newer';
    world.kept.clear();
    world.pass(1).act();
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['Stage', true]);
    world.settle().through(60);
    expect(world.log.filter((line) => line === 'NodeUpdated a')).toHaveLength(1);
    expect(world.annotations('a')[currentImage]).toBe(world.builds.get('newer')?.status.index?.pullSpec);
  });

  test('the image changes back: the node takes pods again', () => {
    world.current = 'old';
    world.settle();
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['', false]);
  });

  test('its agent applies while the image changes: that is waited for', () => {
    world.kept.clear();
    world.through(30);
    world.node('c');
    world.act();
    for (let round = 0; round < 50 && world.step('c') !== 'Apply'; round += 1) {
      for (const name of world.nodes.keys()) world.agent(name);
      world.pass(5).act();
    }
    expect(world.step('c')).toBe('Apply');
    world.agent('c');
    world.image('newer', { amd64: 'amd64 3', arm64: 'arm64 2' });
    world.current = 'newer';
    world.act();
    expect(world.step('c')).toBe('Apply');
    world.settle().through(60);
    expect(world.log.filter((line) => line === 'NodeUpdated c')).toHaveLength(1);
  });

  test('another leader goes on where the first one ended', () => {
    world.looks.clear();
    world.kept.clear();
    world.settle().through(60);
    expect(reasonsOf('a')).toEqual(steps('a'));
  });

  test('several configs claim the node: none goes on, and it is told', () => {
    const plan = planRollout({ ...world.input(), contested: new Set(['a', 'b']) });
    expect(plan.findings.map(({ reason }) => reason)).toEqual([
      'NodeInSeveralConfigs',
      'NodeInSeveralConfigs',
    ]);
    for (const action of plan.actions) world.apply(action, plan);
    expect([world.step('a'), world.isCordoned('a'), world.step('b')]).toEqual(['', false, '']);
  });

  test('the config goes: its nodes take pods again', () => {
    const plan = planOrphans({ nodes: [...world.nodes.values()], now: world.now });
    for (const action of plan.actions) world.apply(action, plan);
    expect([world.step('a'), world.isCordoned('a')]).toEqual(['', false]);
    expect(plan.actions).toHaveLength(1);
  });

  test.each<[string, () => RolloutPlan]>([
    ['the config goes', () => planOrphans({ nodes: [...world.nodes.values()], now: world.now })],
    [
      'the image has nothing for it any more',
      () => {
        world.image('none', { s390x: 's390x 1' });
        world.current = 'none';
        return planRollout(world.input());
      },
    ],
    [
      'several configs claim it',
      () => planRollout({ ...world.input(), contested: new Set(world.nodes.keys()) }),
    ],
  ])('%s while a machine is about to boot: that is waited for, an hour at most', (_, plan) => {
    world.kept.clear();
    for (let round = 0; round < 50 && world.step('a') !== 'Apply'; round += 1) world.pass(5).act();
    world.agent('a');
    const { actions, wakeAt } = plan();
    expect([actions, wakeAt === undefined ? 0 : wakeAt > world.now]).toEqual([[], true]);
    world.pass(3700);
    expect(plan().actions).toHaveLength(1);
  });
});

function paused() {
  return {
    apiVersion: 'v1',
    kind: 'MachineConfigPool',
    metadata: { name: 'edge' },
    spec: { paused: true },
  };
}
