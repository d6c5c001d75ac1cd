import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { names } from '../api/layering-names.ts';
import { contentTag } from '../object-names.ts';
import { baseDigest, type Manifest, sha, target, World } from './simulated-world.test-support.ts';

/** Images that are there are used again only when they are the very ones; what has vanished is made again. */

const two = { a: 'amd64', b: 'arm64' };
const startedFor = (world: World, architecture: string) =>
  world.started.filter((one) => one.architecture === architecture).length;

/** Until the build is there, and its keys with it; no job has begun. */
function planned(spec: JsonObject = {}): World {
  const world = new World({ nodes: two, spec });
  return world.stepUntil(() => world.builds().length > 0);
}

function keyOf(world: World, architecture: string): string {
  const found = world.build().spec.platforms.find((one) => one.architecture === architecture);
  if (found === undefined) throw new Error(`no ${architecture}`);
  return found.key;
}

const tagOf = (world: World, architecture: 'amd64' | 'arm64') =>
  contentTag(keyOf(world, architecture), architecture);

function take(world: World, digest: string): void {
  const { manifests, tags } = world.repository(target);
  if (!manifests.delete(digest)) throw new Error(`${digest} is not there`);
  for (const [tag, of] of tags) if (of === digest) tags.delete(tag);
}

describe('an image under the tag of its content', () => {
  const good = (world: World): Manifest => ({
    digest: sha('there'),
    architecture: 'arm64',
    key: keyOf(world, 'arm64'),
    base: baseDigest('arm64'),
  });

  test.each<[string, Partial<Manifest>]>([
    ['as it is to be', {}],
    ['with the usual variant written out', { variant: 'v8' }],
  ])('%s is used again, without a job', (_, more) => {
    const world = planned();
    world.push(target, tagOf(world, 'arm64'), { ...good(world), ...more });
    world.run();
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 0]);
    expect(world.platform('arm64')).toMatchObject({
      state: 'Reused',
      image: { digest: sha('there'), tag: `${target}:${tagOf(world, 'arm64')}`, size: 400 },
    });
    expect(world.platform('arm64')).not.toHaveProperty('attempts');
    expect(world.build().status.phase).toBe('Succeeded');
  });

  test.each<[string, Partial<Manifest>]>([
    ['of another key', { key: '0'.repeat(64) }],
    ['of a key that begins the same', { key: 'x' }],
    ['of another architecture', { architecture: 'amd64' }],
    ['from another base image', { base: baseDigest('arm64', 2) }],
    ['of which a layer is not there', { missingBlobs: [sha('layer')] }],
  ])('%s is none: it is built', (what, more) => {
    const world = planned();
    const key = what.includes('begins') ? { key: `${keyOf(world, 'arm64').slice(0, 63)}x` } : more;
    world.push(target, tagOf(world, 'arm64'), { ...good(world), ...more, ...key });
    world.run();
    expect(startedFor(world, 'arm64')).toBe(1);
    expect(world.platform('arm64')).toMatchObject({ state: 'Succeeded' });
    expect(world.platform('arm64')?.image?.digest).not.toBe(sha('there'));
    expect(world.build().status.phase).toBe('Succeeded');
  });

  test.each<[string, Partial<Manifest>]>([
    ['no key', { key: undefined } as object],
    ['no base image', { base: undefined } as object],
  ])('that names %s is none: it is built', (_, more) => {
    const world = planned();
    world.push(target, tagOf(world, 'arm64'), { ...good(world), ...more });
    world.run();
    expect(startedFor(world, 'arm64')).toBe(1);
  });

  test('after an attempt that failed is not looked at: somebody may have put it there', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture, attempt) => ({
      kind: architecture === 'arm64' && attempt === 1 ? 'fail' : 'succeed',
    });
    world.run();
    world.push(target, tagOf(world, 'arm64'), good(world));
    world.through(60);
    expect(startedFor(world, 'arm64')).toBe(2);
    expect(world.platform('arm64')?.state).toBe('Succeeded');
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('the variant of an image', () => {
  const perArchitecture = [{ architecture: 'arm64', variant: 'v8' }];
  const built = (variant: string | undefined, spec: JsonObject = {}) => {
    const world = new World({ nodes: two, spec });
    world.behaviour = (architecture) => ({
      kind: 'succeed',
      ...(architecture === 'arm64' && variant !== undefined ? { image: { variant } } : {}),
    });
    return world.run();
  };

  test('is part of the key where it is asked for', () => {
    const plain = built(undefined);
    const asked = built(undefined, { build: { perArchitecture } });
    expect(keyOf(asked, 'arm64')).not.toBe(keyOf(plain, 'arm64'));
    expect(keyOf(asked, 'amd64')).toBe(keyOf(plain, 'amd64'));
  });

  test.each([
    [undefined, undefined],
    ['v8', 'v8'],
  ])('%j is told of its platform and of the index as it is: %j', (variant, told) => {
    const world = built(variant, { build: { perArchitecture } });
    expect(world.build().status.phase).toBe('Succeeded');
    const entry = world.build().status.index?.entries.find(({ architecture }) => architecture === 'arm64');
    expect([world.platform('arm64')?.image?.variant, entry?.variant]).toEqual([told, told]);
    expect(world.platform('amd64')?.image).not.toHaveProperty('variant');
  });

  test.each([
    ['v8', 'v9', undefined],
    ['v9', 'v8', undefined],
    ['v9', undefined, 'Succeeded'],
    ['v9', 'v9', 'Succeeded'],
    ['v8', undefined, 'Succeeded'],
  ])('%s was asked for, %s was made: %s', (variant, made, phase) => {
    const world = built(made, { build: { perArchitecture: [{ architecture: 'arm64', variant }] } });
    expect(world.build().status.phase).toBe(phase ?? 'Failed');
    if (phase === undefined)
      expect(world.build().status).toMatchObject({
        reason: 'VerificationFailed',
        message: `arm64: platform: the image says it is linux/arm64/${made}`,
      });
  });

  test('that was not asked for is not used again', () => {
    const world = planned({ build: { perArchitecture } });
    const there = { digest: sha('there'), architecture: 'arm64', variant: 'v9', base: baseDigest('arm64') };
    world.push(target, tagOf(world, 'arm64'), { ...there, key: keyOf(world, 'arm64') });
    world.run();
    expect(startedFor(world, 'arm64')).toBe(1);
    expect(world.platform('arm64')?.image?.digest).not.toBe(sha('there'));
  });

  test('that the index says and the image does not is no image of it', () => {
    const world = new World({ nodes: two });
    world.assembly = () => {
      const digest = sha('another variant');
      const entries = (world.build().status.platforms ?? []).flatMap(({ architecture, image }) =>
        image === undefined ? [] : [{ architecture, variant: 'v9', digest: image.digest, size: 400 }],
      );
      world.push(target, world.build().name, { digest, entries });
      return { kind: 'report', data: { digest } };
    };
    world.run();
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'VerificationFailed' });
    expect(world.build().status.message).toContain('arm64, platform: ');
    expect(world.published).toEqual([]);
  });
});

describe('an image that vanishes', () => {
  test('between the build and the assembly is built again, the others are not, and nothing else is lost', () => {
    const world = new World({ nodes: two });
    world.assembly = (attempt) => {
      if (attempt === 1) take(world, world.platform('arm64')?.image?.digest ?? '');
      return undefined;
    };
    world.run();
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 2]);
    const { status } = world.build();
    expect(status.phase).toBe('Succeeded');
    expect(world.builds()).toHaveLength(1);
    expect(status.assembly?.attempts?.map(({ reason, architecture }) => [reason, architecture])).toEqual([
      ['ImageVanished', 'arm64'],
      ['Published', undefined],
    ]);
    expect(world.platform('arm64')?.attempts?.map(({ reason }) => reason)).toEqual([
      'Succeeded',
      'Succeeded',
    ]);
    // it is nobody's failure: the next assembly does not wait
    const [lost, published] = status.assembly?.attempts ?? [];
    expect(published?.end).toBe(lost?.end);
  });

  test('after it was to be used again is built: that it was there says nothing any more', () => {
    const world = planned();
    const there = { digest: sha('there'), architecture: 'arm64', base: baseDigest('arm64') };
    world.push(target, tagOf(world, 'arm64'), { ...there, key: keyOf(world, 'arm64') });
    world.assembly = (attempt) => {
      if (attempt === 1) take(world, sha('there'));
      return undefined;
    };
    world.run();
    expect(startedFor(world, 'arm64')).toBe(1);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.build().status.assembly?.attempts).toHaveLength(2);
  });

  test('without a word of which is all of them', () => {
    const world = new World({ nodes: two });
    world.assembly = (attempt) => {
      if (attempt > 1) return undefined;
      for (const { image } of world.build().status.platforms ?? []) take(world, image?.digest ?? '');
      return { kind: 'report', data: { reason: 'ChildMissing', message: 'gone' } };
    };
    world.run();
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([2, 2]);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.build().status.assembly?.attempts?.map(({ reason }) => reason)).toEqual([
      'ImageVanished',
      'Published',
    ]);
  });

  test('and is there again is used again, without a job', () => {
    const world = new World({ nodes: two });
    world.assembly = (attempt) =>
      attempt === 1
        ? { kind: 'report', data: { reason: 'ChildMissing', architecture: 'arm64', message: 'gone' } }
        : undefined;
    world.run();
    expect(world.started).toHaveLength(2);
    expect(world.platform('arm64')?.state).toBe('Reused');
    expect(world.build().status.phase).toBe('Succeeded');
  });

  test('again and again ends the build, with the reason: somebody takes it away', () => {
    const world = new World({ nodes: two });
    world.assembly = () => {
      take(world, world.platform('arm64')?.image?.digest ?? '');
      return undefined;
    };
    world.run();
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'ImagesVanish' });
    expect(world.build().status.message).toContain('sha256:');
    expect(world.build().status.assembly?.attempts?.map(({ reason }) => reason)).toEqual(
      Array(5).fill('ImageVanished'),
    );
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 5]);
    expect(world.condition('Degraded')).toMatchObject({ status: 'True', reason: 'ImagesVanish' });
    world.through(7200);
    expect(world.builds()).toHaveLength(1);
  });

  const published: Readonly<Record<string, (world: World) => string>> = {
    'the index': (world) => world.build().status.index?.digest ?? '',
    'an image of it': (world) => world.platform('arm64')?.image?.digest ?? '',
  };
  test.each(Object.keys(published))(
    'after it was published, %s, is noticed within the hour and put right',
    (what) => {
      const world = new World({ nodes: two }).run();
      const before = world.build();
      take(world, published[what]?.(world) ?? '');
      world.after(3599);
      expect(world.builds()).toHaveLength(1);
      world.after(2);
      expect(world.builds()).toHaveLength(2);
      expect(world.build().object.metadata.annotations?.[names.cause]).toBe('ImageDrift');
      expect(world.told).toContainEqual({
        level: 'error',
        reason: 'ImageDrift',
        message: expect.stringContaining(
          `${target}:${before.name} of ${before.name} is not what was published: `,
        ),
      });
      expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([
        1,
        what === 'the index' ? 1 : 2,
      ]);
      expect(world.build().status).toMatchObject({ phase: 'Succeeded' });
      const digest = world.status().currentImagePullSpec?.split('@')[1] ?? '';
      expect(world.repository(target).manifests.has(digest)).toBe(true);
      world.after(3601);
      expect(world.builds()).toHaveLength(2);
    },
  );

  test('only its tag is put right, too', () => {
    const world = new World({ nodes: two }).run();
    world.repository(target).tags.delete(world.build().name);
    world.through(3700);
    expect(world.told.map(({ message }) => message)).toContainEqual(expect.stringContaining('it is gone'));
    expect([world.builds().length, world.started.length]).toEqual([2, 2]);
    expect(world.repository(target).tags.get(world.build().name)).toBe(world.build().status.index?.digest);
  });

  test('or has another index in its place is noticed, although every image in that is right', () => {
    const world = new World({ nodes: two }).run();
    const { name, status } = world.build();
    const readBack = world.now;
    // the jobs are gone by then, and nobody has to change anything for it to be looked at
    world.after(400);
    expect(world.lastPlan?.wakeAt).toBe(readBack + 3_600_001);
    const good = world.repository(target).manifests.get(status.index?.digest ?? '');
    const digest = sha('the same images');
    world.push(target, name, { ...good, digest });
    world.after(3601 - 400);
    expect(world.told.map(({ message }) => message)).toContainEqual(
      `${target}:${name} of ${name} is not what was published: its tag is ${digest} now, not ${status.index?.digest}`,
    );
    expect(world.repository(target).tags.get(world.build().name)).toBe(status.index?.digest);
  });

  test.each(['denied', 'unavailable'])('is not believed of a registry that is %s', (how) => {
    const world = new World({ nodes: two }).run();
    if (how === 'denied') world.said = () => 'denied';
    else world.registryDown = '503';
    world.through(7300);
    expect(world.builds()).toHaveLength(1);
    expect(world.condition('ImageDrift')?.status).toBe('False');
    expect(world.status().currentImagePullSpec).toBe(world.build().status.index?.pullSpec);
  });
});

describe('a job of another repository', () => {
  const elsewhere = 'registry.example.com/os/elsewhere';

  test('makes another image, although its content is the same: another one begins', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const [first] = world.started;
    world.editSpec({ renderedImagePushSpec: `${elsewhere}:latest` });
    world.run();
    expect(world.started).toHaveLength(2);
    expect(world.started[1]?.key).toBe(first?.key);
    expect(world.platform('amd64')?.job?.uid).toBe(world.started[1]?.uid);
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    expect(world.build().status).toMatchObject({ phase: 'Succeeded' });
    expect(world.status().currentImagePullSpec).toContain(`${elsewhere}@sha256:`);
    expect(world.platform('amd64')?.attempts?.map(({ uid }) => uid)).toEqual([world.started[1]?.uid]);
  });

  test.each([
    [elsewhere, 2],
    [target, 1],
  ])('of another config: with the same key and %s there are %i jobs', (repository, jobs) => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    world.addConfig('other', {
      nodeSelector: { pool: 'edge' },
      renderedImagePushSpec: `${repository}:latest`,
    });
    world.run();
    expect(world.started).toHaveLength(jobs);
    if (jobs === 1)
      expect(world.platform('amd64', 'other')).toMatchObject({
        state: 'Pending',
        message: `the job ${world.started[0]?.name} of edge builds the same image`,
      });
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    expect(world.started).toHaveLength(jobs);
    for (const name of ['edge', 'other']) expect(world.build(name).status.phase).toBe('Succeeded');
    expect(world.platform('amd64', 'other')?.state).toBe(jobs === 1 ? 'Reused' : 'Succeeded');
  });
});

describe('what a registry said before', () => {
  test('is asked anew when a minute has passed before the job can begin', () => {
    const world = new World({ nodes: { a: 'amd64' }, clusterJobs: 0 }).run();
    expect(world.started).toEqual([]);
    world.now += 60_001;
    world.clusterJobs = 1;
    // somebody has built it meanwhile
    world.push(target, tagOf(world, 'amd64'), {
      digest: sha('there'),
      architecture: 'amd64',
      key: keyOf(world, 'amd64'),
      base: baseDigest('amd64'),
    });
    world.run();
    expect([world.started, world.platform('amd64')?.state]).toEqual([[], 'Reused']);
  });

  test('of an image is asked anew when a job for it has ended', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.addConfig('other', { nodeSelector: { pool: 'edge' } });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    // no time has passed: `missing` would be fresh
    expect(world.started).toHaveLength(1);
    const states = ['edge', 'other'].map((name) => world.platform('amd64', name)?.state);
    expect(states.sort()).toEqual(['Reused', 'Succeeded']);
  });

  test('of one job’s image says nothing of the next one’s', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.behaviour = (_, attempt) =>
      attempt === 1 ? { kind: 'succeed', claim: sha('other') } : { kind: 'succeed' };
    world.through(30);
    expect(world.platform('amd64')?.attempts?.map(({ reason }) => reason)).toEqual([
      'ClaimMismatch',
      'Succeeded',
    ]);
  });

  test('of what is published says nothing of what is published next', () => {
    const world = new World({ nodes: two });
    world.assembly = (attempt) => (attempt === 1 ? { kind: 'exit', exitCode: 3 } : undefined);
    world.through(60);
    expect(world.build().status.phase).toBe('Succeeded');
    const asked = Object.keys(world.answers).filter((id) => id.startsWith('published '));
    expect(asked.some((id) => id.includes(world.build().status.index?.digest ?? ''))).toBe(true);
  });
});

describe('while it is not known what is wanted', () => {
  const says = (line: string) => ({ containerFile: [{ content: `${line}\n` }] });
  const login = { baseImagePullSecret: { name: 'base' } };
  const empty = { kind: 'logins', key: '.dockerconfigjson', scopes: [] } as const;
  const logins = { push: empty, base: empty };

  /** Two contents were built one after the other, and the first is back: its build is the older one, and the current one. */
  function backAtFirst(): World {
    const world = new World({ nodes: two, spec: { ...says('LABEL a=1'), ...login } });
    world.logins = logins;
    world.run().editSpec(says('LABEL a=2'));
    world.run().editSpec(says('LABEL a=1'));
    return world.run();
  }

  test('the image stays that was in effect, whichever build is newest', () => {
    const world = backAtFirst();
    const { currentImagePullSpec, machineOSBuild } = world.status();
    expect(machineOSBuild?.name).not.toBe(world.build().name);
    world.logins = { push: logins.push };
    world.run();
    expect(world.condition('Blocked')).toMatchObject({ status: 'True', reason: 'SecretMissing' });
    expect(world.status()).toMatchObject({ currentImagePullSpec, machineOSBuild });
    expect(world.condition('ImageReady')).toMatchObject({ status: 'True' });
  });

  test('no image is told to be that of an edited config', () => {
    const world = backAtFirst();
    const { currentImagePullSpec, machineOSBuild } = world.status();
    world.logins = { push: logins.push };
    world.editSpec(says('LABEL a=3'));
    world.run();
    expect(world.status()).toMatchObject({ currentImagePullSpec, machineOSBuild });
    expect(world.condition('ImageReady')).toMatchObject({ status: 'False', reason: 'NotBuilt' });
    world.logins = logins;
    world.run();
    expect(world.condition('ImageReady')).toMatchObject({ status: 'True' });
    expect(world.status().machineOSBuild?.name).toBe(world.build().name);
  });
});
