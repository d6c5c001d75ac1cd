import { afterEach, describe, expect, it } from 'vitest';
import { machineConfigGroup, ownGroup } from '../../../../layering/api/layering-names.ts';
import { namespace, World } from '../../../../layering/build-plan/simulated-world.test-support.ts';
import { configKinds, layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import {
  demand,
  emptyLayeringCluster,
  type LayeringTestCluster,
  showWorld,
} from '../cluster/layering-cluster.test-support.ts';

let shown: LayeringTestCluster | undefined;

afterEach(async () => {
  await shown?.stop();
  shown = undefined;
});

const three = { a1: 'amd64', a2: 'amd64', b1: 'arm64', z1: 's390x' };

async function statusOf(world: World) {
  shown = await showWorld(world);
  const { code, out, err } = await shown.run(['status', '-o', 'json']);
  expect(err).toBe('');
  const [config] = JSON.parse(out).configs;
  const text = await shown.run(['status', 'edge']);
  expect(text.code).toBe(code);
  expect(text.out).not.toContain('\u001b');
  return { code, config, text: text.out };
}

/** Nodes run what a config's image has for them. */
function rollOut(world: World, only = (_name: string) => true): void {
  const { currentImagePullSpec: image = '' } = world.status();
  for (const { metadata } of world.all('Node'))
    if (only(metadata.name))
      world.edit('Node', metadata.name, {
        metadata: { annotations: { [`${machineConfigGroup}/currentImage`]: image } },
      });
}

describe('layering status', () => {
  it('tells platforms, nodes and image of a build that has succeeded, and that nodes wait for it', async () => {
    const world = new World({ nodes: three, pool: true }).run();
    const { code, config, text } = await statusOf(world);
    expect(code).toBe(1);
    const build = world.build();
    expect(config).toMatchObject({
      name: 'edge',
      group: machineConfigGroup,
      pool: 'edge',
      state: 'rolling',
      image: {
        pullSpec: build.status.index?.pullSpec,
        digest: build.status.index?.digest,
        build: build.name,
        multiArch: true,
      },
      build: { name: build.name, phase: 'Succeeded', cause: 'Wanted', failedChecks: [] },
      conditions: [{ type: 'NodesUpdated', status: 'False', reason: 'RolloutOff' }],
      findings: [],
    });
    expect(Object.keys(config.image.children)).toEqual(['amd64', 'arm64', 's390x']);
    const amd64 = world.platform('amd64');
    expect(config.build.platforms[0]).toEqual({
      architecture: 'amd64',
      state: 'Succeeded',
      attempts: 1,
      job: amd64?.job?.name,
      node: 'a1',
      digest: amd64?.image?.digest,
      since: '2026-11-21T10:00:00Z',
    });
    const counts = { UpToDate: 0, Outdated: 2, NoImageForArchitecture: 0, Unknown: 0 };
    expect(config.architectures[0]).toMatchObject({ name: 'amd64', source: 'Nodes', counts });
    expect(text).toMatch(/^edge: rolling\n {2}group {2}machine/);
    expect(text).toMatch(/^ {2}amd64 +Succeeded +1 +b-edge-\w+-amd64 +a1 +[0-9a-f]{12} +\d+[hd]$/m);
  });

  it('ends with 0 when every node has its image', async () => {
    const world = new World({ nodes: three }).run();
    rollOut(world);
    const { code, config } = await statusOf(world.run());
    expect([code, config.state, config.nodeSelector]).toEqual([0, 'fine', { pool: 'edge' }]);
  });

  it('says from which build an image is used again, and which nodes need nothing', async () => {
    const world = new World({ nodes: { a1: 'amd64' } }).run();
    const first = world.build().name;
    rollOut(world);
    world.addNode('b1', 'arm64');
    const { code, config, text } = await statusOf(world.run());
    expect([code, config.state]).toEqual([1, 'rolling']);
    expect(config.build.platforms).toMatchObject([
      { architecture: 'amd64', state: 'Reused', reusedFrom: first, attempts: 0 },
      { architecture: 'arm64', state: 'Succeeded', attempts: 1 },
    ]);
    expect(config.architectures).toMatchObject([
      { name: 'amd64', nodes: [{ name: 'a1', state: 'UpToDate' }] },
      { name: 'arm64', nodes: [{ name: 'b1', state: 'Outdated' }] },
    ]);
    expect(text).toMatch(new RegExp(`amd64 +Reused +${first} +0 `));
  });

  it('tells what runs, what has been tried, and that nothing has failed yet', async () => {
    const world = new World({ nodes: three });
    world.behaviour = (architecture, attempt) =>
      architecture === 'arm64' ? (attempt === 1 ? { kind: 'fail' } : { kind: 'hang' }) : { kind: 'succeed' };
    world.through(120);
    const { code, config } = await statusOf(world);
    expect([code, config.state, config.build.phase]).toEqual([1, 'building', 'Building']);
    expect(config.build.platforms[1]).toMatchObject({ state: 'Running', attempts: 2, node: 'b1' });
    expect(config.conditions).toMatchObject([{ type: 'ImageReady', status: 'False', reason: 'Building' }]);
  });

  it('names the architecture that failed, and what to do', async () => {
    const world = new World({ nodes: three });
    world.behaviour = (architecture) =>
      architecture === 'arm64'
        ? { kind: 'fail', exitCode: 65, log: 'STEP 1\nError: Unable to find a match: x\nexit status 1\n' }
        : { kind: 'succeed' };
    const { code, config, text } = await statusOf(world.through(600));
    expect([code, config.state, config.build.phase]).toEqual([1, 'failed', 'Failed']);
    expect(config.build.reason).toBe('PlatformFailed');
    const fix = expect.stringContaining('archipelago layering retry edge');
    expect(config.conditions).toContainEqual(expect.objectContaining({ type: 'Degraded', fix }));
    expect(text).toMatch(
      / ago: arm64 failed after 1 attempt: fetch ended with exit code 65: Error: Unable to find a match: x\n/,
    );
    expect(text).toContain('\n  Degraded is True (PlatformFailed)\n');
    expect(text.match(/Unable to find/g)).toHaveLength(1);
    expect(text.match(/fix: look at archipelago layering logs edge/g)).toHaveLength(1);
  });

  it('names nodes that are held, and pools that stand in the way', async () => {
    const world = new World({ nodes: { a1: 'amd64' }, pool: true }).run();
    rollOut(world);
    world.addNode('r1', 'riscv64');
    const riscv = await statusOf(world.run());
    expect([riscv.code, riscv.config.state]).toEqual([1, 'held']);
    expect(riscv.text).toContain('  held: r1: there is no image for riscv64\n');
    expect(riscv.config.findings).toMatchObject([{ level: 'warning', reason: 'UnsupportedArchitecture' }]);
    await shown?.stop();
    world.removeNode('r1');
    world.edit('MachineConfigPool', 'edge', { spec: { paused: true } });
    const paused = await statusOf(world.run());
    expect([paused.code, paused.config.state]).toEqual([1, 'held']);
    expect(paused.text).toContain('    fix: set spec.paused of the MachineConfigPool to false\n');
  });

  it('says that the operator has not looked, and that a config is none', async () => {
    const world = new World({ nodes: { a1: 'amd64' } });
    const { code, config, text } = await statusOf(world);
    expect([code, config.state, config.build, config.image]).toEqual([1, 'building', undefined, undefined]);
    expect(text).toContain('generation 1 of the config yet (NotObserved)\n    fix: wait; ');
    expect(text).toContain('  image  none yet\n');
  });

  it('shows configs of both groups, and none of another controller', async () => {
    const world = new World({ nodes: { a1: 'amd64' } });
    shown = await emptyLayeringCluster([ownGroup, machineConfigGroup]);
    for (const group of [ownGroup, machineConfigGroup] as const) {
      const { metadata, spec } = world.get('MachineOSConfig', 'edge');
      const object = {
        apiVersion: `${group}/v1`,
        kind: 'MachineOSConfig',
        metadata: { name: metadata.name },
        spec,
      };
      await demand(shown.client.create(configKinds[group], object));
    }
    const both = await shown.run(['status', '-o', 'json']);
    expect(JSON.parse(both.out).configs.map(({ group }: { group: string }) => group)).toEqual([
      ownGroup,
      machineConfigGroup,
    ]);
    const name = `machineosconfig.${ownGroup}/edge`;
    const named = await shown.run(['status', name, 'edge', '-o', 'name']);
    expect(named.out).toBe(`${name}\nmachineosconfig.${machineConfigGroup}/edge\n`);
    expect((await shown.run(['status', name, '-o', 'name'])).out).toBe(`${name}\n`);
    expect((await shown.run(['status', '-l', 'team=x', '-o', 'name'])).out).toBe('');
    expect((await shown.run(['status', '-o', 'wide'])).out).toContain(`  group  ${ownGroup}\n`);
    expect((await shown.run(['status'])).out).toMatch(/^ {2}CONFIG +STATE +ARCH +IMAGE +AGE +NODES\n/);
    const body = { metadata: { labels: { 'app.kubernetes.io/part-of': 'another' } } };
    const definition = {
      group: 'apiextensions.k8s.io',
      version: 'v1',
      plural: 'customresourcedefinitions',
      kind: 'CustomResourceDefinition',
      namespaced: false,
    };
    await demand(
      shown.client.patch(
        definition,
        { name: `machineosconfigs.${machineConfigGroup}` },
        { type: 'merge', body },
      ),
    );
    const one = await shown.run(['status', '-o', 'json']);
    expect(JSON.parse(one.out).configs).toMatchObject([{ group: ownGroup }]);
  });

  it('tells a cluster without configs from one without the kinds', async () => {
    shown = await emptyLayeringCluster();
    expect(await shown.run(['status'])).toEqual({
      code: 0,
      out: 'there is no MachineOSConfig in this cluster\n',
      err: '',
    });
    await shown.stop();
    shown = await emptyLayeringCluster([]);
    const { code, err } = await shown.run(['status']);
    expect([code, err]).toEqual([2, expect.stringContaining('archipelago manifests')]);
  });

  it.each<readonly [string, readonly string[], string]>([
    ['a config that is not there', ['missing'], 'there is no MachineOSConfig missing; there are none'],
    ['a huge name', ['x'.repeat(100_000)], 'there is no MachineOSConfig xxx'],
    ['a trap', ['__proto__'], 'there is no MachineOSConfig __proto__'],
    ['two names', ['a', 'b'], 'there is no MachineOSConfig a; there are none'],
    ['names and labels', ['a', '-l', 'b'], '--selector b: goes with no names'],
    ['a selector that is none', ['-l', 'a in'], '--selector "a in": '],
    ['a format that is none', ['-o', 'xml'], 'Allowed choices are wide, name, yaml, json.'],
  ])('refuses %s as a mistake of use', async (_, argv, says) => {
    shown = await emptyLayeringCluster();
    const { code, out, err } = await shown.run(['status', ...argv]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err.length).toBeLessThan(1_000);
  });

  it('ends with 3 where nobody serves', async () => {
    shown = await emptyLayeringCluster();
    await shown.cluster.stop();
    const { code, out, err } = await shown.run(['status']);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain(shown.cluster.url);
  });

  it('wants a namespace where jobs run in two', async () => {
    const world = new World({ nodes: { a1: 'amd64' } });
    world.behaviour = () => ({ kind: 'hang' });
    shown = await showWorld(world.run());
    const [job] = await demand(shown.client.list(layeringKinds.jobs)).then(({ items }) => items);
    if (job === undefined) throw new Error('there is no job');
    const { uid: _, resourceVersion: __, ...metadata } = job.metadata;
    const copy = { ...job, metadata: { ...metadata, namespace: 'default' } };
    await demand(shown.client.create(layeringKinds.jobs, copy));
    const { code, err } = await shown.run(['status']);
    expect([code, err]).toEqual([2, expect.stringContaining(`default and ${namespace}`)]);
    expect((await shown.run(['status', '--layering-namespace', namespace])).code).toBe(1);
  });
});
