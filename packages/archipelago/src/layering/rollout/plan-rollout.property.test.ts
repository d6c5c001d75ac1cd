import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../test/support/property-runs.ts';
import { names } from '../api/layering-names.ts';
import { RolloutWorld } from './rollout-world.test-support.ts';

const nodeNames = ['a', 'b', 'c', 'd', 'e', 'f'];
const images = ['old', 'new', 'newer'];

interface Happening {
  readonly do: keyof typeof handlers;
  readonly node: string;
  readonly image: string;
  readonly seconds: number;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  do: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('act' as const, 'agent' as const) },
    { weight: 2, arbitrary: fc.constant('time' as const) },
    {
      weight: 7,
      arbitrary: fc.constantFrom(
        ...(['image', 'fail', 'away', 'back', 'cordon', 'free', 'gone', 'leader', 'keep'] as const),
      ),
    },
  ),
  node: fc.constantFrom(...nodeNames),
  image: fc.constantFrom(...images),
  seconds: fc.integer({ min: 1, max: 4000 }),
});

function startWorld(most: number): RolloutWorld {
  const world = new RolloutWorld();
  for (const [index, image] of images.entries())
    world.image(image, { amd64: `amd64 ${index}`, arm64: `arm64 ${Math.min(index, 1)}` });
  world.current = 'new';
  world.settings = { maxUnavailable: most };
  for (const [index, name] of nodeNames.entries()) {
    world.node(name, { architecture: index % 2 === 0 ? 'amd64' : 'arm64' });
    world.pod(name, `pod-${name}`);
  }
  return world;
}

const ready = (status: string) => ({ status: { conditions: [{ type: 'Ready', status }] } });

const handlers = {
  act: (world: RolloutWorld) => world.act(),
  agent: (world: RolloutWorld, { node }: Happening) => world.agent(node),
  time: (world: RolloutWorld, { seconds }: Happening) => world.pass(seconds),
  image: (world: RolloutWorld, { image }: Happening) => {
    world.current = image;
  },
  fail: (world: RolloutWorld, { node }: Happening) => world.failing.add(node),
  away: (world: RolloutWorld, { node }: Happening) => world.edit(node, ready('False')),
  back: (world: RolloutWorld, { node }: Happening) => world.edit(node, ready('True')),
  free: (world: RolloutWorld, { node }: Happening) =>
    world.edit(node, { metadata: { annotations: { [names.rolloutStep]: null } } }),
  cordon: (world: RolloutWorld, { node }: Happening) => world.edit(node, { spec: { unschedulable: true } }),
  gone: (world: RolloutWorld, { node }: Happening) => world.nodes.delete(node),
  leader: (world: RolloutWorld) => world.looks.clear(),
  keep: (world: RolloutWorld) => {
    for (const key of world.pods.keys()) world.kept.add(key);
  },
} as const;

/** Whoever was in the way is not any more. */
function mend(world: RolloutWorld): void {
  world.failing.clear();
  world.kept.clear();
  for (const name of world.nodes.keys()) {
    const isOurs = world.annotations(name)[names.rolloutCordon] !== undefined;
    world.edit(name, { ...ready('True'), spec: { unschedulable: isOurs ? true : null } });
    if (world.step(name) === 'Failed')
      world.edit(name, { metadata: { annotations: { [names.rolloutStep]: null } } });
  }
}

test('never are more nodes unavailable by our doing than may be, and all of it ends well, in any order of events', () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 2), fc.array(happening, { maxLength: 120 }), (most, events) => {
      const world = startWorld(most);
      for (const what of events) {
        handlers[what.do](world, what);
        expect(world.disturbed().length, world.log.join(', ')).toBeLessThanOrEqual(most);
      }
      mend(world);
      world.pass(1).through(300);
      mend(world);
      world.pass(1).through(300);
      const wanted = world.builds.get(world.current)?.status.index?.pullSpec;
      for (const name of world.nodes.keys()) {
        const annotations = world.annotations(name);
        expect([name, annotations['machineconfiguration.openshift.io/currentImage']]).toEqual([name, wanted]);
        expect([name, world.isCordoned(name), world.step(name)]).toEqual([name, false, '']);
      }
      expect(world.act()).toBe(false);
    }),
    { numRuns: propertyRuns(30) },
  );
});
