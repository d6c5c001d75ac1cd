import { setImmediate as breathe } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../test/support/property-runs.ts';
import { machineConfigGroup } from '../../layering/api/layering-names.ts';
import { World } from '../../layering/build-plan/simulated-world.test-support.ts';
import { PlanMemory } from './plan-memory.ts';
import { type PlannedMirror, planPass, type Work } from './plan-pass.ts';

const names = ['edge', 'fig', 'gum'] as const;
const annotation = (name: string) => `${machineConfigGroup}/${name}`;

/** Something that happens to a cluster; `pick` chooses what it happens to. */
type Change = (world: World, pick: number) => void;

const one = (world: World, kind: string, pick: number) => {
  const all = world.all(kind);
  return all[pick % Math.max(1, all.length)];
};
const configOf = (world: World, pick: number) => one(world, 'MachineOSConfig', pick)?.metadata.name;
const editConfig = (world: World, pick: number, spec: Parameters<World['editSpec']>[0]) => {
  const name = configOf(world, pick);
  if (name !== undefined) world.editSpec(spec, name);
};
const editNode = (world: World, pick: number, patch: Parameters<World['edit']>[2]) => {
  const node = one(world, 'Node', pick);
  if (node !== undefined) world.edit('Node', node.metadata.name, patch);
};
const removeOne = (kind: string): Change => {
  return (world, pick) => {
    const found = one(world, kind, pick);
    if (found !== undefined) world.remove(found);
  };
};
const architectures = ['amd64', 'arm64', 's390x'] as const;
const architectureOf = (pick: number) => architectures[pick % architectures.length] ?? 'amd64';
const poolOf = (pick: number) => names[pick % names.length] ?? 'edge';

const changes: Readonly<Record<string, Change>> = {
  'jobs run': (world) => world.runJobs(),
  'jobs run on': (world) => world.runJobs(),
  'a node comes': (world, pick) =>
    world.addNode(`n${pick}`, architectureOf(pick), { pool: poolOf(pick >> 2), age: pick % 20 }),
  'a node goes': (world, pick) => {
    const node = one(world, 'Node', pick);
    if (node !== undefined) world.removeNode(node.metadata.name);
  },
  'a node is cordoned': (world, pick) => editNode(world, pick, { spec: { unschedulable: pick % 3 > 0 } }),
  'a node changes its pool': (world, pick) =>
    editNode(world, pick, { metadata: { labels: { pool: poolOf(pick >> 3) } } }),
  'a node gets an image': (world, pick) => {
    const image = world.status(configOf(world, pick) ?? 'edge').currentImagePullSpec ?? 'x';
    editNode(world, pick, { metadata: { annotations: { [annotation('currentImage')]: image } } });
  },
  'a text is edited': (world, pick) =>
    editConfig(world, pick, { containerFile: [{ containerfileArch: 'NoArch', content: `RUN ${pick % 3}` }] }),
  'jobs are limited': (world, pick) => editConfig(world, pick, { build: { maxParallel: 1 + (pick % 3) } }),
  'the base moves': (world, pick) => {
    world.base = { ...world.base, versions: { ...world.base.versions, [architectureOf(pick)]: pick % 3 } };
  },
  'a registry falls silent, or speaks again': (world, pick) => {
    world.registryDown = pick % 2 === 0 ? '503' : undefined;
  },
  'a login is renewed': (world, pick) => {
    world.secrets = { ...world.secrets, push: String(pick % 4) };
  },
  'builds fail from now on, or no longer': (world, pick) => {
    world.behaviour = () =>
      pick % 3 === 0 ? { kind: 'fail' } : pick % 3 === 1 ? { kind: 'hang' } : { kind: 'succeed' };
  },
  'a job is deleted': removeOne('Job'),
  'a ConfigMap is deleted': removeOne('ConfigMap'),
  'a build is deleted': removeOne('MachineOSBuild'),
  'a config is deleted': removeOne('MachineOSConfig'),
  'a config is made': (world, pick) => {
    const name = poolOf(pick);
    if (!world.objects.has(world.key('MachineOSConfig', name)))
      world.addConfig(name, { machineConfigPool: { name } });
  },
  'a pool is paused, or no longer': (world, pick) => {
    world.edit('MachineConfigPool', poolOf(pick), { spec: { paused: pick % 2 === 0 } });
  },
  'a pool tells of itself': (world, pick) => {
    world.edit('MachineConfigPool', poolOf(pick), { status: { machineCount: pick } });
  },
  'a pool chooses otherwise': (world, pick) => {
    const selector = { matchLabels: { pool: poolOf(pick >> 2) } };
    world.edit('MachineConfigPool', poolOf(pick), { spec: { nodeSelector: selector } });
  },
  'a rebuild is asked for': (world, pick) => {
    const name = configOf(world, pick);
    if (name !== undefined) world.annotate({ 'layering.archipelago.dev/rebuild': 'all' }, name);
  },
  'a retry is asked for': (world, pick) => {
    const name = configOf(world, pick);
    if (name !== undefined) world.annotate({ 'layering.archipelago.dev/retry': 'all' }, name);
  },
  'seconds go by': (world, pick) => {
    world.now += 1000 * (pick % 20);
  },
  'minutes go by': (world, pick) => {
    world.now += 60_000 * (pick % 20);
  },
  'hours go by': (world, pick) => {
    world.now += 3_600_000 * (pick % 30);
  },
  nothing: () => {},
};

function pass(world: World, memory: PlanMemory): readonly Work[] {
  const observed = world.observed();
  const mirror: PlannedMirror = {
    groups: () => [machineConfigGroup],
    buildGroups: () => [machineConfigGroup],
    configs: () => world.all('MachineOSConfig'),
    observed: () => () => observed,
  };
  const { answers, now } = world;
  return planPass({ mirror, answers, deployment: world.deployment(), memory, now });
}

/** Three pools with a config each; `edge` comes with the world. */
function threePools(): World {
  const world = new World({ pool: true, clusterJobs: 3, nodes: { a: 'amd64', b: 'arm64' } });
  for (const name of names.slice(1)) {
    world.addPool(name);
    world.addConfig(name, { machineConfigPool: { name } });
    world.addNode(`${name}-a`, 'amd64', { pool: name });
  }
  return world;
}

const somethingHappens = fc.record({
  change: fc.constantFrom(...Object.keys(changes)),
  pick: fc.nat({ max: 1000 }),
  /** How often it is planned, and obeyed, before the next. */
  passes: fc.nat({ max: 5 }),
});

test('a pass that remembers does what one without memory does, whatever happens between passes', async () => {
  const seen = { plans: new WeakSet<object>(), same: 0, all: 0 };
  const passesAgree = (world: World, memory: PlanMemory) => {
    const works = pass(world, memory);
    expect(works).toEqual(pass(world, new PlanMemory()));
    for (const { plan } of works) {
      seen.all += 1;
      seen.same += seen.plans.has(plan) ? 1 : 0;
      seen.plans.add(plan);
      world.obey(plan);
    }
    world.runJobs();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(somethingHappens, { minLength: 5, maxLength: 60 }), async (happening) => {
      // a busy machine takes minutes for all of them: the worker answers in between, and the time limit only guards against hanging
      await breathe();
      const world = threePools();
      const memory = new PlanMemory();
      for (const { change, pick, passes } of happening) {
        changes[change]?.(world, pick);
        for (let count = 0; count <= passes; count += 1) passesAgree(world, memory);
      }
    }),
    { numRuns: propertyRuns(5) },
  );
  // else it is the planner that was compared with itself
  expect(seen.same).toBeGreaterThan(seen.all / 20);
}, 1_800_000);

test('what nothing has changed for is not planned again, and of what is gone nothing is kept', () => {
  const world = threePools();
  // ended jobs are taken away
  world.run().after(400);
  const memory = new PlanMemory();
  const plansOf = () =>
    Object.fromEntries(pass(world, memory).map(({ about, plan }) => [about?.metadata.name ?? '', plan]));
  const first = plansOf();
  world.now += 60_000;
  const again = plansOf();
  expect(names.map((name) => again[name] === first[name])).toEqual([true, true, true]);
  world.edit('MachineConfigPool', 'fig', { status: { machineCount: 1 } });
  world.addNode('more', 'amd64', { pool: 'gum' });
  const changed = plansOf();
  expect(names.map((name) => changed[name] === first[name])).toEqual([true, false, false]);
  memory.keepOnly(new Set());
  expect(plansOf().edge).not.toBe(first.edge);
});
