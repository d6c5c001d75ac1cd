import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { names } from '../api/layering-names.ts';
import { baseDigest, target, World } from './simulated-world.test-support.ts';

/** What users read: conditions with status, reason and message, at each stage of a build. */

const two = { a: 'amd64', b: 'arm64' };
const told = (list: readonly { type: string; status: string; reason: string; message: string }[] = []) =>
  Object.fromEntries(list.map(({ type, status, reason, message }) => [type, [status, reason, message]]));
const ofConfig = (world: World, config = 'edge') => told(world.status(config).conditions);
const ofBuild = (world: World) => told(world.build().status.conditions);
const fine = ['False', 'AsExpected', ''];
const good = ['True', 'AsExpected', ''];

function counts(architecture: string, some: Readonly<Record<string, number>>) {
  const none = { upToDate: 0, updating: 0, outdated: 0, failed: 0, noImage: 0, unknown: 0, withoutAgent: 0 };
  return { architecture, total: 1, ...none, ...some };
}

/** The five known ones; all but one of them are False, with the phase as reason. */
function five(known: string, phase: string, reason = phase, message: unknown = expect.any(String)) {
  return Object.fromEntries(
    ['Prepared', 'Building', 'Failed', 'Interrupted', 'Succeeded'].map((type) => [
      type,
      type === known ? ['True', reason, message] : ['False', phase, ''],
    ]),
  );
}

describe('a build that', () => {
  const stages: readonly [string, (world: World) => void, object][] = [
    [
      'waits for nodes',
      (world) => {
        for (const name of ['a', 'b']) world.edit('Node', name, { spec: { unschedulable: true } });
        world.run();
      },
      {
        ...five(
          'Prepared',
          'WaitingForNodes',
          'WaitingForNodes',
          'amd64 WaitingForNode, arm64 WaitingForNode',
        ),
        Assembled: ['False', 'WaitingForNodes', 'not published'],
        Verified: ['False', 'NotYet', ''],
      },
    ],
    [
      'builds',
      (world) => {
        world.behaviour = () => ({ kind: 'hang' });
        world.run();
      },
      {
        ...five('Building', 'Building', 'Building', 'amd64 Running, arm64 Running'),
        Assembled: ['False', 'Building', 'not published'],
        Verified: ['False', 'NotYet', ''],
      },
    ],
    [
      'is put together',
      (world) => {
        world.assembly = () => ({ kind: 'hang' });
        world.run();
      },
      {
        ...five('Building', 'Assembling', 'Assembling', 'the images are put together'),
        Assembled: ['False', 'Assembling', 'not published'],
        Verified: ['False', 'NotYet', ''],
      },
    ],
    [
      'is verified',
      (world) => {
        world.said = ({ kind }) => (kind === 'published' ? 'denied' : undefined);
        world.run();
      },
      {
        ...five('Building', 'Verifying', 'Verifying', 'it is denied'),
        Assembled: ['True', 'Verifying', 'published'],
        Verified: ['False', 'NotYet', ''],
      },
    ],
    [
      'has succeeded',
      (world) => world.run(),
      {
        ...five('Succeeded', 'Succeeded', 'Succeeded', 'published and verified'),
        Assembled: ['True', 'Succeeded', 'published'],
        Verified: ['True', 'AllChecks', ''],
      },
    ],
    [
      'has failed',
      (world) => {
        world.behaviour = () => ({ kind: 'fail', exitCode: 65 });
        world.run();
      },
      {
        ...five(
          'Failed',
          'Failed',
          'PlatformFailed',
          expect.stringContaining('amd64 failed after 1 attempt: '),
        ),
        Assembled: ['False', 'Failed', 'not published'],
        Verified: ['False', 'NotYet', ''],
      },
    ],
    [
      'has published something else',
      (world) => {
        world.said = ({ kind }) => (kind === 'published' ? 'missing' : undefined);
        world.run();
      },
      {
        ...five(
          'Failed',
          'Failed',
          'VerificationFailed',
          expect.stringContaining('has nothing under the tag'),
        ),
        Assembled: ['True', 'Failed', 'published'],
        Verified: ['False', 'CheckFailed', expect.stringContaining('has nothing under the tag')],
      },
    ],
    [
      'was interrupted',
      (world) => {
        world.editSpec({ build: { onDeletedJob: 'Interrupt' } });
        world.behaviour = () => ({ kind: 'hang' });
        world.run();
        for (const job of world.jobs()) world.purge(job);
        world.run();
      },
      {
        ...five(
          'Interrupted',
          'Interrupted',
          'JobDeleted',
          expect.stringContaining('somebody deleted the job'),
        ),
        Assembled: ['False', 'Interrupted', 'not published'],
        Verified: ['False', 'NotYet', ''],
      },
    ],
  ];
  test.each(stages)('%s says so', (_, reach, conditions) => {
    const world = new World({ nodes: two });
    reach(world);
    expect(ofBuild(world)).toEqual(conditions);
  });

  test('was superseded says by which', () => {
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    world.editSpec({ containerFile: [{ containerfileArch: 'NoArch', content: 'RUN new' }] });
    world.run();
    const [old] = world.builds();
    expect(old?.status).toMatchObject({
      phase: 'Superseded',
      reason: 'Superseded',
      message: `${world.build().name} takes its place`,
    });
    expect(told(old?.status.conditions)).toMatchObject({
      Interrupted: ['True', 'Superseded', `${world.build().name} takes its place`],
      Building: ['False', 'Superseded', ''],
    });
    expect(old?.status.platforms).toHaveLength(2);
  });

  test('begins and ends at times that stay, the end after the beginning', () => {
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const start = world.build().status.buildStart;
    expect(start).toBe('2026-11-21T10:00:00Z');
    expect(world.build().status).not.toHaveProperty('buildEnd');
    world.behaviour = () => ({ kind: 'succeed' });
    world.after(90);
    expect(world.build().status).toMatchObject({ buildStart: start, buildEnd: '2026-11-21T10:01:30Z' });
    const quick = new World({ nodes: two }).run();
    expect(quick.build().status).toMatchObject({ buildStart: start, buildEnd: '2026-11-21T10:00:01Z' });
  });
});

describe('a config', () => {
  test('whose image is there says so, and everything about it', () => {
    const world = new World({ nodes: two }).run();
    const { index } = world.build().status;
    expect(ofConfig(world)).toEqual({
      ArchitecturesDetected: good,
      Resolved: good,
      Blocked: fine,
      ImageReady: ['True', 'Published', `${target}@${index?.digest}`],
      Degraded: fine,
      ImageDrift: fine,
      NodesUpdated: [
        'False',
        'RolloutOff',
        '0 of 2 nodes have the image; the operator rolls nothing out: somebody else does, or --layering-rollout',
      ],
    });
    const { conditions: _, ...rest } = world.status();
    const children = Object.fromEntries(
      (index?.entries ?? []).map(({ architecture, digest }) => [architecture, digest]),
    );
    expect(rest).toEqual({
      observedGeneration: 1,
      topology: 'Heterogeneous',
      architectures: Object.values(two).map((name) => ({ name, source: 'Nodes', nodes: 1, ready: 1 })),
      currentImagePullSpec: `${target}@${index?.digest}`,
      machineOSBuild: {
        group: 'machineconfiguration.openshift.io',
        resource: 'machineosbuilds',
        name: world.build().name,
      },
      multiArch: true,
      children,
      imageCheckedAt: '2026-11-21T10:00:00Z',
      baseImages: [
        {
          reference: 'registry.example.com/base/os:10',
          image: expect.stringMatching(/^registry\.example\.com\/base\/os@sha256:/),
          time: '2026-11-21T10:00:00Z',
          children: ['amd64', 'arm64', 'ppc64le', 's390x'].map((architecture) => ({
            architecture,
            digest: baseDigest(architecture),
          })),
        },
      ],
      machineCount: 2,
      updatedMachineCount: 0,
      updatingMachineCount: 0,
      degradedMachineCount: 0,
      machineCounts: ['amd64', 'arm64'].map((architecture) =>
        counts(architecture, { outdated: 1, withoutAgent: 1 }),
      ),
      exceptions: [
        { name: 'a', architecture: 'amd64', state: 'Outdated' },
        { name: 'b', architecture: 'arm64', state: 'Outdated' },
      ],
    });
    const { annotations } = world.get('MachineOSConfig', 'edge').metadata;
    expect(annotations?.[names.currentBuild]).toBe(world.build().name);
  });

  test('whose build goes on says how far it is, and that there is no image yet', () => {
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const { name } = world.build();
    expect(ofConfig(world)).toMatchObject({
      ImageReady: ['False', 'Building', `${name}: amd64 Running, arm64 Running; there is no image yet`],
      Degraded: fine,
    });
    expect(world.status()).not.toHaveProperty('currentImagePullSpec');
    expect(world.status()).not.toHaveProperty('machineCount');
    expect(world.get('MachineOSConfig', 'edge').metadata.annotations ?? {}).not.toHaveProperty([
      names.currentBuild,
    ]);
  });

  test('whose next build fails keeps the image, and says why there is no other', () => {
    const world = new World({ nodes: two }).run();
    const before = world.status();
    world.behaviour = () => ({ kind: 'fail', exitCode: 65, log: 'nosuch: not found\nexit status 127\n' });
    world.editSpec({ containerFile: [{ containerfileArch: 'NoArch', content: 'RUN false' }] });
    world.run();
    const { name } = world.build();
    const why = `${name}: amd64 failed after 1 attempt: fetch ended with exit code 65: nosuch: not found`;
    expect(ofConfig(world)).toMatchObject({
      ImageReady: ['False', 'PlatformFailed', `${name} has failed; nodes keep the image before`],
      Degraded: ['True', 'PlatformFailed', why],
    });
    expect(world.status().currentImagePullSpec).toBe(before.currentImagePullSpec);
    expect(world.status().machineOSBuild).toEqual(before.machineOSBuild);
  });

  test('that cannot be built for says which reason, and keeps what there was', () => {
    const world = new World({ nodes: two }).run();
    const before = world.status().currentImagePullSpec;
    world.said = ({ kind }) => (kind === 'base' ? 'missing' : undefined);
    world.answers = {};
    world.run();
    const missing = [
      'BaseImageMissing',
      'the base image registry.example.com/base/os:10 is not in its registry',
    ];
    expect(ofConfig(world)).toMatchObject({
      Resolved: ['False', ...missing],
      Degraded: ['True', ...missing],
      ImageReady: ['False', 'NotBuilt', 'nothing is being built; nodes keep the image before'],
    });
    expect(world.status().currentImagePullSpec).toBe(before);
  });

  test('of no nodes is of no topology, of one architecture is homogeneous', () => {
    const world = new World().run();
    expect(world.status()).toMatchObject({ topology: 'Unknown', architectures: [] });
    expect(ofConfig(world).ArchitecturesDetected).toEqual([
      'False',
      'NoArchitectures',
      'the pool has no nodes; list its architectures in spec.architectures, or add a node',
    ]);
    world.addNode('a', 'amd64');
    expect(world.run().status().topology).toBe('Homogeneous');
    expect(world.status().multiArch).toBe(false);
  });

  test('whose image was changed says so until it is right again', () => {
    const world = new World({ nodes: two }).run();
    world.repository(target).tags.delete(world.build().name);
    world.assembly = () => ({ kind: 'hang' });
    world.after(3601);
    expect(ofConfig(world).ImageDrift).toEqual([
      'True',
      'Republishing',
      'the published image was changed or lost; it is put together again',
    ]);
    world.assembly = () => undefined;
    expect(ofConfig(world.run()).ImageDrift).toEqual(fine);
  });

  test('says of a condition since when it is so', () => {
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    world.behaviour = () => ({ kind: 'succeed' });
    world.after(90);
    const since = Object.fromEntries(
      (world.status().conditions ?? []).map((one) => [one.type, one.lastTransitionTime]),
    );
    expect(since).toMatchObject({
      ImageReady: '2026-11-21T10:01:30Z',
      Degraded: '2026-11-21T10:00:00Z',
      Resolved: '2026-11-21T10:00:00Z',
    });
  });

  test('says of a generation when it was seen', () => {
    const world = new World({ nodes: two }).run();
    world.editSpec({ containerFile: [] });
    expect(world.run().status().observedGeneration).toBe(2);
  });
});

describe('a pool', () => {
  const conditions = (world: World): readonly JsonObject[] =>
    (world.get('MachineConfigPool', 'edge').status as { conditions?: JsonObject[] } | undefined)
      ?.conditions ?? [];
  const pooled = () => new World({ nodes: two, pool: true });

  test('is told of what becomes of its image, beside what others tell it', () => {
    const world = pooled();
    const other = { type: 'Updated', status: 'True', reason: 'x' };
    world.edit('MachineConfigPool', 'edge', { status: { conditions: [other], machineCount: 2 } });
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const about = (status: string, reason: string, message: string) => ({
      type: 'ImageBuildDegraded',
      status,
      reason,
      message,
      lastTransitionTime: expect.any(String),
    });
    const { name } = world.build();
    expect(conditions(world)).toEqual([other, about('False', 'Building', name)]);
    world.behaviour = () => ({ kind: 'succeed' });
    world.after(60);
    expect(conditions(world)).toEqual([other, about('False', 'BuildSuccess', name)]);
    // that it is not degraded has not changed
    expect(conditions(world)[1]?.lastTransitionTime).toBe('2026-11-21T10:00:00Z');
    world.behaviour = () => ({ kind: 'fail', exitCode: 65 });
    world.editSpec({ containerFile: [{ containerfileArch: 'NoArch', content: 'RUN false' }] });
    world.run();
    const message = expect.stringContaining(`${world.build().name}: amd64 failed`);
    expect(conditions(world)).toEqual([other, about('True', 'BuildFailed', message)]);
    expect(conditions(world)[1]?.lastTransitionTime).toBe('2026-11-21T10:01:00Z');
    expect(world.get('MachineConfigPool', 'edge').status).toMatchObject({ machineCount: 2 });
  });

  test('of which nothing is known yet is told nothing', () => {
    const world = pooled();
    world.edit('MachineConfigPool', 'edge', { spec: { paused: true } });
    expect(conditions(world.run())).toEqual([]);
  });
});
