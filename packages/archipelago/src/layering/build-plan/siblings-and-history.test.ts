import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { machineConfigGroup, names } from '../api/layering-names.ts';
import { target, World } from './simulated-world.test-support.ts';

const three = { a: 'amd64', b: 'arm64', c: 's390x' };
const startedFor = (world: World, architecture: string) =>
  world.started.filter((one) => one.architecture === architecture).length;
const architecturesOf = (world: World) =>
  world
    .jobs()
    .filter((job) => !world.isEnded(job))
    .map(({ metadata }) => metadata.labels?.[names.architecture]);
const states = (world: World) =>
  Object.fromEntries(
    (world.build().status.platforms ?? []).map(({ architecture, state }) => [architecture, state]),
  );

describe('when one architecture fails for good', () => {
  const failing = (spec: JsonObject = {}) => {
    const world = new World({ nodes: three, spec });
    world.behaviour = (architecture) =>
      architecture === 'arm64' ? { kind: 'fail', exitCode: 65 } : { kind: 'hang' };
    return world.run();
  };

  test('the jobs of the others go on to their end, and their images are used in the next build', () => {
    const world = failing();
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'PlatformFailed' });
    expect(states(world)).toEqual({ amd64: 'Running', arm64: 'Failed', s390x: 'Running' });
    expect(architecturesOf(world)).toEqual(['amd64', 's390x']);
    world.after(3600);
    expect(architecturesOf(world)).toEqual(['amd64', 's390x']);
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    world.annotate({ [names.retry]: 'all' });
    world.run();
    expect(states(world)).toEqual({ amd64: 'Reused', arm64: 'Succeeded', s390x: 'Reused' });
    expect(['amd64', 'arm64', 's390x'].map((name) => startedFor(world, name))).toEqual([1, 2, 1]);
  });

  test('the others, still running, are taken over by the next build', () => {
    const world = failing();
    world.behaviour = (architecture) => ({ kind: architecture === 'arm64' ? 'succeed' : 'hang' });
    world.annotate({ [names.retry]: 'arm64' });
    world.run();
    expect(states(world)).toEqual({ amd64: 'Running', arm64: 'Succeeded', s390x: 'Running' });
    for (const job of world.jobs().filter((one) => !world.isEnded(one)))
      expect(job.metadata.ownerReferences?.map(({ uid }) => uid)).toEqual([
        world.build().object.metadata.uid,
      ]);
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.started).toHaveLength(4);
  });

  test('the others are cancelled where that is asked for, those that have their image are not', () => {
    const world = new World({ nodes: three, spec: { build: { onSiblingFailure: 'Cancel' } } });
    world.behaviour = (architecture) => ({ kind: architecture === 'amd64' ? 'succeed' : 'hang' });
    world.run();
    world.behaviour = (architecture) =>
      architecture === 'arm64' ? { kind: 'fail', exitCode: 65 } : { kind: 'hang' };
    world.run();
    expect(states(world)).toEqual({ amd64: 'Succeeded', arm64: 'Failed', s390x: 'Cancelled' });
    expect(architecturesOf(world)).toEqual([]);
    expect(world.platform('amd64')?.image).toBeDefined();
  });

  test.each(['Continue', 'Cancel'])('two that fail are both told: %s', (onSiblingFailure) => {
    const world = new World({ nodes: three, spec: { build: { onSiblingFailure } } });
    world.behaviour = (architecture) =>
      architecture === 'amd64' ? { kind: 'succeed' } : { kind: 'fail', exitCode: 65 };
    world.run();
    expect(states(world)).toMatchObject({ arm64: 'Failed', s390x: 'Failed' });
    expect(world.build().status.message).toMatch(/^arm64 failed after 1 attempt: /);
  });
});

describe('a job that somebody deletes', () => {
  const deleted = (onDeletedJob: string) => {
    const world = new World({ nodes: three, spec: { build: { onDeletedJob } } });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const job = world.jobs().find(({ metadata }) => metadata.labels?.[names.architecture] === 'arm64');
    if (job === undefined) throw new Error('no job');
    world.purge(job);
    world.run();
    return world;
  };

  test('is made again, and its attempt does not count', () => {
    const world = deleted('Recreate');
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 2]);
    expect(world.platform('arm64')?.attempts?.map(({ reason }) => reason)).toEqual(['Deleted']);
    expect(architecturesOf(world).sort()).toEqual(['amd64', 'arm64', 's390x']);
  });

  test('ends the build and all its jobs where that is asked for', () => {
    const world = deleted('Interrupt');
    expect(world.build().status).toMatchObject({ phase: 'Interrupted', reason: 'JobDeleted' });
    expect(world.build().status.message).toMatch(/^arm64: somebody deleted the job b-edge-/);
    expect(world.platform('arm64')?.state).toBe('Cancelled');
    expect(architecturesOf(world)).toEqual([]);
    world.after(3600);
    expect(world.builds()).toHaveLength(1);
  });
});

describe('history', () => {
  const editAll = (world: World, content: string) => {
    world.after(60);
    world.editSpec({ containerFile: [{ containerfileArch: 'NoArch', content }] });
    return world.run();
  };
  const boots = (world: World, node: string, images: Readonly<Record<string, string | null>>) =>
    world.edit('Node', node, {
      metadata: {
        annotations: Object.fromEntries(
          Object.entries(images).map(([name, image]) => [`${machineConfigGroup}/${name}`, image]),
        ),
      },
    });
  const none = { successfulBuildsHistoryLimit: 0, failedBuildsHistoryLimit: 0 };

  test.each(['currentImage', 'desiredImage'])(
    'a build stays, with all its images, while it is the %s of a node',
    (which) => {
      const world = new World({ nodes: { a: 'amd64', b: 'arm64' }, spec: none }).run();
      const old = world.build();
      const image = world.status().currentImagePullSpec ?? '';
      boots(world, 'b', { [which]: image });
      editAll(world, 'RUN 1');
      editAll(world, 'RUN 2');
      expect(world.builds().map(({ name }) => name)).toEqual([old.name, world.build().name]);
      // not even asked to go
      expect(world.builds().map(({ object }) => object.metadata.deletionTimestamp)).toEqual([
        undefined,
        undefined,
      ]);
      const { manifests } = world.repository(target);
      const its = [
        old.status.index?.digest,
        ...(old.status.index?.entries ?? []).map(({ digest }) => digest),
      ];
      expect(its.map((digest) => manifests.has(digest ?? ''))).toEqual([true, true, true]);
      boots(world, 'b', { [which]: null });
      world.run();
      expect(world.builds()).toHaveLength(1);
      expect(its.map((digest) => manifests.has(digest ?? ''))).toEqual([false, false, false]);
    },
  );

  test('a build that somebody deletes keeps its images while a node boots them, and says so', () => {
    const world = new World({ nodes: { a: 'amd64', b: 'arm64' }, spec: none }).run();
    const old = world.build();
    boots(world, 'b', { desiredImage: world.status().currentImagePullSpec ?? '' });
    editAll(world, 'RUN 1');
    world.remove(world.get('MachineOSBuild', old.name));
    world.after(3600);
    expect([world.deletedImages, world.builds().length]).toEqual([[], 2]);
    expect(world.lastRemoval?.findings).toEqual([
      {
        level: 'info',
        reason: 'ImageKept',
        message: `${old.status.index?.pullSpec} of ${old.name} stays until no node has it`,
      },
    ]);
    boots(world, 'b', { desiredImage: null });
    world.run();
    expect([world.deletedImages.length, world.builds().length]).toEqual([3, 1]);
  });

  test('a node of another pool keeps it, too: nodes move', () => {
    const world = new World({ nodes: { a: 'amd64' }, spec: none }).run();
    const old = world.build();
    world.addNode('elsewhere', 'amd64', { pool: 'other' });
    boots(world, 'elsewhere', { currentImage: world.status().currentImagePullSpec ?? '' });
    editAll(world, 'RUN 1');
    expect(world.builds().map(({ name }) => name)).toContain(old.name);
    expect(world.deletedImages).toEqual([]);
  });

  test('an image without a digest, or a piece of one, keeps nothing', () => {
    const world = new World({ nodes: { a: 'amd64' }, spec: none }).run();
    boots(world, 'a', { currentImage: `${target}:latest`, desiredImage: `${target}@sha256:12` });
    editAll(world, 'RUN 1');
    expect(world.builds()).toHaveLength(1);
  });

  test.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [0, 2],
  ])('%i that succeeded and %i that failed are kept, the newest, besides the current one', (good, bad) => {
    const limits = { successfulBuildsHistoryLimit: good, failedBuildsHistoryLimit: bad };
    const world = new World({ nodes: { a: 'amd64' }, spec: limits }).run();
    const all = [world.build().name];
    for (const round of [1, 2, 3]) {
      editAll(world, `RUN ${round}`);
      all.push(world.build().name);
    }
    const succeeded = all.slice(-1 - good);
    expect(world.builds().map(({ name }) => name)).toEqual(succeeded);
    world.behaviour = () => ({ kind: 'fail', exitCode: 65 });
    const failed: string[] = [];
    for (const round of [1, 2, 3]) {
      editAll(world, `RUN bad ${round}`);
      failed.push(world.build().name);
    }
    expect(world.builds().map(({ name }) => name)).toEqual([...succeeded, ...failed.slice(-1 - bad)]);
    expect(world.status().machineOSBuild?.name).toBe(all.at(-1));
  });

  test('a build that goes keeps what another one names', () => {
    const mixed = [
      { containerfileArch: 'NoArch', content: 'RUN true' },
      { containerfileArch: 'ARM64', content: 'RUN 0' },
    ];
    const world = new World({
      nodes: { a: 'amd64', b: 'arm64' },
      spec: { ...none, containerFile: mixed },
    }).run();
    const shared = world.platform('amd64')?.image?.digest ?? '';
    const own = world.platform('arm64')?.image?.digest ?? '';
    world.after(60);
    world.editSpec({ containerFile: [mixed[0] ?? {}, { containerfileArch: 'ARM64', content: 'RUN 1' }] });
    world.run();
    const { manifests } = world.repository(target);
    expect([manifests.has(shared), manifests.has(own)]).toEqual([true, false]);
  });

  test('a build that goes keeps what a build names that goes, too, and that a node boots', () => {
    const mixed = (text: string) => [
      { containerfileArch: 'NoArch', content: 'RUN true' },
      { containerfileArch: 'ARM64', content: text },
    ];
    const world = new World({
      nodes: { a: 'amd64', b: 'arm64' },
      spec: { containerFile: mixed('RUN 0') },
    }).run();
    const kept = (world.build().status.index?.entries ?? []).map(({ digest }) => digest);
    boots(world, 'a', { currentImage: world.status().currentImagePullSpec ?? '' });
    world.after(60);
    world.editSpec({ containerFile: mixed('RUN 1') });
    world.run();
    const gone = world.platform('arm64')?.image?.digest ?? '';
    expect(world.platform('amd64')?.image?.digest).toBe(kept[0]);
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    const { manifests } = world.repository(target);
    expect([...kept, gone].map((digest) => manifests.has(digest))).toEqual([true, true, false]);
  });

  test('finalizers of others stay', () => {
    const world = new World({ nodes: { a: 'amd64' } }).run();
    const { object, name } = world.build();
    world.edit('MachineOSBuild', name, {
      metadata: { finalizers: ['example.com/mine', ...(object.metadata.finalizers ?? [])] },
    });
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    expect(world.get('MachineOSBuild', name).metadata.finalizers).toEqual(['example.com/mine']);
  });

  test('images lie in both repositories, each with its own login, and go from both, the index first', () => {
    const middle = 'images.example.com:5000/os';
    const intermediate = { repository: middle, pushSecret: { name: 'middle' } };
    const world = new World({ nodes: { a: 'amd64', b: 'arm64' }, spec: { intermediate } }).run();
    const { index } = world.build().status;
    const asked: string[] = [];
    const { answer } = world;
    world.answer = (question) => {
      if (question.kind === 'delete') asked.push(`${question.reference} ${question.secret}`);
      return answer.call(world, question);
    };
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    const [amd64, arm64] = (index?.entries ?? []).map(({ digest }) => digest);
    expect(asked).toEqual([
      `${target}@${index?.digest} push`,
      `${target}@${amd64} push`,
      `${middle}@${amd64} middle`,
      `${target}@${arm64} push`,
      `${middle}@${arm64} middle`,
    ]);
    expect(world.builds()).toEqual([]);
  });
});
