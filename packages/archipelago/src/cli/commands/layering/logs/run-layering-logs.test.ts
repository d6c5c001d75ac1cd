import type { KubernetesObject } from '@archipelago/apimachinery';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../../../../../test/support/until.ts';
import { machineConfigGroup } from '../../../../layering/api/layering-names.ts';
import { namespace, World } from '../../../../layering/build-plan/simulated-world.test-support.ts';
import { buildKinds, configKinds, layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import {
  demand,
  type LayeringTestCluster,
  put,
  showWorld,
} from '../cluster/layering-cluster.test-support.ts';
import { runLayeringLogs } from './run-layering-logs.ts';
import { writeLines } from './write-lines.ts';

let shown: LayeringTestCluster | undefined;

afterEach(async () => {
  await shown?.stop();
  shown = undefined;
});

const two = { a1: 'amd64', b1: 'arm64' };

async function show(world: World): Promise<LayeringTestCluster> {
  shown = await showWorld(world);
  return shown;
}

async function podOf({ client }: LayeringTestCluster, part: string): Promise<KubernetesObject> {
  const { items } = await demand(client.list(layeringKinds.pods));
  const found = items.find(({ metadata }) => metadata.name.includes(part));
  if (found === undefined) throw new Error(`no pod with ${part}`);
  return found;
}

async function say(cluster: LayeringTestCluster, part: string, text: string, container = 'build') {
  const { metadata } = await podOf(cluster, part);
  cluster.cluster.logs.write(metadata.uid ?? '', container, text);
}

/** Builds hang; arm64 failed once before. */
function building(): World {
  const world = new World({ nodes: two });
  world.behaviour = (architecture, attempt) =>
    architecture === 'arm64' && attempt === 1 ? { kind: 'fail' } : { kind: 'hang' };
  world.through(120);
  return world;
}

describe('layering logs', () => {
  it('prints the newest job of an architecture, the one before, and so many lines', async () => {
    const cluster = await show(building());
    await say(cluster, 'arm64-2', 'STEP 1\nSTEP 2\nSTEP 3\n');
    const first = (await podOf(cluster, 'arm64')).metadata.name.replace(/-2$/, '');
    const old = await podOf(cluster, first);
    cluster.cluster.logs.write(old.metadata.uid ?? '', 'build', 'no space left\n');
    const newest = await cluster.run(['logs', 'edge', '--arch', 'arm64', '--tail', '2']);
    expect(newest).toEqual({ code: 0, out: 'STEP 2\nSTEP 3\n', err: '' });
    const before = await cluster.run(['logs', 'edge', '--arch', 'arm64', '--previous']);
    expect(before).toEqual({ code: 0, out: 'no space left\n', err: '' });
    const named = await cluster.run(['logs', 'edge', '--job', first]);
    expect(named.out).toBe('no space left\n');
    const none = await cluster.run(['logs', 'edge', '--arch', 'amd64', '--previous']);
    expect(none).toEqual({
      code: 1,
      out: '',
      err: 'archipelago: edge: there is no job before the newest for amd64\n',
    });
  });

  it('prints all of them with their architecture when none is chosen', async () => {
    const cluster = await show(building());
    await say(cluster, 'amd64', 'one\ntwo');
    await say(cluster, 'arm64-2', 'three\n');
    const { code, out, err } = await cluster.run(['logs', 'edge']);
    expect([code, out, err]).toEqual([0, 'amd64: one\namd64: two\narm64: three\n', '']);
  });

  it('reads the assembly in its own container', async () => {
    const world = new World({ nodes: two });
    world.assembly = () => ({ kind: 'hang' });
    const cluster = await show(world.run());
    const pod = await podOf(cluster, 'a-edge');
    cluster.cluster.logs.write(pod.metadata.uid ?? '', 'assemble', 'copied\n');
    expect(await cluster.run(['logs', 'edge', '--assembly'])).toEqual({ code: 0, out: 'copied\n', err: '' });
  });

  it('follows until the container ends, and waits for one that has not begun', async () => {
    const cluster = await show(building());
    const { metadata } = await podOf(cluster, 'amd64');
    const uid = metadata.uid ?? '';
    const { logs } = cluster.cluster;
    const waiting = { name: 'build', state: { waiting: { reason: 'PodInitializing' } } };
    const body = { status: { initContainerStatuses: [waiting] } };
    await demand(cluster.client.patchStatus(layeringKinds.pods, metadata, { type: 'merge', body }));
    const without = await cluster.run(['logs', 'edge', '--arch', 'amd64']);
    expect([without.code, without.err]).toEqual([
      1,
      expect.stringMatching(/waiting to start: PodInitializing; -f waits for it\n$/),
    ]);
    let out = '';
    const io = {
      out: (text: string) => {
        out += text;
      },
      err: () => {},
      read: async () => '',
      color: false,
    };
    const options = { kubeconfig: cluster.kubeconfig, arch: 'amd64', follow: true };
    const looked = vi.spyOn(logs, 'read');
    const followed = runLayeringLogs('edge', options, io, 10);
    await until(() => looked.mock.calls.length > 1);
    logs.write(uid, 'build', 'late ');
    await until(() => out !== '');
    logs.write(uid, 'build', '€\n');
    logs.end(uid, 'build');
    expect(await followed).toBe(0);
    expect(out).toBe('late €\n');
  });

  function listening() {
    const said = { out: '', err: '' };
    const io = {
      out: (text: string) => {
        said.out += text;
      },
      err: (text: string) => {
        said.err += text;
      },
      read: async () => '',
      color: false,
    };
    return { said, io };
  }

  it('followed right after apply, waits for the build and says for what', async () => {
    const world = new World({ nodes: { a1: 'amd64' } });
    world.behaviour = () => ({ kind: 'hang' });
    const cluster = await show(world);
    const { said, io } = listening();
    const options = { kubeconfig: cluster.kubeconfig, arch: 'amd64', follow: true };
    const followed = runLayeringLogs('edge', options, io, 10);
    await until(() => said.err.includes('waiting: there is no build yet'));
    world.through(120);
    const body = { status: { observedGeneration: 1 } };
    const edge = { name: 'edge' };
    await demand(cluster.client.patchStatus(configKinds[machineConfigGroup], edge, { type: 'merge', body }));
    const { items } = await demand(cluster.client.list(configKinds[machineConfigGroup]));
    const uids = new Map([
      [world.get('MachineOSConfig', 'edge').metadata.uid ?? '', items[0]?.metadata.uid ?? ''],
    ]);
    await put(
      cluster.client,
      buildKinds[machineConfigGroup],
      world.get('MachineOSBuild', world.build().name),
      uids,
    );
    await until(() => said.err.includes('waiting: there is no job for amd64'), { tell: () => said });
    for (const job of world.all('Job')) await put(cluster.client, layeringKinds.jobs, job, uids);
    await until(() => said.err.includes('it has no pod yet'), { tell: () => said });
    for (const pod of world.all('Pod')) await put(cluster.client, layeringKinds.pods, pod, uids);
    const pod = await podOf(cluster, 'amd64');
    const { logs } = cluster.cluster;
    logs.write(pod.metadata.uid ?? '', 'build', 'STEP 1\n');
    logs.end(pod.metadata.uid ?? '', 'build');
    expect([await followed, said.out]).toEqual([0, 'STEP 1\n']);
    expect(said.err.match(/there is no build yet/g)).toHaveLength(1);
  });

  it('followed, gives up in time, and at once where the config is refused or gone', async () => {
    const cluster = await show(new World({ nodes: { a1: 'amd64' } }));
    const late = await cluster.run(['logs', 'edge', '-f', '--timeout', '1ms']);
    expect(late).toMatchObject({ code: 1, out: '' });
    expect(late.err).toBe('archipelago: edge: nothing to follow in time; there is no build yet\n');
    const { said, io } = listening();
    const gone = runLayeringLogs('edge', { kubeconfig: cluster.kubeconfig, follow: true }, io, 10);
    await until(() => said.err.includes('waiting: there is no build yet'));
    await demand(cluster.client.delete(configKinds[machineConfigGroup], { name: 'edge' }));
    await expect(gone).rejects.toThrow('MachineOSConfig edge was deleted while its build was waited for');
    await cluster.stop();

    const failing = new World({ nodes: { a1: 'amd64' } });
    failing.said = ({ kind }) => (kind === 'base' ? 'missing' : undefined);
    const refused = await (await show(failing.run())).run(['logs', 'edge', '-f']);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^archipelago: edge: there is no build yet: .*is not in its registry/);
  });

  it('followed right after a change, prints nothing of the build before', async () => {
    const cluster = await show(building());
    await say(cluster, 'amd64', 'of before\n');
    const spec = { containerFile: [{ containerfileArch: 'NoArch', content: 'RUN true' }] };
    const config = configKinds[machineConfigGroup];
    await demand(cluster.client.patch(config, { name: 'edge' }, { type: 'merge', body: { spec } }));
    const { code, out, err } = await cluster.run(['logs', 'edge', '-f', '--timeout', '1ms']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('nothing to follow in time; the operator has not looked at the change yet');
    expect((await cluster.run(['logs', 'edge', '--arch', 'amd64'])).out).toBe('of before\n');
  });

  it('says why there is none: reused, waiting, no build, pod gone', async () => {
    const world = new World({ nodes: { a1: 'amd64' } }).run();
    world.addNode('b1', 'arm64', { ready: false });
    world.through(900);
    const cluster = await show(world);
    const reused = await cluster.run(['logs', 'edge', '--arch', 'amd64']);
    expect(reused).toMatchObject({ code: 1, out: '' });
    expect(reused.err).toMatch(
      /there is no job for amd64: edge-\w+ is WaitingForNodes, amd64 is Reused from edge-/,
    );
    const waits = await cluster.run(['logs', 'edge', '--arch', 'arm64']);
    expect(waits.err).toMatch(/arm64 is WaitingForNode: no linux\/arm64 node takes builds: b1 is not ready/);
    const foreign = await cluster.run(['logs', 'edge', '--arch', 's390x']);
    expect(foreign.err).toMatch(/there is no job for s390x: .*, and is for amd64, arm64\n$/);
    expect((await cluster.run(['logs', 'edge', '--job', 'x'])).err).toContain(
      'there is no job x of the config',
    );
    await cluster.stop();

    const paused = new World({ nodes: { a1: 'amd64' }, pool: true });
    paused.edit('MachineConfigPool', 'edge', { spec: { paused: true } });
    const none = await (await show(paused.run())).run(['logs', 'edge']);
    expect(none.err).toMatch(/edge: there is no build yet: the pool edge is paused/);
    await shown?.stop();

    const gone = await show(building());
    const pod = await podOf(gone, 'amd64');
    await demand(gone.client.delete(layeringKinds.pods, pod.metadata, { gracePeriodSeconds: 0 }));
    const log = await gone.run(['logs', 'edge', '--arch', 'amd64', '--layering-namespace', namespace]);
    expect([log.code, log.err]).toEqual([1, expect.stringMatching(/it has no pod yet; -f waits for it\n$/)]);
  });

  it('of pods and jobs that are gone prints what was kept, and says so', async () => {
    const world = new World({ nodes: two, spec: { build: { attempts: 2 } } });
    world.behaviour = () => ({ kind: 'fail' });
    world.log = ({ pod }) => ({ askedAt: world.now, state: 'log', text: `of ${pod}\n\u001b[2Jend\n` });
    const cluster = await show(world.through(600));
    const name = (await podOf(cluster, 'arm64-2')).metadata.name;
    const live = await cluster.run(['logs', 'edge', '--arch', 'arm64']);
    expect(live.err).not.toContain('kept');
    const { items } = await demand(cluster.client.list(layeringKinds.pods));
    for (const { metadata } of items)
      await demand(cluster.client.delete(layeringKinds.pods, metadata, { gracePeriodSeconds: 0 }));
    const kept = await cluster.run(['logs', 'edge', '--arch', 'arm64', '--layering-namespace', namespace]);
    const says = `its pod is gone; this is what was kept of the log of its container build`;
    expect(kept).toEqual({
      code: 0,
      out: `of ${name}\n\\u001b[2Jend\n`,
      err: `archipelago: ${name}: ${says}\n`,
    });
    const last = await cluster.run([
      'logs',
      'edge',
      '--arch',
      'arm64',
      '--layering-namespace',
      namespace,
      '--tail',
      '1',
      '-f',
    ]);
    expect([last.code, last.out]).toEqual([0, '\\u001b[2Jend\n']);
    const jobs = await demand(cluster.client.list(layeringKinds.jobs));
    for (const { metadata } of jobs.items)
      await demand(cluster.client.delete(layeringKinds.jobs, metadata, { propagation: 'Background' }));
    const before = await cluster.run([
      'logs',
      'edge',
      '--arch',
      'arm64',
      '--previous',
      '--layering-namespace',
      namespace,
    ]);
    expect([before.code, before.out]).toEqual([0, `of ${name.replace(/-2$/, '')}\n\\u001b[2Jend\n`]);
    const all = await cluster.run(['logs', 'edge', '--layering-namespace', namespace]);
    expect(all.out.match(/^(?:amd64|arm64): of /gm)).toHaveLength(2);
  });

  it.each<readonly [string, readonly string[], string]>([
    ['no config', [], "missing required argument 'config'"],
    ['a config that is not there', ['gone'], 'there is no MachineOSConfig gone; there are edge'],
    ['an architecture that is none', ['edge', '--arch', 'x86_64'], 'x86_64: is none of amd64, arm64'],
    ['two choices', ['edge', '--arch', 'amd64', '--assembly'], '--arch and --assembly: choose'],
    ['the job before a job', ['edge', '--job', 'x', '--previous'], '--previous: --job names'],
    ['lines that are no number', ['edge', '--tail', '-1'], '--tail -1: write how many'],
    ['lines without end', ['edge', '--tail', '9'.repeat(100_000)], '--tail 999'],
    ['a path for a name', ['../../secrets'], 'there is no MachineOSConfig ../../secrets'],
  ])('refuses %s as a mistake of use', async (_, argv, says) => {
    const cluster = await show(new World({ nodes: { a1: 'amd64' } }));
    const { code, out, err } = await cluster.run(['logs', ...argv]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err.length).toBeLessThan(1_000);
  });
});

describe('lines with a prefix', () => {
  async function lines(chunks: readonly string[], prefix: string): Promise<string> {
    let out = '';
    const io = {
      out: (text: string) => {
        out += text;
      },
    };
    await writeLines(
      (async function* () {
        yield* chunks;
      })(),
      prefix,
      io,
    );
    return out;
  }

  it('are ended, however they come, and one that never ends is not kept', async () => {
    expect(await lines(['a', 'b\nc', '\n', 'd'], 'x: ')).toBe('x: ab\nx: c\nx: d\n');
    expect(await lines(['a', 'b\nc'], '')).toBe('ab\nc');
    expect(
      (
        await lines(
          Array.from({ length: 70 }, () => 'y'.repeat(1024)),
          '',
        )
      ).length,
    ).toBe(70 * 1024);
    expect(
      (
        await lines(
          Array.from({ length: 70 }, () => 'y'.repeat(1024)),
          'x: ',
        )
      ).split('\n').length,
    ).toBe(3);
  });
});
