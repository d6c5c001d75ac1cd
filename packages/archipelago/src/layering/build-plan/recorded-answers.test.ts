import { describe, expect, test } from 'vitest';
import { planLayering } from './plan-layering.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { baseReference, target, World } from './simulated-world.test-support.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The operator begins anew: it knows what the statuses tell. */
function restart(world: World): void {
  world.answers = { ...recordedAnswers(world.input()) };
}

const asked = (world: World) => planLayering(world.input()).questions.map(({ kind }) => kind);
/** Ended jobs are taken away, and everything rests. */
const atRest = (world: World) => world.run().after(400);

describe('after a restart at rest', () => {
  test.each([
    ['an index', new World({ nodes: { a: 'amd64', b: 'arm64' } })],
    ['a plain image', new World({ nodes: { a: 'amd64' }, baseArchitectures: ['amd64'] })],
    [
      'extensions',
      (() => {
        const world = new World({ nodes: { a: 'amd64' }, pool: true, spec: { baseImage: null } });
        const baseOSExtensionsContainerImage = 'registry.example.com/base/extensions:10';
        const spec = { extensions: ['usbguard'], baseOSExtensionsContainerImage };
        world.edit('MachineConfig', 'rendered-edge-1', { spec });
        return world;
      })(),
    ],
  ])('from %s nothing is asked, and nothing written', (name, world) => {
    if (name === 'a plain image') world.base = { ...world.base, index: false };
    atRest(world);
    restart(world);
    expect(planLayering(world.input())).toMatchObject({ actions: [], questions: [] });
    expect(planLayering(world.input()).wakeAt).toBeGreaterThan(world.now);
  });

  test('the same is asked when its time has come, counted from when it was asked last', () => {
    const world = atRest(new World({ nodes: { a: 'amd64' } }));
    const at = Date.parse(world.status().imageCheckedAt ?? '');
    restart(world);
    world.now = at + 15 * minute;
    expect(asked(world)).toEqual([]);
    world.now = at + 15 * minute + 1;
    expect(asked(world)).toEqual(['base']);
    world.answers = { ...world.answers, ...new World({ nodes: { a: 'amd64' } }).run().answers };
    restart(world);
    world.now = at + hour;
    expect(asked(world)).toEqual(['base']);
    world.now = at + hour + 1;
    expect(asked(world)).toEqual(['base']);
    world.step();
    expect(asked(world)).toEqual(['published']);
  });

  test('a base image whose tag has moved is found when it is asked for again', () => {
    const world = atRest(new World({ nodes: { a: 'amd64', b: 'arm64' } }));
    world.base = { ...world.base, versions: { arm64: 2 } };
    restart(world);
    expect(world.step()).toBe(false);
    world.after(16 * 60);
    expect(world.builds()).toHaveLength(2);
    expect(world.status().baseImages).toMatchObject([{ reference: baseReference }]);
  });

  test('an image that was found to be another is not taken for right', () => {
    const world = atRest(new World({ nodes: { a: 'amd64', b: 'arm64' }, pool: true }));
    const { index, verification } = world.build().status;
    // nothing is built that would put it right
    world.edit('MachineConfigPool', 'edge', { spec: { paused: true } });
    world.repository(target).tags.set(world.build().name, index?.entries[0]?.digest ?? '');
    world.after(3_700);
    expect(world.status().imageCheckedAt).toBe(verification?.time);
    restart(world);
    expect(asked(world)).toEqual(['base']);
    world.step();
    expect(asked(world)).toEqual(['published']);
  });
});

describe('what a status keeps of registries', () => {
  test('moves once an hour at most, with the look at the published image', () => {
    const world = atRest(new World({ nodes: { a: 'amd64' } }));
    const versions = () => world.get('MachineOSConfig', 'edge').metadata.resourceVersion;
    const written = new Set<string | undefined>([versions()]);
    for (let minutes = 0; minutes < 180; minutes += 5) {
      world.after(300);
      written.add(versions());
    }
    expect(written.size).toBe(3);
    const { imageCheckedAt, baseImages } = world.status();
    const agesMs = (baseImages ?? []).map(({ time }) => Date.parse(imageCheckedAt ?? '') - Date.parse(time));
    expect(agesMs.map((age) => age >= 0 && age <= 15 * minute)).toEqual([true]);
  });

  test('is forgotten with what it is about', () => {
    const world = atRest(new World({ nodes: { a: 'amd64' } }));
    world.editSpec({ baseImage: 'registry.example.com/base/other:1' });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    expect(world.status().baseImages).toMatchObject([{ reference: 'registry.example.com/base/other:1' }]);
    const input = world.input();
    const { config, observed } = input;
    expect(recordedAnswers({ ...input, config: { ...config, status: {} } })).toEqual({});
    const gone = recordedAnswers({ ...input, observed: { ...observed, builds: [] } });
    expect(Object.values(gone).map(({ state }) => state)).toEqual(['base']);
    const odd = (config.status.baseImages ?? []).map((record) => ({ ...record, image: 'no digest' }));
    const status = { ...config.status, baseImages: odd };
    expect(
      Object.values(recordedAnswers({ ...input, config: { ...config, status } })).map(({ state }) => state),
    ).toEqual(['checked']);
  });

  test('by a clock that was wrong is taken for told now, and so asked again in time', () => {
    const world = atRest(new World({ nodes: { a: 'amd64' } }));
    world.now -= 24 * hour;
    restart(world);
    expect(Object.values(world.answers).map(({ askedAt }) => askedAt)).toEqual([world.now, world.now]);
    world.now += hour + 1;
    world.step();
    expect(asked(world)).toEqual(['published']);
  });

  test('answers what is asked with the logins as they are now', () => {
    const world = atRest(
      new World({ nodes: { a: 'amd64' }, spec: { baseImagePullSecret: { name: 'push' } } }),
    );
    const input = world.input();
    const observed = { ...input.observed, secrets: { push: 'new' } };
    const ids = Object.keys(recordedAnswers({ ...input, observed }));
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(id).toMatch(/ new$/);
  });
});
