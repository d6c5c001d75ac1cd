import { afterEach, describe, expect, it } from 'vitest';
import { machineConfigGroup, names } from '../../../../layering/api/layering-names.ts';
import { World } from '../../../../layering/build-plan/simulated-world.test-support.ts';
import { buildKinds, configKinds } from '../../../../operator/layering/layering-kinds.ts';
import {
  demand,
  type LayeringTestCluster,
  put,
  type Ran,
  showWorld,
} from '../cluster/layering-cluster.test-support.ts';
import { type RetryOptions, runLayeringRebuild, runLayeringRetry } from './run-layering-retry.ts';

let shown: LayeringTestCluster | undefined;

afterEach(async () => {
  await shown?.stop();
  shown = undefined;
});

const two = { a1: 'amd64', b1: 'arm64' };
const configs = configKinds[machineConfigGroup];

async function show(world: World): Promise<LayeringTestCluster> {
  shown = await showWorld(world);
  return shown;
}

function failed(): World {
  const world = new World({ nodes: two });
  world.behaviour = (architecture, attempt) =>
    architecture === 'arm64'
      ? attempt > 1
        ? { kind: 'fail', exitCode: 65 }
        : { kind: 'fail' }
      : { kind: 'succeed' };
  world.through(600);
  return world;
}

async function annotations({ client }: LayeringTestCluster) {
  return (await demand(client.get(configs, { name: 'edge' }))).metadata.annotations ?? {};
}

/** In this process, with short pauses; `told` is called with each line on stderr. */
async function waitFor(
  run: typeof runLayeringRetry,
  options: RetryOptions,
  told: (line: string) => Promise<void>,
): Promise<Ran> {
  const ran = { code: 0, out: '', err: '' };
  const steps: Promise<void>[] = [];
  const io = {
    out: (text: string) => {
      ran.out += text;
    },
    err: (text: string) => {
      ran.err += text;
      steps.push(told(text));
    },
    read: async () => '',
    color: false,
  };
  ran.code = await run('edge', { kubeconfig: shown?.kubeconfig ?? '', ...options }, io, 10);
  await Promise.all(steps);
  return ran;
}

/** What the operator would do: the newest build of a world that went on. */
async function operate(world: World, phase?: string): Promise<void> {
  if (shown === undefined) return;
  const { object } = world.build();
  const status = phase === undefined ? object.status : { phase };
  const resource = buildKinds[machineConfigGroup];
  const found = await shown.client.get(resource, object.metadata);
  if (!found.ok) {
    await put(shown.client, resource, JSON.parse(JSON.stringify({ ...object, status })), new Map());
    return;
  }
  const body = JSON.parse(JSON.stringify({ status }));
  await demand(shown.client.patchStatus(resource, object.metadata, { type: 'merge', body }));
}

describe('layering retry', () => {
  it('asks for what has failed, and says what will be built and what used again', async () => {
    const world = failed();
    const cluster = await show(world);
    const { code, out, err } = await cluster.run(['retry', 'edge', '--arch', 'arm64', '-o', 'json']);
    expect([code, err]).toEqual([
      0,
      `archipelago: edge: asked for a retry of ${world.build().name}: arm64 will be built, amd64 used again\n`,
    ]);
    expect(JSON.parse(out)).toEqual({
      name: 'edge',
      request: 'retry',
      architectures: 'arm64',
      builds: ['arm64'],
      reuses: ['amd64'],
    });
    expect(await annotations(cluster)).toMatchObject({ [names.retry]: 'arm64' });
    await cluster.run(['retry', 'edge']);
    expect(await annotations(cluster)).toMatchObject({ [names.retry]: 'all' });
  });

  it('says why there is nothing to retry, and writes nothing', async () => {
    const bad = await show(failed());
    const there = await bad.run(['retry', 'edge', '--arch', 'amd64']);
    expect([there.code, there.err]).toEqual([1, expect.stringContaining('amd64 has its image in edge-')]);
    await bad.stop();
    const good = await show(new World({ nodes: two }).run());
    const done = await good.run(['retry', 'edge']);
    expect([done.code, done.out]).toEqual([1, '']);
    expect(done.err).toMatch(
      /has succeeded, there is nothing to retry; to build again: archipelago layering rebuild edge/,
    );
    expect(await annotations(good)).not.toHaveProperty([names.retry]);
    await good.stop();
    const world = new World({ nodes: two });
    world.behaviour = () => ({ kind: 'hang' });
    const busy = await (await show(world.run())).run(['retry', 'edge']);
    expect([busy.code, busy.err]).toEqual([1, expect.stringMatching(/is still Building, there is nothing/)]);
    await shown?.stop();
    const fresh = await (await show(new World({ nodes: two }))).run(['retry', 'edge']);
    expect([fresh.code, fresh.err]).toEqual([1, expect.stringContaining('there is no build to retry')]);
  });

  it('waits for the end, telling each change, and ends with 0 when the build has succeeded', async () => {
    const world = failed();
    await show(world);
    world.behaviour = () => ({ kind: 'succeed' });
    world.annotate({ [names.retry]: 'all' });
    world.run();
    const ran = await waitFor(runLayeringRetry, { wait: true }, async (line) => {
      if (line.includes('asked for')) await operate(world, 'Building');
      if (line.includes(': Building')) await operate(world);
    });
    expect(ran.code).toBe(0);
    const { name } = world.build();
    expect(ran.err.split('\n').slice(1)).toEqual([
      `archipelago: ${name}: Building`,
      `archipelago: ${name}: Succeeded: published and verified`,
      '',
    ]);
    expect(ran.out).toBe(`${name} Succeeded: ${world.build().status.index?.pullSpec}\n`);
  });

  it('ends with 1 when it fails again, or nothing begins in time', async () => {
    const world = failed();
    await show(world);
    const early = await waitFor(runLayeringRetry, { wait: 'begin', timeout: '50ms' }, async () => {});
    expect([early.code, early.out]).toEqual([1, 'no build has begun within 0 s\n']);
    world.annotate({ [names.retry]: 'all' });
    world.through(600);
    const ran = await waitFor(runLayeringRetry, { wait: 'end', output: 'json' }, async (line) => {
      if (line.includes('asked for')) await operate(world);
    });
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ build: world.build().name, phase: 'Failed' });
  });
});

describe('layering rebuild', () => {
  it('asks for all or some although nothing has changed, and waits until it begins', async () => {
    const world = new World({ nodes: two }).run();
    const cluster = await show(world);
    const all = await cluster.run(['rebuild', 'edge']);
    expect(all).toEqual({
      code: 0,
      out: '',
      err: 'archipelago: edge: asked for a rebuild of edge: amd64, arm64 will be built\n',
    });
    expect(await annotations(cluster)).toMatchObject({ [names.rebuild]: 'all' });
    world.annotate({ [names.rebuild]: 'arm64' });
    world.run();
    const some = await waitFor(
      runLayeringRebuild,
      { arch: ['arm64', 'arm64'], wait: 'begin' },
      async (line) => {
        if (line.includes('asked for')) await operate(world, 'Building');
      },
    );
    expect([some.code, some.out]).toEqual([0, `${world.build().name} Building\n`]);
    expect(some.err).toContain('arm64 will be built, amd64 used again\n');
    expect(await annotations(cluster)).toMatchObject({ [names.rebuild]: 'arm64' });
  });

  it('says what stands in the way', async () => {
    const world = new World({ nodes: two, pool: true }).run();
    world.edit('MachineConfigPool', 'edge', { spec: { paused: true } });
    const { code, err } = await (await show(world.run())).run(['rebuild', 'edge']);
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('; not before this is over: the pool edge is paused'),
    ]);
  });
});

it.each<readonly [string, readonly string[], string]>([
  ['an architecture that is none', ['--arch', 'x86_64'], '--arch x86_64: is none of amd64'],
  ['one that the config is not for', ['--arch', 's390x'], '--arch s390x: edge is built for amd64'],
  ['an event that is none', ['--wait=soon'], 'soon'],
  ['a time that is none', ['--timeout', 'soon'], '--timeout "soon": must be a duration'],
  ['a config that is not there', [], 'there is no MachineOSConfig gone'],
])('retry and rebuild refuse %s as a mistake of use', async (_, argv, says) => {
  const cluster = await show(new World({ nodes: { a1: 'amd64' } }).run());
  for (const command of ['retry', 'rebuild']) {
    const name = argv.length === 0 ? 'gone' : 'edge';
    const { code, out, err } = await cluster.run([command, name, ...argv]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
  }
  expect(await annotations(cluster)).not.toHaveProperty([names.rebuild]);
});
