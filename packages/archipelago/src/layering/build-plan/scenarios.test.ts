import type { JsonObject } from '@archipelago/apimachinery';
import { dockerList } from '@archipelago/oci-registry';
import { describe, expect, test } from 'vitest';
import { names } from '../api/layering-names.ts';
import {
  baseDigest,
  baseReference,
  type Manifest,
  sha,
  target,
  World,
} from './simulated-world.test-support.ts';

/**
 * The acceptance scenarios, by their numbers. `whole`: all of it is decided by the planner and holds
 * here; where registries, jobs or metrics have a part in it, the title says where the rest is. The last one, 54, is in
 * plan-layering.property.test.ts. All run again on real servers under test/.
 */

const two = { a: 'amd64', b: 'arm64' };
const three = { ...two, c: 's390x' };
const mixed: JsonObject = {
  containerFile: [
    { containerfileArch: 'NoArch', content: 'RUN true' },
    { containerfileArch: 'ARM64', content: 'RUN false' },
  ],
};

const entries = (world: World) => world.build().status.index?.entries.map(({ architecture }) => architecture);
const digests = (world: World): Readonly<Record<string, string>> => world.status().children ?? {};
const imagesOf = (world: World): Readonly<Record<string, string | undefined>> => ({
  ...digests(world),
  index: world.build().status.index?.digest,
});
type Entries = NonNullable<Manifest['entries']>;
/** The index and what it names. */
const imagesIn = (index: ReturnType<World['build']>['status']['index']): readonly string[] =>
  index === undefined ? [] : [...new Set([index.digest, ...index.entries.map(({ digest }) => digest)])];
/** The node takes the current image. */
const boot = (world: World, node: string) =>
  world.edit('Node', node, {
    metadata: {
      annotations: {
        'machineconfiguration.openshift.io/currentImage': world.status().currentImagePullSpec ?? '',
      },
    },
  });
const editAll = (world: World, content: string) => {
  world.editSpec({ containerFile: [{ containerfileArch: 'NoArch', content }] });
  return world.run();
};
const startedFor = (world: World, architecture: string) =>
  world.started.filter((one) => one.architecture === architecture).length;
const podSpec = (job: unknown) =>
  (job as { spec: { template: { spec: JsonObject } } }).spec.template.spec as {
    nodeSelector: Record<string, string>;
    tolerations: JsonObject[];
    volumes: JsonObject[];
  };
const variablesOf = (job: unknown) =>
  (podSpec(job) as unknown as { initContainers: { name: string; env: JsonObject[] }[] }).initContainers.find(
    ({ name }) => name === 'build',
  )?.env ?? [];
const assemblyArguments = (job: unknown) =>
  (podSpec(job) as unknown as { initContainers: { args: string[] }[] }).initContainers[0]?.args ?? [];

describe('scenario 1 (whole): two architectures', () => {
  test('two native jobs, an index with two entries', () => {
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    expect(world.jobs().map((job) => podSpec(job).nodeSelector)).toEqual([
      { 'kubernetes.io/arch': 'amd64', 'kubernetes.io/os': 'linux' },
      { 'kubernetes.io/arch': 'arm64', 'kubernetes.io/os': 'linux' },
    ]);
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    const { status } = world.build();
    expect(status.phase).toBe('Succeeded');
    expect(entries(world)).toEqual(['amd64', 'arm64']);
    expect(world.status().currentImagePullSpec).toBe(`${target}@${status.index?.digest}`);
    expect(status.digestedImagePushSpec).toBe(`${target}@${status.index?.digest}`);
    expect(world.condition('ImageReady')?.status).toBe('True');
    expect(world.started).toHaveLength(2);
  });

  test('detection is published: ConfigMap, pool annotations, status', () => {
    const world = new World({ nodes: two, pool: true }).run();
    expect(world.get('ConfigMap', 'architectures-edge').data).toEqual({
      architectures: 'amd64,arm64',
      topology: 'Heterogeneous',
    });
    expect(world.get('MachineConfigPool', 'edge').metadata.annotations).toEqual({
      [names.architectures]: 'amd64,arm64',
      [names.topology]: 'Heterogeneous',
    });
    expect(world.status().architectures?.map(({ name, source }) => [name, source])).toEqual([
      ['amd64', 'Nodes'],
      ['arm64', 'Nodes'],
    ]);
  });
});

describe('a pool that may not be written to', () => {
  test('hides nothing: its writes come last', () => {
    const world = new World({ nodes: two, pool: true });
    const seen: string[][] = [];
    const planned = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      world.step();
      const kinds = (world.lastPlan?.actions ?? []).map(({ object }) => object.kind);
      for (const kind of kinds) planned.add(kind);
      seen.push(kinds.slice(kinds.indexOf('MachineConfigPool') + 1 || kinds.length));
      world.runJobs();
    }
    expect(planned).toContain('MachineConfigPool');
    expect(seen.flat().filter((kind) => kind !== 'MachineConfigPool')).toEqual([]);
  });
});

describe('scenario 2 (whole): other architectures elsewhere in the cluster', () => {
  test('are not built for', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.addNode('other', 'arm64', { pool: 'other' });
    world.run();
    expect(world.started.map(({ architecture }) => architecture)).toEqual(['amd64']);
  });
});

describe('scenario 3 (whole): a multi-architecture payload on nodes of one', () => {
  test('one job, and a plain manifest', () => {
    const world = new World({ nodes: { a: 'amd64', b: 'amd64' } }).run();
    expect(world.started).toHaveLength(1);
    expect(world.build().spec.publish).toBe('Manifest');
    expect(world.build().status.index?.digest).toBe(world.platform('amd64')?.image?.digest);
    expect(world.status().multiArch).toBe(false);
  });
});

describe('scenario 4 (whole): a base image of one architecture for two', () => {
  test('no job, and the reason', () => {
    const world = new World({ nodes: two });
    world.base = { architectures: ['amd64'], index: false, versions: {} };
    world.run();
    expect(world.condition('Resolved')).toMatchObject({ status: 'False', reason: 'BaseImageNotMultiArch' });
    expect(world.condition('Degraded')).toMatchObject({ status: 'True', reason: 'BaseImageNotMultiArch' });
    expect([world.started, world.builds()]).toEqual([[], []]);
  });
});

describe('scenario 5 (whole): a base image without one of the architectures', () => {
  test('no job, and which', () => {
    const world = new World({ nodes: three, baseArchitectures: ['amd64', 'arm64'] }).run();
    expect(world.condition('Resolved')).toMatchObject({ reason: 'BaseImageMissingArchitecture' });
    expect(world.condition('Resolved')?.message).toContain('s390x');
    expect(world.started).toEqual([]);
  });
});

describe('scenario 6 (whole): the order of the Containerfiles', () => {
  test('changes nothing', () => {
    const world = new World({ nodes: three, spec: mixed }).run();
    const before = world.build().status.index?.digest;
    world.editSpec({ containerFile: [...(mixed.containerFile as JsonObject[])].reverse() });
    world.run();
    expect(world.builds()).toHaveLength(1);
    expect(world.started).toHaveLength(3);
    expect(world.build().status.index?.digest).toBe(before);
  });
});

describe('scenario 7 (whole): the text of one architecture changes', () => {
  test('only that one is built, the index is new', () => {
    const world = new World({ nodes: two, spec: mixed }).run();
    const before: Record<string, string | undefined> = {
      ...digests(world),
      index: world.build().status.index?.digest,
    };
    world.editSpec({
      containerFile: [
        { containerfileArch: 'NoArch', content: 'RUN true' },
        { containerfileArch: 'ARM64', content: 'RUN echo new' },
      ],
    });
    world.run();
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 2]);
    expect(world.platform('amd64')?.state).toBe('Reused');
    expect(digests(world).amd64).toBe(before.amd64);
    expect(digests(world).arm64).not.toBe(before.arm64);
    expect(world.build().status.index?.digest).not.toBe(before.index);
  });
});

describe('scenario 8 (whole): the text for all changes', () => {
  test('those with one of their own are used again', () => {
    const world = new World({ nodes: three, spec: mixed }).run();
    world.editSpec({
      containerFile: [
        { containerfileArch: 'NoArch', content: 'RUN echo new' },
        { containerfileArch: 'ARM64', content: 'RUN false' },
      ],
    });
    world.run();
    expect(['amd64', 'arm64', 's390x'].map((name) => startedFor(world, name))).toEqual([2, 1, 2]);
    expect(world.platform('arm64')?.state).toBe('Reused');
  });
});

describe('scenario 9 (whole): the first node of another architecture', () => {
  test('one job; the other image stays', () => {
    const world = new World({ nodes: { a: 'amd64' } }).run();
    const before = digests(world).amd64;
    world.addNode('b', 'arm64', { age: 60 });
    world.run();
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 1]);
    expect(digests(world).amd64).toBe(before);
    expect(world.build().spec.publish).toBe('Index');
  });

  test('twenty nodes that come at once are awaited', () => {
    const world = new World({ nodes: { a: 'amd64' } }).run();
    world.addNode('b', 'arm64', { age: 0 });
    world.run();
    expect(world.builds()).toHaveLength(1);
    world.addNode('c', 's390x', { age: 0 });
    world.after(11);
    expect(world.builds()).toHaveLength(2);
    expect(entries(world)).toEqual(['amd64', 'arm64', 's390x']);
  });
});

describe('scenario 10 (whole): nodes whose own image did not change', () => {
  test('are up to date after an architecture was added', () => {
    const world = new World({ nodes: { a: 'amd64' } }).run();
    const currentImage = world.status().currentImagePullSpec ?? '';
    world.edit('Node', 'a', {
      metadata: { annotations: { 'machineconfiguration.openshift.io/currentImage': currentImage } },
    });
    world.addNode('b', 'arm64');
    world.run();
    expect(world.status().currentImagePullSpec).not.toBe(currentImage);
    expect(world.status()).toMatchObject({
      machineCount: 2,
      updatedMachineCount: 1,
      exceptions: [{ name: 'b', architecture: 'arm64', state: 'Outdated' }],
    });
  });
});

describe('scenario 11 (whole): the last node of an architecture goes', () => {
  test('nothing for a day, then an index without it, and no job', () => {
    const world = new World({ nodes: two }).run();
    world.removeNode('b');
    world.run();
    world.after(23 * 3600);
    expect(world.builds()).toHaveLength(1);
    expect(world.status().architectures?.map(({ source }) => source)).toEqual(['Nodes', 'Departed']);
    world.through(2 * 3600);
    expect(entries(world)).toEqual(['amd64']);
    expect(world.build().spec.publish).toBe('Index');
    expect(world.started).toHaveLength(2);
  });
});

describe('a node of a new architecture that comes and goes before anything was built for it', () => {
  test('does not hold up the next build, and is told of', () => {
    const world = new World({ nodes: two }).run();
    world.addNode('z', 's390x');
    world.stepUntil(() => world.platform('s390x') !== undefined);
    world.removeNode('z');
    world.run();
    world.editSpec({ containerFile: [{ content: 'FROM configs AS final\nRUN changed' }] });
    world.run();
    expect(world.status().architectures?.map(({ name }) => name)).toEqual(['amd64', 'arm64']);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(entries(world)).toEqual(['amd64', 'arm64']);
    expect(world.told.filter(({ reason }) => reason === 'ArchitectureLeft')).toEqual([
      {
        level: 'info',
        reason: 'ArchitectureLeft',
        message: expect.stringContaining('list s390x in spec.architectures'),
      },
    ]);
  });

  test('one whose image was made keeps its time, be it published or not', () => {
    const world = new World({ nodes: two }).run();
    world.addNode('z', 's390x');
    world.stepUntil(() => world.platform('s390x')?.state === 'Succeeded', 'jobs run');
    world.removeNode('z');
    world.run();
    expect(entries(world)).toEqual(['amd64', 'arm64', 's390x']);
    expect(world.status().architectures?.map(({ source }) => source)).toEqual(['Nodes', 'Nodes', 'Departed']);
  });
});

describe('scenario 12 (whole): it comes back in time', () => {
  test('no build at all', () => {
    const world = new World({ nodes: two }).run();
    world.removeNode('b');
    world.run();
    world.after(20 * 3600);
    world.addNode('b2', 'arm64');
    world.after(20 * 3600);
    expect(world.builds()).toHaveLength(1);
    expect(world.started).toHaveLength(2);
  });
});

describe('scenario 13 (whole): the only node in the pool is cordoned', () => {
  test('another pool’s node builds', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.addNode('b', 'arm64', { spec: { unschedulable: true } });
    world.addNode('other', 'arm64', { pool: 'other' });
    world.run();
    expect(world.platform('arm64')?.node).toBe('other');
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('nodes that are about to be drained', () => {
  const prefix = 'machineconfiguration.openshift.io';
  const leaving: Readonly<Record<string, JsonObject>> = {
    'have an update in progress': {
      spec: { taints: [{ key: 'UpdateInProgress', effect: 'PreferNoSchedule' }] },
    },
    'are worked on': { metadata: { annotations: { [`${prefix}/state`]: 'Working' } } },
    'are to be drained': { metadata: { annotations: { [`${prefix}/desiredDrain`]: 'drain-rendered-1' } } },
    'are to get another image': {
      metadata: { annotations: { [`${prefix}/currentImage`]: 'a', [`${prefix}/desiredImage`]: 'b' } },
    },
    'are to get another configuration': {
      metadata: { annotations: { [`${prefix}/currentConfig`]: 'a', [`${prefix}/desiredConfig`]: 'b' } },
    },
  };
  test.each(Object.keys(leaving))('%s: another one builds, if there is one', (what) => {
    const world = new World({ nodes: { b1: 'arm64', b2: 'arm64' } });
    world.edit('Node', 'b1', leaving[what] ?? {});
    world.run();
    expect(world.platform('arm64')?.node).toBe('b2');
    const only = new World({ nodes: { b1: 'arm64' } });
    only.edit('Node', 'b1', leaving[what] ?? {});
    only.run();
    expect(only.platform('arm64')?.node).toBe('b1');
  });
});

describe('scenario 14 (whole): the only node is not ready', () => {
  test('the others are built; it goes on when the node is ready', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.addNode('b', 'arm64', { ready: false });
    world.run();
    expect(world.platform('amd64')?.state).toBe('Succeeded');
    expect(world.platform('arm64')).toMatchObject({ state: 'WaitingForNode' });
    expect(world.platform('arm64')?.message).toContain('b is not ready');
    expect(world.build().status.phase).toBe('WaitingForNodes');
    world.edit('Node', 'b', { status: { conditions: [{ type: 'Ready', status: 'True' }] } });
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.builds()).toHaveLength(1);
    expect(world.started).toHaveLength(2);
  });
});

describe('scenario 15 (whole): no node for too long', () => {
  test('fails with the architecture’s name, keeps the others, goes on when a node comes', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.addNode('b', 'arm64', { ready: false });
    world.through(3700);
    const { status } = world.build();
    expect(status).toMatchObject({ phase: 'Failed', reason: 'NoNodeForArchitecture' });
    expect(status.message).toContain('arm64');
    expect(world.platform('amd64')?.state).toBe('Succeeded');
    world.addNode('b2', 'arm64');
    world.run();
    expect(world.build().object.metadata.annotations?.[names.cause]).toBe('NodeArrived');
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.platform('amd64')?.state).toBe('Reused');
    expect(world.started).toHaveLength(2);
  });

  test('a pod that no node takes counts as long', () => {
    const world = new World({ nodes: two });
    world.stepUntil(() => world.jobs().length > 0);
    world.edit('Node', 'b', { spec: { unschedulable: true } });
    world.run();
    expect(world.platform('arm64')?.state).toBe('Unschedulable');
    world.through(3700);
    expect(world.build().status.reason).toBe('NoNodeForArchitecture');
    expect(world.jobs().filter(({ metadata }) => metadata.name.endsWith('arm64'))).toEqual([]);
  });
});

describe('nodes that fit and have no room', () => {
  const full = () => {
    const world = new World({ nodes: two, spec: { build: { schedulingDeadlineSeconds: 600 } } });
    world.schedule = crowded(world);
    return world.through(700);
  };
  /** The scheduler finds room on no arm64 node. */
  const crowded = (world: World): World['schedule'] => {
    const schedule = world.schedule.bind(world);
    return (job, before) => {
      if (job.metadata.labels?.[names.architecture] !== 'arm64') return schedule(job, before);
      const open = world
        .all('Node')
        .filter(({ metadata }) => metadata.labels?.['kubernetes.io/arch'] === 'arm64');
      for (const { metadata } of open) world.objects.delete(world.key('Node', metadata.name));
      const changed = schedule(job, before);
      for (const node of open) world.objects.set(world.key('Node', node.metadata.name), node);
      return changed;
    };
  };

  test('end the build once, not every hour', () => {
    const world = full();
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'NoRoomForBuild' });
    world.through(7200);
    expect(world.builds()).toHaveLength(1);
    world.addNode('b', 'arm64', { age: 86_400 });
    expect(world.run().builds()).toHaveLength(1);
  });

  test('a new node begins a new build', () => {
    const world = full();
    world.schedule = World.prototype.schedule;
    world.addNode('b2', 'arm64', { age: 0 });
    world.through(60);
    expect(world.build().object.metadata.annotations?.[names.cause]).toBe('NodeArrived');
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('what a registry refuses', () => {
  const login = { baseImagePullSecret: { name: 'base' } };

  test.each(['denied', 'missing'] as const)(
    'a base image that is %s is asked for again by itself',
    (state) => {
      const world = new World({ nodes: two });
      world.said = ({ kind }) => (kind === 'base' ? state : undefined);
      world.run();
      expect(world.condition('Resolved')?.status).toBe('False');
      world.said = () => undefined;
      world.through(70);
      expect(world.condition('ImageReady')?.status).toBe('True');
    },
  );

  test.each(['base', 'image', 'published'])('%s: asked again after a denial', (kind) => {
    const world = new World({ nodes: two });
    world.said = (question) => (question.kind === kind ? 'denied' : undefined);
    world.run();
    expect(world.condition('ImageReady')?.status).toBe('False');
    world.said = () => undefined;
    world.through(70);
    expect(world.condition('ImageReady')?.status).toBe('True');
  });

  test('is asked at once with another login', () => {
    const world = new World({ nodes: two, spec: login });
    world.secrets = { push: '1', base: '1' };
    world.said = ({ kind }) => (kind === 'base' ? 'denied' : undefined);
    world.run();
    world.said = () => undefined;
    expect(world.run().builds()).toEqual([]);
    world.secrets = { push: '1', base: '2' };
    world.run();
    expect(world.condition('ImageReady')?.status).toBe('True');
  });
});

describe('what is there cannot be used', () => {
  test('a base image: the reason, and it is asked for again after a while', () => {
    const world = new World({ nodes: two });
    world.said = ({ kind }) => (kind === 'base' ? 'bad' : undefined);
    world.run();
    for (const type of ['Resolved', 'Degraded'])
      expect(world.condition(type)).toMatchObject({ reason: 'BaseImageUnusable' });
    world.said = () => undefined;
    world.through(800);
    expect(world.builds()).toEqual([]);
    world.through(200);
    expect(world.condition('ImageReady')?.status).toBe('True');
  });

  test('an image to reuse: it is built', () => {
    const world = new World({ nodes: two });
    world.said = ({ kind, id }) => (kind === 'image' && id.includes(' for ') ? 'bad' : undefined);
    world.run();
    expect(world.started).toHaveLength(2);
    expect(world.build().status.phase).toBe('Succeeded');
  });

  test('what a job has pushed: the attempt has failed', () => {
    const world = new World({ nodes: two });
    world.said = ({ kind, id }) => (kind === 'image' && id.includes(' after ') ? 'bad' : undefined);
    world.through(600);
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'PlatformFailed' });
    expect(world.platform('arm64')?.attempts?.map(({ reason }) => reason)).toEqual([
      'ClaimMismatch',
      'ClaimMismatch',
      'ClaimMismatch',
    ]);
    expect(world.build().status.message).toContain('it is bad');
  });

  test('what was published: no verification', () => {
    const world = new World({ nodes: two });
    world.said = ({ kind }) => (kind === 'published' ? 'bad' : undefined);
    world.run();
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'VerificationFailed' });
    expect(world.build().status.message).toContain('it is bad');
  });

  test('what was published and damaged since: it is published once more', () => {
    const world = new World({ nodes: two }).run();
    world.said = ({ kind }) => (kind === 'published' && world.builds().length === 1 ? 'bad' : undefined);
    world.after(3601);
    world.through(60);
    expect(world.builds()).toHaveLength(2);
    expect(world.build().object.metadata.annotations?.[names.cause]).toBe('ImageDrift');
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('scenario 16 (whole): tainted nodes', () => {
  const taints = [{ key: 'dedicated', value: 'arm', effect: 'NoSchedule' }];
  test('are waited for without a toleration, used with one', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.addNode('b', 'arm64', { spec: { taints } });
    world.run();
    expect(world.platform('arm64')?.message).toContain('b has the taint dedicated=arm:NoSchedule');
    const tolerations = [{ key: 'dedicated', operator: 'Equal', value: 'arm' }];
    world.editSpec({ build: { perArchitecture: [{ architecture: 'arm64', tolerations }] } });
    world.run();
    expect(world.builds()).toHaveLength(1);
    expect(world.build().status.phase).toBe('Succeeded');
  });

  test('a taint that marks the architecture is tolerated always', () => {
    const world = new World();
    world.addNode('b', 'arm64', {
      spec: { taints: [{ key: 'kubernetes.io/arch', value: 'arm64', effect: 'NoSchedule' }] },
    });
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('scenario 17 (whole): a job fails twice', () => {
  test('and succeeds in the third attempt', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture, attempt) => ({
      kind: architecture === 'arm64' && attempt < 3 ? 'fail' : 'succeed',
    });
    world.through(120);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.platform('arm64')?.attempts?.map(({ reason }) => reason)).toEqual([
      'JobFailed',
      'JobFailed',
      'Succeeded',
    ]);
    expect(world.platform('amd64')?.attempts).toHaveLength(1);
  });
});

describe('scenario 18 (whole): a job fails for good', () => {
  const failing = () => {
    const world = new World({ nodes: two, pool: true });
    world.behaviour = (architecture) => ({ kind: architecture === 'arm64' ? 'fail' : 'succeed' });
    return world.through(300);
  };
  test('the build has failed, with the name; nodes keep their image', () => {
    const world = failing();
    const { status } = world.build();
    expect(status).toMatchObject({ phase: 'Failed', reason: 'PlatformFailed' });
    expect(status.message).toContain('arm64 failed after 3 attempts');
    const told = world.told.filter(({ level }) => level === 'error');
    expect(told).toEqual([
      { level: 'error', reason: 'PlatformFailed', message: `${world.build().name}: ${status.message}` },
    ]);
    expect(world.condition('Degraded')).toMatchObject({ status: 'True', reason: 'PlatformFailed' });
    expect(world.get('MachineConfigPool', 'edge').status).toMatchObject({
      conditions: [{ type: 'ImageBuildDegraded', status: 'True', reason: 'BuildFailed' }],
    });
    expect(world.status().currentImagePullSpec).toBeUndefined();
  });

  test('an image that there was stays in effect', () => {
    const world = new World({ nodes: two }).run();
    const before = world.status().currentImagePullSpec;
    world.behaviour = () => ({ kind: 'fail' });
    editAll(world, 'RUN new');
    world.through(300);
    expect(world.build().status.phase).toBe('Failed');
    expect(world.status().currentImagePullSpec).toBe(before);
    expect(world.condition('ImageReady')).toMatchObject({ status: 'False', reason: 'PlatformFailed' });
  });

  test('an exit code that would come again is not tried again', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture) =>
      architecture === 'arm64' ? { kind: 'fail', exitCode: 66 } : { kind: 'succeed' };
    world.run();
    expect(startedFor(world, 'arm64')).toBe(1);
    expect(world.build().status.reason).toBe('PlatformFailed');
  });

  test('the others are cancelled where it is asked for', () => {
    const world = new World({ nodes: two, spec: { build: { onSiblingFailure: 'Cancel' } } });
    world.behaviour = (architecture) =>
      architecture === 'arm64' ? { kind: 'fail', exitCode: 65 } : { kind: 'hang' };
    world.run();
    expect(world.platform('amd64')?.state).toBe('Cancelled');
    expect(world.jobs().map(({ metadata }) => metadata.labels?.[names.architecture])).toEqual(['arm64']);
  });

  describe('scenario 19 (whole): a retry of it', () => {
    test('is one job; the others are used again', () => {
      const world = failing();
      world.behaviour = () => ({ kind: 'succeed' });
      world.annotate({ [names.retry]: 'arm64' });
      world.run();
      expect(world.builds()).toHaveLength(2);
      expect(world.build().status.phase).toBe('Succeeded');
      expect(world.platform('amd64')?.state).toBe('Reused');
      expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 4]);
      expect(world.get('MachineOSConfig', 'edge').metadata.annotations).not.toHaveProperty([names.retry]);
    });
  });
});

describe('a retry of one architecture', () => {
  const failing = () => {
    const world = new World({ nodes: three });
    world.behaviour = (architecture) =>
      architecture === 'amd64' ? { kind: 'succeed' } : { kind: 'fail', exitCode: 65 };
    return world.through(300);
  };

  test('leaves the others that failed alone', () => {
    const world = failing();
    world.behaviour = () => ({ kind: 'succeed' });
    world.annotate({ [names.retry]: 'arm64' });
    world.through(300);
    expect(['amd64', 'arm64', 's390x'].map((name) => startedFor(world, name))).toEqual([1, 2, 1]);
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'PlatformFailed' });
    expect(world.build().status.message).toContain('s390x: it failed before');
    expect(world.platform('arm64')?.state).toBe('Succeeded');
    world.annotate({ [names.retry]: 's390x' });
    world.through(300);
    expect(['amd64', 'arm64', 's390x'].map((name) => startedFor(world, name))).toEqual([1, 2, 2]);
    expect(world.build().status.phase).toBe('Succeeded');
  });

  test('that has not failed is nothing', () => {
    const world = failing();
    world.annotate({ [names.retry]: 'amd64' });
    world.through(300);
    expect(world.builds()).toHaveLength(1);
    expect(world.get('MachineOSConfig', 'edge').metadata.annotations).not.toHaveProperty([names.retry]);
  });
});

describe('scenario 20 (whole): the text of another architecture changes while one is built', () => {
  test('the running job is taken over', () => {
    const world = new World({ nodes: two, spec: mixed });
    world.behaviour = (architecture) => ({ kind: architecture === 'arm64' ? 'hang' : 'succeed' });
    world.run();
    const running = world.started.find(({ architecture }) => architecture === 'arm64')?.uid;
    world.editSpec({
      containerFile: [
        { containerfileArch: 'NoArch', content: 'RUN echo new' },
        { containerfileArch: 'ARM64', content: 'RUN false' },
      ],
    });
    world.run();
    expect(world.builds().map(({ status }) => status.phase)).toEqual(['Superseded', 'Building']);
    expect(world.platform('arm64')?.job?.uid).toBe(running);
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(startedFor(world, 'arm64')).toBe(1);
    expect(world.platform('arm64')?.attempts?.map(({ uid }) => uid)).toEqual([running]);
    const job = world.get('Job', world.platform('arm64')?.job?.name ?? '');
    expect(job.metadata.ownerReferences?.map(({ name }) => name)).toEqual([world.build().name]);
  });

  test('a job that nobody wants any more is deleted', () => {
    const world = new World({ nodes: two, spec: mixed });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    world.editSpec({ containerFile: [{ containerfileArch: 'NoArch', content: 'RUN echo both' }] });
    world.run();
    expect(world.started).toHaveLength(4);
    expect(world.jobs()).toHaveLength(2);
  });
});

describe('scenario 21 (whole): the config is deleted while it is built', () => {
  test('nothing is left', () => {
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    const kinds = new Set([...world.objects.values()].map(({ kind }) => kind));
    expect([...kinds]).toEqual(['Node']);
  });
});

describe('scenario 22 (whole): the controller is killed', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])('after action %i of every plan', (upTo) => {
    const world = new World({ nodes: two });
    for (let round = 0; round < 60; round += 1) {
      world.answers = {};
      world.step();
      world.obey(world.lastPlan ?? { actions: [], questions: [], findings: [], wakeAt: undefined }, upTo);
      world.runJobs();
    }
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.started).toHaveLength(2);
  });
});

describe('scenario 23 (whole): two controllers', () => {
  test('that both carry out the same plan make one index', () => {
    const world = new World({ nodes: two });
    for (let round = 0; round < 30; round += 1) {
      world.step();
      const again = world.lastPlan;
      if (again !== undefined) world.obey(again);
      world.runJobs();
    }
    world.run();
    expect(world.started).toHaveLength(2);
    expect(world.jobs('assemble')).toHaveLength(1);
    expect(world.published).toHaveLength(1);
  });
});

describe('scenario 24 (whole): the registry has something else than the job reported', () => {
  test('is tried again and never published', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture, attempt) =>
      architecture === 'arm64' && attempt === 1
        ? { kind: 'succeed', image: { digest: sha('foreign') }, claim: sha('claimed') }
        : { kind: 'succeed' };
    world.through(60);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.platform('arm64')?.attempts?.map(({ reason }) => reason)).toEqual([
      'ClaimMismatch',
      'Succeeded',
    ]);
    expect(Object.values(digests(world))).not.toContain(sha('foreign'));
  });

  test('again and again ends in a failure, and nothing was ever put together', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture) =>
      architecture === 'arm64'
        ? { kind: 'succeed', image: { digest: sha('foreign') }, claim: sha('claimed') }
        : { kind: 'succeed' };
    world.through(300);
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'PlatformFailed' });
    expect(world.build().status.message).toContain('arm64');
    expect([world.jobs('assemble'), world.published]).toEqual([[], []]);
  });
});

describe('scenario 25 (whole): the result is missing or empty', () => {
  test.each([
    [null, 'ClaimMissing'],
    ['', 'ClaimMissing'],
    ['sha256:12', 'ClaimInvalid'],
  ])('%s', (claim, reason) => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.behaviour = () => ({ kind: 'succeed', claim });
    world.run();
    world.after(16);
    expect(world.platform('amd64')).toMatchObject({ state: 'Retrying' });
    world.through(300);
    expect(world.platform('amd64')).toMatchObject({ state: 'Failed' });
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'PlatformFailed' });
    expect(world.platform('amd64')?.attempts?.map((one) => one.reason)).toEqual([reason, reason, reason]);
  });
});

describe('scenario 25, but once', () => {
  test('the next attempt makes it good', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture, attempt) => ({
      kind: 'succeed',
      ...(architecture === 'arm64' && attempt === 1 ? { claim: null } : {}),
    });
    world.through(300);
    expect(world.build().status.phase).toBe('Succeeded');
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 2]);
  });
});

describe('scenario 26 (whole): foreign content under a right-looking config', () => {
  test('is refused by its base', () => {
    const world = new World({ nodes: three });
    world.behaviour = (architecture) => ({
      kind: 'succeed',
      ...(architecture === 's390x' ? { image: { base: sha('base amd64 1') } } : {}),
    });
    world.run();
    const { status } = world.build();
    expect(status).toMatchObject({ phase: 'Failed', reason: 'VerificationFailed' });
    expect(status.message).toContain('s390x');
    expect(status.message).toContain('base');
    expect(world.jobs('assemble')).toEqual([]);
    expect(world.started).toHaveLength(3);
  });

  test('is refused by the programs in it, and by its own config', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture) => ({
      kind: 'succeed',
      ...(architecture === 'arm64' ? { image: { architecture: 'amd64' } } : {}),
    });
    world.run();
    expect(world.build().status.message).toContain('arm64');
    expect(world.build().status.reason).toBe('VerificationFailed');
  });
});

describe('what was published is not believed before it is read back', () => {
  type Lie = (world: World, good: string) => string;
  const child = (world: World) => world.platform('arm64')?.image?.digest ?? '';
  const alter = (world: World, digest: string, change: object) => {
    const { manifests } = world.repository(target);
    const manifest = manifests.get(digest);
    if (manifest === undefined) throw new Error(digest);
    manifests.set(digest, { ...manifest, ...change });
  };
  const lies: Readonly<Record<string, Lie>> = {
    'a registry that changes the tag': (world) => {
      world.push(target, world.build().name, { digest: sha('other'), entries: [] });
      return 'tag: ';
    },
    'foreign content under a right-looking config': (world) => {
      alter(world, child(world), { base: sha('base amd64 1') });
      return 'arm64, base';
    },
    'a truncated blob': (world) => {
      alter(world, child(world), { missingBlobs: [sha('layer')] });
      return 'arm64, ';
    },
    'an index that lacks an image': (world, good) => {
      const entries = world.repository(target).manifests.get(good)?.entries ?? [];
      alter(world, good, { entries: entries.slice(0, 1) });
      return 'linux/arm64 is missing';
    },
    'an index that lies about a size': (world, good) => {
      const entries = world.repository(target).manifests.get(good)?.entries ?? [];
      alter(world, good, { entries: entries.map((one) => ({ ...one, size: 1 })) });
      return 'arm64, ';
    },
  };
  test.each(Object.keys(lies))('%s ends the build, with the platform and the reason', (name) => {
    const world = new World({ nodes: two });
    const index = () =>
      [...world.repository(target).manifests.values()].find(({ entries: of }) => of !== undefined);
    world.stepUntil(() => index() !== undefined, 'jobs run');
    const says = lies[name]?.(world, index()?.digest ?? '');
    world.run();
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'VerificationFailed' });
    expect(world.build().status.message).toContain(says);
    expect(world.build().status.verification?.ok).toBe(false);
    world.after(3600);
    expect([world.builds().length, world.jobs('assemble').length, world.published]).toEqual([1, 1, []]);
  });
});

describe('scenario 27 (whole): an image goes before the index is pushed', () => {
  test('only that platform is built again', () => {
    const world = new World({ nodes: two });
    world.assembly = (attempt) => {
      if (attempt > 1) return undefined;
      const digest = world.platform('arm64')?.image?.digest ?? '';
      const { manifests, tags } = world.repository(target);
      manifests.delete(digest);
      for (const [tag, of] of tags) if (of === digest) tags.delete(tag);
      return undefined;
    };
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.builds()).toHaveLength(1);
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 2]);
  });
});

describe('scenario 28 (whole): somebody alters what was published', () => {
  test('is seen, and the index is put together again', () => {
    const world = new World({ nodes: two }).run();
    const { name, status } = world.build();
    const digest = sha('altered');
    const { entries: good } = world.repository(target).manifests.get(status.index?.digest ?? '') ?? {};
    world.push(target, name, { digest, entries: (good ?? []).map((entry) => ({ ...entry, size: 1 })) });
    world.after(3700);
    expect(world.builds()).toHaveLength(2);
    expect(world.build().object.metadata.annotations?.[names.cause]).toBe('ImageDrift');
    expect(world.build().status.index?.digest).toBe(status.index?.digest);
    expect(world.started).toHaveLength(2);
    world.after(3700);
    expect(world.builds()).toHaveLength(2);
  });

  test.each<[string, (good: Entries) => Entries]>([
    ['a platform', (good) => good.map((entry) => ({ ...entry, architecture: 's390x' }))],
    ['an entry less', (good) => good.slice(1)],
    ['an entry twice', (good) => [...good, ...good.slice(1)]],
    ['a size', (good) => good.map((entry) => ({ ...entry, size: 1 }))],
  ])('%s under the same tag: told, and put right', (_, change) => {
    const world = new World({ nodes: two }).run();
    const { name, status } = world.build();
    const good = world.repository(target).manifests.get(status.index?.digest ?? '')?.entries ?? [];
    world.push(target, name, { digest: sha('altered'), entries: change(good) });
    world.assembly = () => ({ kind: 'hang' });
    world.after(3700);
    expect(world.condition('ImageDrift')).toMatchObject({ status: 'True' });
    expect(world.status().currentImagePullSpec).toBe(status.index?.pullSpec);
    world.assembly = () => undefined;
    world.run();
    expect(world.condition('ImageDrift')).toMatchObject({ status: 'False' });
    expect(world.build().status.index?.digest).toBe(status.index?.digest);
    expect(world.started).toHaveLength(2);
  });

  test('a lost image is built again, the others not', () => {
    const world = new World({ nodes: two }).run();
    const digest = digests(world).arm64 ?? '';
    world.repository(target).manifests.delete(digest);
    world.after(3700);
    expect(world.build().status.phase).toBe('Succeeded');
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 2]);
  });
});

describe('scenario 29 (whole): the registry does not answer the assembly', () => {
  test('it is tried again, later each time', () => {
    const world = new World({ nodes: two });
    world.assembly = (attempt) =>
      attempt <= 3 ? { kind: 'report', data: { reason: 'RegistryUnavailable', message: '500' } } : undefined;
    world.through(300);
    expect(world.build().status.phase).toBe('Succeeded');
    const ends = (world.build().status.assembly?.attempts ?? []).map(({ end }) => Date.parse(end));
    expect(ends.slice(1).map((end, index) => (end - (ends[index] ?? 0)) / 1000)).toEqual([10, 20, 40]);
    const { tags } = world.repository(target);
    const ofIndex = [...tags].filter(([, digest]) => digest === world.build().status.index?.digest);
    expect(ofIndex.map(([tag]) => tag)).toEqual([world.build().name]);
  });

  test('an exit code tells it, too, where nothing was reported', () => {
    const world = new World({ nodes: two });
    world.assembly = (attempt) =>
      attempt <= 2 ? { kind: 'exit', exitCode: 3, log: 'host: nothing listens there\n' } : undefined;
    world.through(300);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.build().status.assembly?.attempts?.map(({ reason }) => reason)).toEqual([
      'RegistryUnavailable',
      'RegistryUnavailable',
      'Published',
    ]);
    expect(world.build().status.assembly?.attempts?.[0]).toMatchObject({ exitCode: 3 });
    expect(world.build().status.assembly?.attempts?.[0]?.message).toContain('nothing listens there');
  });

  test.each([1, 2])('exit code %i would come again: it ends the build, until a login changes', (exitCode) => {
    const world = new World({ nodes: two });
    world.assembly = () => ({ kind: 'exit', exitCode, log: '--authfile push: no JSON' });
    world.through(3600);
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'AssemblyFailed' });
    expect(world.build().status.message).toContain('no JSON');
    expect(world.jobs('assemble')).toHaveLength(1);
    world.assembly = () => undefined;
    world.secrets = { push: '2' };
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.started).toHaveLength(2);
  });

  test('one that is killed is tried again a few times', () => {
    const world = new World({ nodes: two });
    world.assembly = () => ({ kind: 'exit', exitCode: 137 });
    world.through(3600);
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'AssemblyFailed' });
    expect(world.build().status.assembly?.attempts).toHaveLength(5);
  });

  test('reading back waits for it', () => {
    const world = new World({ nodes: two });
    world.stepUntil(() => world.jobs('assemble').length > 0, 'jobs run');
    world.registryDown = 'timeout';
    world.run();
    expect(world.build().status.phase).toBe('Verifying');
    world.registryDown = undefined;
    world.after(60);
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('scenario 30 (whole): the final login is wrong', () => {
  test('no rebuild; a new login means only a new assembly', () => {
    const world = new World({ nodes: two });
    world.assembly = () =>
      world.secrets.push === '1'
        ? { kind: 'report', data: { reason: 'PushDenied', message: '403' } }
        : undefined;
    world.run();
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'PushDenied' });
    world.after(3600);
    expect(world.builds()).toHaveLength(1);
    world.secrets = { push: '2' };
    world.run();
    expect(world.build().object.metadata.annotations?.[names.cause]).toBe('CredentialsChanged');
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.started).toHaveLength(2);
  });
});

describe('scenarios 31 and 32 (31 whole; of 32 the mounting is in packages/archipelago/src/cli/commands/layering/assemble/run-assemble.test.ts): two repositories', () => {
  const spec = {
    intermediate: {
      repository: 'images.example.com:5000/os',
      pushSecret: { name: 'middle' },
      pullSecret: { name: 'pull' },
    },
  };
  test('build pods never hold the final login; the index and its children are in the final one', () => {
    const world = new World({ nodes: two, spec }).run();
    const secrets = (job: unknown) =>
      podSpec(job).volumes.flatMap(
        ({ secret }) => (secret as { secretName?: string } | undefined)?.secretName ?? [],
      );
    expect(world.jobs().flatMap(secrets)).toEqual(['middle', 'middle']);
    expect(world.jobs('assemble').flatMap(secrets)).toEqual(['pull', 'push']);
    const sources = assemblyArguments(world.jobs('assemble')[0]).filter((one) => one.includes('=images.'));
    expect(sources).toEqual(
      Object.entries(digests(world)).map(([name, digest]) => `${name}=images.example.com:5000/os@${digest}`),
    );
    const { manifests, tags } = world.repository(target);
    expect(Object.values(digests(world)).every((digest) => manifests.has(digest))).toBe(true);
    expect(world.condition('ImageReady')?.message).toContain(`${target}@sha256:`);
    expect([...tags.keys()].sort()).toEqual(
      ['', '-amd64', '-arm64'].map((suffix) => `${world.build().name}${suffix}`),
    );
  });

  test('the assembly is told of the logins there are, of no others', () => {
    const flags = (intermediate: JsonObject) =>
      new World({ nodes: two, spec: { intermediate } })
        .run()
        .jobs('assemble')
        .flatMap((job) => assemblyArguments(job).filter((one) => one.endsWith('authfile')));
    expect(flags(spec.intermediate)).toEqual(['--source-authfile', '--authfile']);
    expect(flags({ repository: 'images.example.com:5000/os' })).toEqual(['--authfile']);
  });
});

describe('scenario 33 (whole): Docker images', () => {
  test('the format is asked for, and part of the build’s key', () => {
    const world = new World({ nodes: two, spec: { format: 'Docker' } }).run();
    const { index, phase, platforms = [] } = world.build().status;
    expect([phase, index?.mediaType]).toEqual(['Succeeded', dockerList]);
    expect(index?.entries.map(({ digest }) => digest)).toEqual(platforms.map(({ image }) => image?.digest));
    for (const job of world.jobs())
      expect(variablesOf(job)).toContainEqual({ name: 'FORMAT', value: 'docker' });
    expect(assemblyArguments(world.jobs('assemble')[0]).join(' ')).toContain('--format docker');
    const oci = new World({ nodes: two }).run();
    expect(oci.build().name).not.toBe(world.build().name);
  });
});

describe('scenario 34 (whole): arm64 with variant v8', () => {
  test('is verified and chosen', () => {
    const world = new World({ nodes: two });
    world.behaviour = (architecture) => ({
      kind: 'succeed',
      ...(architecture === 'arm64' ? { image: { variant: 'v8' } } : {}),
    });
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.build().status.index?.entries).toContainEqual({
      architecture: 'arm64',
      variant: 'v8',
      digest: digests(world).arm64,
    });
    expect(world.status().updatedMachineCount).toBe(0);
    boot(world, 'b');
    world.run();
    expect(world.status().exceptions?.map(({ name }) => name)).toEqual(['a']);
  });

  test('is built for where it is asked for, and named so in the assembly', () => {
    const perArchitecture = [{ architecture: 'arm64', variant: 'v8' }];
    const world = new World({ nodes: two, spec: { build: { perArchitecture } } });
    world.behaviour = (architecture) => ({
      kind: 'succeed',
      ...(architecture === 'arm64' ? { image: { variant: 'v8' } } : {}),
    });
    world.run();
    const platforms = world
      .jobs()
      .flatMap((job) => variablesOf(job).filter(({ name }) => name === 'PLATFORM'));
    expect(platforms.map(({ value }) => value)).toEqual(['linux/amd64', 'linux/arm64/v8']);
    expect(assemblyArguments(world.jobs('assemble')[0]).join(' ')).toContain('--platform arm64/v8=');
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('scenario 35 (in part: what copies keep is in packages/archipelago/src/cli/commands/layering/assemble/run-assemble.test.ts): statements about images in the index', () => {
  test('are no architectures', () => {
    const world = new World({ nodes: two }).run();
    const { name, status } = world.build();
    const digest = status.index?.digest ?? '';
    const { entries: good = [] } = world.repository(target).manifests.get(digest) ?? {};
    const attestation = { architecture: '', digest: sha('statement'), size: 3, attestation: true as const };
    world.push(target, name, { digest, entries: [...good, attestation] });
    world.after(3700);
    expect(world.builds()).toHaveLength(1);
    expect(entries(world)).toEqual(['amd64', 'arm64']);
  });

  test('are no reason to refuse what was just published', () => {
    const world = new World({ nodes: two });
    world.assembly = () => {
      const digest = sha('with a statement');
      const children = (world.build().status.platforms ?? []).flatMap(({ architecture, image }) =>
        image === undefined ? [] : [{ architecture, digest: image.digest, size: 400 }],
      );
      const statement = { architecture: '', digest: sha('statement'), size: 3, attestation: true as const };
      world.push(target, world.build().name, { digest, entries: [...children, statement] });
      return { kind: 'report', data: { digest } };
    };
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
    expect(entries(world)).toEqual(['amd64', 'arm64']);
  });
});

describe('scenario 36 (whole): a pool of another architecture than the controller', () => {
  test('its image is found again, and not built in a loop', () => {
    const world = new World({ nodes: { b: 'arm64' } }).run();
    world.annotate({ [names.retry]: 'all' });
    world.run();
    world.remove(world.build().object);
    world.deleteAnswer = 'unsupported';
    world.run();
    expect(world.platform('arm64')?.state).toBe('Reused');
    expect(world.started).toHaveLength(1);
    expect(world.build().status.phase).toBe('Succeeded');
  });

  test('a day of looking at it again brings nothing new', () => {
    const world = new World({ nodes: { b: 'arm64' } }).run();
    const before = world.builds().map(({ name }) => name);
    world.through(24 * 3600);
    world.answers = {};
    world.run();
    expect(world.builds().map(({ name }) => name)).toEqual(before);
    expect([world.started.length, world.jobs('assemble').length]).toEqual([1, 0]);
  });
});

describe('scenario 37 (whole): a kernel that only one architecture has', () => {
  const withKernel = (spec: JsonObject) => {
    const world = new World({ nodes: two, pool: true, spec });
    world.edit('MachineConfig', 'rendered-edge-1', {
      spec: { kernelType: '64k-pages', baseOSExtensionsContainerImage: baseReference },
    });
    return world.run();
  };
  test('is left out for the others, or refused', () => {
    const world = withKernel({});
    const texts = world
      .all('ConfigMap')
      .flatMap(({ data }) => (data as { Containerfile?: string }).Containerfile ?? []);
    const special = texts.filter((text) => text.includes('kernel-64k'));
    expect(special).toHaveLength(1);
    expect(special[0]).toContain(baseDigest('arm64'));
    expect(world.build().status.phase).toBe('Succeeded');
    const refused = withKernel({ unsupportedKernel: 'Refuse' });
    expect(refused.condition('Resolved')).toMatchObject({ reason: 'KernelTypeUnsupported' });
    expect(refused.condition('Resolved')?.message).toContain('amd64');
    expect(refused.started).toEqual([]);
  });

  test('which comes later, is built for that one only', () => {
    const world = new World({ nodes: two, pool: true });
    const spec = { baseOSExtensionsContainerImage: baseReference };
    world.edit('MachineConfig', 'rendered-edge-1', { spec: { ...spec, extensions: ['usbguard'] } });
    world.run();
    world.edit('MachineConfig', 'rendered-edge-1', { spec: { kernelType: '64k-pages' } });
    world.run();
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 2]);
    expect(world.platform('amd64')?.state).toBe('Reused');
  });
});

describe('scenario 38 (whole): a pool without nodes', () => {
  test('has no architectures until the first node', () => {
    const world = new World().run();
    expect(world.condition('ArchitecturesDetected')).toMatchObject({
      status: 'False',
      reason: 'NoArchitectures',
    });
    expect(world.started).toEqual([]);
    world.addNode('b', 'arm64');
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('scenario 39 (whole): architectures by name, nodes elsewhere', () => {
  test('are built', () => {
    const world = new World({ spec: { architectures: ['arm64'] } });
    world.addNode('other', 'arm64', { pool: 'other' });
    world.run();
    expect(world.status().architectures).toMatchObject([{ name: 'arm64', source: 'Explicit', nodes: 0 }]);
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

describe('scenario 40 (whole): a machine set without machines', () => {
  test('is expected, where it is asked for', () => {
    const set = {
      apiVersion: 'machine.openshift.io/v1beta1',
      kind: 'MachineSet',
      metadata: {
        name: 'arm',
        annotations: {
          'capacity.cluster-autoscaler.kubernetes.io/labels': 'kubernetes.io/arch=arm64,pool=edge',
        },
      },
      spec: { replicas: 0 },
    };
    const world = new World({ nodes: { a: 'amd64' }, spec: { expectedArchitectures: 'MachineSets' } });
    world.put(set);
    world.run();
    expect(world.status().architectures?.map(({ name, source }) => [name, source])).toEqual([
      ['amd64', 'Nodes'],
      ['arm64', 'Expected'],
    ]);
    const without = new World({ nodes: { a: 'amd64' } });
    without.put(set);
    expect(without.run().status().architectures).toHaveLength(1);
  });
});

describe('scenarios 41 and 42 (whole): nodes that are left out', () => {
  test('are named; the others go on', () => {
    const world = new World({ nodes: two });
    world.addNode('r', 'riscv64');
    world.addNode('l', 's390x', { reported: 'amd64' });
    world.run();
    const reasons = world.lastPlan?.findings.map(({ reason }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(['UnsupportedArchitecture', 'ArchLabelMismatch']));
    expect(world.condition('ArchitecturesDetected')?.message).toContain('riscv64');
    expect(world.build().status.phase).toBe('Succeeded');
    expect(entries(world)).toEqual(['amd64', 'arm64']);
  });
});

describe('scenario 43 (whole): an old image that a node has', () => {
  const onNode = () => {
    const world = new World({ nodes: two, spec: { successfulBuildsHistoryLimit: 0 } }).run();
    const { index, amd64, arm64 } = imagesOf(world);
    const old = { images: [index, amd64, arm64], build: world.build() };
    boot(world, 'a');
    editAll(world, 'RUN new');
    return { world, old };
  };

  test('is kept with its build, until the node has another', () => {
    const { world, old } = onNode();
    expect(world.builds()).toHaveLength(2);
    expect(world.deletedImages).toEqual([]);
    boot(world, 'a');
    world.run();
    expect(world.builds()).toHaveLength(1);
    expect(world.deletedImages).toEqual(old.images.map((digest) => `${target}@${digest}`));
    const { manifests } = world.repository(target);
    expect(Object.values(imagesOf(world)).every((digest) => manifests.has(digest ?? ''))).toBe(true);
  });

  test('is kept although somebody deletes the build; nothing is left of it when the node has another', () => {
    const { world, old } = onNode();
    world.remove(old.build.object);
    world.after(3600);
    expect(world.deletedImages).toEqual([]);
    expect(world.builds().map(({ name }) => name)).toContain(old.build.name);
    expect(world.lastRemoval?.findings).toMatchObject([{ reason: 'ImageKept' }]);
    boot(world, 'a');
    world.run();
    expect(world.builds().map(({ name }) => name)).not.toContain(old.build.name);
    expect(world.deletedImages).toHaveLength(3);
  });

  test('is kept when its config is deleted, and goes when the node has moved on', () => {
    const { world } = onNode();
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    expect(world.deletedImages).toHaveLength(3);
    expect(world.all('MachineOSBuild')).toHaveLength(1);
    world.removeNode('a');
    world.run();
    expect(world.all('MachineOSBuild')).toEqual([]);
    expect(world.repository(target).manifests.size).toBe(0);
  });

  test('the history has three that succeeded and one that failed, besides the current one', () => {
    const world = new World({ nodes: two }).run();
    const names = [world.build().name];
    for (let round = 0; round < 6; round += 1) {
      world.after(60);
      editAll(world, `RUN ${round}`);
      names.push(world.build().name);
    }
    expect(world.builds().map(({ name }) => name)).toEqual(names.slice(-4));
    world.behaviour = () => ({ kind: 'fail', exitCode: 65 });
    for (let round = 0; round < 3; round += 1) {
      world.after(60);
      editAll(world, `RUN bad ${round}`);
      names.push(world.build().name);
    }
    expect(world.builds().map(({ status }) => status.phase)).toEqual([
      ...Array(4).fill('Succeeded'),
      'Failed',
      'Failed',
    ]);
    const kept = new Set(world.builds().flatMap(({ status }) => imagesIn(status.index)));
    expect([...world.repository(target).manifests.keys()].sort()).toEqual([...kept].sort());
  });
});

describe('scenario 44 (whole): an image of two builds', () => {
  test('goes with the last; the index goes first', () => {
    const world = new World({ nodes: two, spec: { ...mixed, successfulBuildsHistoryLimit: 0 } }).run();
    const first = imagesOf(world);
    world.editSpec({
      containerFile: [
        { containerfileArch: 'NoArch', content: 'RUN true' },
        { containerfileArch: 'ARM64', content: 'RUN echo new' },
      ],
    });
    world.run();
    expect(world.builds()).toHaveLength(1);
    expect(world.deletedImages).toEqual([`${target}@${first.index}`, `${target}@${first.arm64}`]);
    const second = imagesOf(world);
    expect(second.amd64).toBe(first.amd64);
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    expect(world.deletedImages.slice(2)).toEqual([
      `${target}@${second.index}`,
      `${target}@${second.amd64}`,
      `${target}@${second.arm64}`,
    ]);
  });

  test('stays, too, when the older one had published it as it is', () => {
    const world = new World({ nodes: { a: 'amd64' }, spec: { successfulBuildsHistoryLimit: 0 } }).run();
    const only = world.build().status.index?.digest ?? '';
    world.addNode('b', 'arm64');
    world.run();
    expect(world.builds()).toHaveLength(1);
    expect(digests(world).amd64).toBe(only);
    expect(world.deletedImages).toEqual([]);
    expect(world.repository(target).manifests.has(only)).toBe(true);
  });

  test('of two configs with one repository goes with the last of these', () => {
    const world = new World({ nodes: two });
    world.addConfig('other', { nodeSelector: { pool: 'edge' } });
    world.run();
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    expect(world.deletedImages).toEqual([]);
    world.remove(world.get('MachineOSConfig', 'other'));
    world.run();
    expect(world.repository(target).manifests.size).toBe(0);
  });

  test('of two builds that both go waits for both indexes', () => {
    const world = new World({ nodes: two, spec: mixed }).run();
    const first = world.build().object;
    const { index, amd64 } = imagesOf(world);
    editAll(world, 'RUN true');
    world.registryDown = '503';
    world.remove(world.get('MachineOSBuild', first.metadata.name));
    world.run();
    world.registryDown = undefined;
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    const { manifests } = world.repository(target);
    expect([manifests.has(index ?? ''), manifests.has(amd64 ?? '')]).toEqual([true, true]);
    world.after(60);
    expect([manifests.size, world.builds().length]).toEqual([0, 0]);
  });

  test('that an assembly published for a build which was over by then goes with its index', () => {
    const world = new World({ nodes: two, spec: { failedBuildsHistoryLimit: 0 } });
    world.assembly = () => ({ kind: 'hang' });
    world.run();
    const [job] = world.jobs('assemble');
    if (job === undefined) throw new Error();
    world.putTogether(job);
    world.assembly = () => undefined;
    editAll(world, 'RUN new');
    world.after(400);
    expect(world.builds()).toHaveLength(1);
    expect([...world.repository(target).manifests.keys()].sort()).toEqual(
      [...imagesIn(world.build().status.index)].sort(),
    );
  });

  test('that a job pushed for a build which was over by then goes with the build', () => {
    const world = new World({ nodes: two, spec: { failedBuildsHistoryLimit: 0 } });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const [job] = world.jobs();
    world.behaviour = () => ({ kind: 'succeed' });
    world.runJobs(job?.metadata.name);
    world.editSpec({ containerFile: [{ containerfileArch: 'NoArch', content: 'RUN new' }] });
    world.run();
    world.after(400);
    expect(world.builds()).toHaveLength(1);
    expect([...world.repository(target).manifests.keys()].sort()).toEqual(
      [...imagesIn(world.build().status.index)].sort(),
    );
  });
});

describe('scenario 45 (whole): a registry that collects what has no tag', () => {
  test('takes nothing: every child has a tag of its own as long as an index names it', () => {
    const world = new World({ nodes: three, spec: mixed }).run();
    editAll(world, 'RUN new');
    world.addNode('d', 'ppc64le');
    world.run();
    const { tags, manifests } = world.repository(target);
    const tagged = new Set(tags.values());
    for (const digest of manifests.keys()) if (!tagged.has(digest)) manifests.delete(digest);
    for (const { status } of world.builds())
      for (const digest of imagesIn(status.index)) expect(manifests.has(digest)).toBe(true);
    world.after(3700);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.condition('ImageDrift')?.status).toBe('False');
  });
});

describe('scenario 46 (in part: the operator counts what is told): a registry that deletes nothing', () => {
  test.each(['unsupported', 'denied'] as const)('%s: the build goes, and it is told', (answer) => {
    const world = new World({ nodes: two }).run();
    world.deleteAnswer = answer;
    world.editSpec({ architectures: ['amd64'], singleArchitecture: 'Manifest' });
    world.run();
    const [old] = world.builds();
    if (old === undefined) throw new Error();
    world.remove(old.object);
    world.run();
    expect(world.builds().some(({ name }) => name === old.name)).toBe(false);
    expect(world.told.filter(({ reason }) => reason === 'ImageNotDeleted').length).toBeGreaterThan(0);
  });

  test('one that does not answer is waited for', () => {
    const world = new World({ nodes: two }).run();
    world.registryDown = '503';
    world.remove(world.get('MachineOSConfig', 'edge'));
    world.run();
    expect(world.builds()).toHaveLength(1);
    world.registryDown = undefined;
    world.after(60);
    expect(world.builds()).toHaveLength(0);
  });
});

describe('scenario 47 (whole): a rebuild is asked for', () => {
  test.each([
    [names.knownRebuild, '', { amd64: 2, arm64: 2 }],
    [names.rebuild, 'arm64', { amd64: 1, arm64: 2 }],
  ])('%s "%s"', (annotation, value, counts) => {
    const world = new World({ nodes: two }).run();
    world.annotate({ [annotation]: value });
    world.run();
    expect({ amd64: startedFor(world, 'amd64'), arm64: startedFor(world, 'arm64') }).toEqual(counts);
    expect(world.build().status.phase).toBe('Succeeded');
    expect(world.get('MachineOSConfig', 'edge').metadata.annotations).not.toHaveProperty([annotation]);
  });
});

describe('scenario 48 (whole): a limit of jobs', () => {
  test.each([{ spec: { build: { maxParallel: 2 } } }, { clusterJobs: 2 }])('%j', (options) => {
    const world = new World({ nodes: { ...three, d: 'ppc64le' }, ...options }).run();
    expect(world.mostActive).toBeLessThanOrEqual(2);
    expect(world.started).toHaveLength(4);
    expect(world.build().status.phase).toBe('Succeeded');
  });
});

const evicted = { type: 'DisruptionTarget', status: 'True' };

describe('scenario 49 (whole): a pod is put off its node', () => {
  test('the job gets another; the attempt does not count', () => {
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const [job] = world.jobs();
    expect(job?.spec).toMatchObject({
      podFailurePolicy: {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }, {}],
      },
    });
    world.objects.delete(world.key('Pod', job?.metadata.name ?? ''));
    world.run();
    world.behaviour = () => ({ kind: 'succeed' });
    world.run();
    expect(world.started).toHaveLength(2);
    expect(world.build().status.phase).toBe('Succeeded');
  });

  test.each(['build', 'assemble'])('of a job to %s: the end of the first pod says nothing', (role) => {
    const world = new World({ nodes: two });
    if (role === 'build') world.behaviour = () => ({ kind: 'hang' });
    else world.assembly = () => ({ kind: 'hang' });
    world.run();
    const [job] = world.jobs(role);
    if (job === undefined) throw new Error();
    expect(job.spec).toMatchObject({
      podFailurePolicy: { rules: expect.arrayContaining([{ action: 'Ignore', onPodConditions: [evicted] }]) },
    });
    world.evict(job);
    world.run();
    expect(world.build().status.phase).toBe(role === 'build' ? 'Building' : 'Assembling');
    world.behaviour = () => ({ kind: 'succeed' });
    world.assembly = () => undefined;
    world.run();
    const { status } = world.build();
    expect([status.phase, world.started.length]).toEqual(['Succeeded', 2]);
    expect(status.platforms?.map(({ attempts }) => attempts?.length)).toEqual([1, 1]);
    expect(status.assembly?.attempts).toHaveLength(1);
  });

  test('a job that somebody deletes is made again, or ends the build, as configured', () => {
    for (const onDeletedJob of ['Recreate', 'Interrupt']) {
      const world = new World({ nodes: two, spec: { build: { onDeletedJob } } });
      world.behaviour = () => ({ kind: 'hang' });
      world.run();
      const [job] = world.jobs();
      if (job !== undefined) world.purge(job);
      world.behaviour = () => ({ kind: 'succeed' });
      world.run();
      expect(world.build().status.phase).toBe(onDeletedJob === 'Recreate' ? 'Succeeded' : 'Interrupted');
    }
  });
});

describe('scenario 50 (whole): a configuration that changes files only', () => {
  test('makes no image; the old one is good for it', () => {
    const world = new World({ nodes: two, pool: true }).run();
    expect(world.status().machineConfig).toBe('rendered-edge-1');
    world.put({
      ...world.get('MachineConfig', 'rendered-edge-1'),
      metadata: { name: 'rendered-edge-2' },
      spec: { osImageURL: baseReference, config: { storage: { files: [] } } },
    });
    world.edit('MachineConfigPool', 'edge', { spec: { configuration: { name: 'rendered-edge-2' } } });
    world.run();
    expect([world.builds().length, world.started.length]).toEqual([1, 2]);
    expect(world.status().machineConfig).toBe('rendered-edge-2');
  });

  const spec = {
    osImageURL: baseReference,
    baseOSExtensionsContainerImage: baseReference,
    kernelArguments: ['quiet'],
    extensions: ['usbguard'],
  };
  const rendered = (world: World, name: string, change: JsonObject) => {
    world.put({
      apiVersion: 'machineconfiguration.openshift.io/v1',
      kind: 'MachineConfig',
      metadata: { name },
      spec: { ...spec, ...change },
    });
    world.edit('MachineConfigPool', 'edge', { spec: { configuration: { name } } });
    return world.run();
  };

  test.each<[string, JsonObject]>([
    ['a kernel argument more', { kernelArguments: ['quiet', 'nosmt'] }],
    ['another kernel argument', { kernelArguments: ['nosmt'] }],
    ['no kernel argument', { kernelArguments: [] }],
    ['an extension more', { extensions: ['usbguard', 'kerberos'] }],
    ['no extension', { extensions: [] }],
    ['another kernel', { kernelType: 'realtime' }],
  ])('%s makes every image anew, and the build and the config tell of it', (_, change) => {
    const world = rendered(new World({ nodes: two, pool: true }), 'rendered-edge-2', {});
    expect(world.started).toHaveLength(2);
    const before = world.build();
    rendered(world, 'rendered-edge-3', change);
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([2, 2]);
    expect(world.build().name).not.toBe(before.name);
    expect(world.build().spec.machineConfig?.name).toBe('rendered-edge-3');
    expect(world.status()).toMatchObject({
      machineConfig: 'rendered-edge-3',
      machineOSBuild: { name: world.build().name },
      currentImagePullSpec: world.build().status.index?.pullSpec,
    });
    rendered(world, 'rendered-edge-4', {});
    expect([world.started.length, world.status().machineOSBuild?.name]).toEqual([4, before.name]);
  });

  test('the order of extensions, and a kernel that is the usual one, change nothing', () => {
    const extensions = ['usbguard', 'kerberos'];
    const world = rendered(new World({ nodes: two, pool: true }), 'rendered-edge-2', { extensions });
    rendered(world, 'rendered-edge-3', { extensions: [...extensions].reverse(), kernelType: 'default' });
    rendered(world, 'rendered-edge-4', { extensions, kernelType: '' });
    expect([world.builds().length, world.started.length]).toEqual([1, 2]);
    expect(world.status().machineConfig).toBe('rendered-edge-4');
  });

  test('another base image of it makes every image anew; the config’s own comes first', () => {
    const world = rendered(
      new World({ nodes: two, pool: true, spec: { baseImage: null } }),
      'rendered-edge-2',
      {},
    );
    world.base = { ...world.base, versions: { arm64: 2 } };
    rendered(world, 'rendered-edge-3', { osImageURL: 'registry.example.com/base/os:11' });
    expect([startedFor(world, 'amd64'), startedFor(world, 'arm64')]).toEqual([1, 2]);
    expect(Object.keys(world.answers).filter((id) => id.startsWith('base '))).toEqual([
      `base ${baseReference} `,
      'base registry.example.com/base/os:11 ',
    ]);
    const own = rendered(new World({ nodes: two, pool: true }), 'rendered-edge-2', {
      osImageURL: 'registry.example.com/base/os:11',
    });
    expect(Object.keys(own.answers).filter((id) => id.includes('os:11'))).toEqual([]);
  });

  test('a paused or broken pool begins no build', () => {
    const world = new World({ nodes: two, pool: true });
    world.edit('MachineConfigPool', 'edge', { spec: { paused: true } });
    world.run();
    expect(world.condition('Blocked')).toMatchObject({ status: 'True', reason: 'PoolPaused' });
    expect(world.status().architectures).toHaveLength(2);
    world.edit('MachineConfigPool', 'edge', {
      spec: { paused: false },
      status: { conditions: [{ type: 'NodeDegraded', status: 'True' }] },
    });
    world.run();
    expect(world.condition('Blocked')?.reason).toBe('PoolDegraded');
    expect(world.builds()).toEqual([]);
  });
});

describe('scenario 51 (whole): long names', () => {
  test('all are valid and told apart', () => {
    const world = new World();
    for (const suffix of ['x', 'y']) {
      const name = `${'a-rather-long-name-of-a-pool-of-forty-c'}${suffix}`;
      world.addConfig(name, { nodeSelector: { pool: name }, architectures: ['ppc64le', 'amd64'] });
      for (const architecture of ['ppc64le', 'amd64'])
        world.addNode(`${architecture}${suffix}`, architecture, { pool: name });
    }
    world.objects.delete(world.key('MachineOSConfig', 'edge'));
    world.run();
    for (const { kind, metadata } of world.objects.values()) {
      if (kind === 'Job' || kind === 'MachineOSBuild') expect(metadata.name.length).toBeLessThanOrEqual(63);
      for (const value of Object.values(metadata.labels ?? {}))
        expect(value).toMatch(/^([A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?)?$/);
    }
    expect(world.all('MachineOSBuild').map(({ status }) => (status as JsonObject).phase)).toEqual([
      'Succeeded',
      'Succeeded',
    ]);
  });
});

describe('scenario 52 (whole): a node without an image', () => {
  test('is held; the others roll', () => {
    const world = new World({ nodes: two }).run();
    world.addNode('c', 's390x', { ready: false });
    world.run();
    expect(world.status().exceptions?.map(({ name, state }) => [name, state])).toEqual([
      ['c', 'NoImageForArchitecture'],
      ['a', 'Outdated'],
      ['b', 'Outdated'],
    ]);
  });
});

describe('scenario 53 (whole): two pools, one repository, the same content', () => {
  test('is built once, and has two tags', () => {
    const world = new World({ nodes: two });
    world.addConfig('other', { nodeSelector: { pool: 'edge' } });
    world.run();
    expect(world.started).toHaveLength(2);
    const [one, other] = [world.build(), world.build('other')];
    expect([one.status.phase, other.status.phase]).toEqual(['Succeeded', 'Succeeded']);
    expect(other.status.index?.digest).toBe(one.status.index?.digest);
    expect(world.repository(target).tags.has(one.name)).toBe(true);
    expect(world.repository(target).tags.has(other.name)).toBe(true);
  });
});

describe('while it is not known what is wanted', () => {
  const statusesOf = (world: World) =>
    (world.lastPlan?.actions ?? []).filter(
      ({ kind, object }) => kind === 'status' && object.kind === 'MachineOSConfig',
    );

  test('a restart tells nothing but what it was', () => {
    const world = new World({ nodes: two }).run();
    const before = world.get('MachineOSConfig', 'edge').status;
    world.answers = {};
    world.step();
    expect(statusesOf(world)).toEqual([]);
    world.run();
    expect(world.get('MachineOSConfig', 'edge').status).toEqual(before);
    expect(world.builds()).toHaveLength(1);
  });

  test('a silent registry takes no image away, and no retry that was asked for', () => {
    const world = new World({ nodes: two }).run();
    world.registryDown = 'down';
    world.answers = {};
    world.annotate({ [names.retry]: 'all' });
    world.run();
    expect(world.condition('ImageReady')?.status).toBe('True');
    expect(world.condition('Resolved')).toMatchObject({ status: 'Unknown', reason: 'RegistryUnavailable' });
    expect(world.get('MachineOSConfig', 'edge').metadata.annotations?.[names.retry]).toBe('all');
  });
});
