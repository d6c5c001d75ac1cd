import { createServer } from 'node:net';
import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { afterEach, describe, expect, it } from 'vitest';
import { machineConfigGroup, names } from '../../../../layering/api/layering-names.ts';
import { namespace, World } from '../../../../layering/build-plan/simulated-world.test-support.ts';
import { configKinds, layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import {
  demand,
  type LayeringTestCluster,
  showWorld,
} from '../../layering/cluster/layering-cluster.test-support.ts';
import { consoleAsks } from '../console-asks.ts';

let shown: LayeringTestCluster | undefined;

afterEach(async () => {
  await shown?.stop();
  shown = undefined;
});

const io: Io = { out: () => undefined, err: () => undefined, read: async () => '', color: false };

async function show(world: World): Promise<LayeringTestCluster> {
  shown = await showWorld(world);
  return shown;
}

function asksOf(options: Partial<LayeringClusterOptions> = {}) {
  return consoleAsks({ kubeconfig: shown?.kubeconfig ?? '', layeringNamespace: namespace, ...options }, io);
}

async function ask(name: string, body: JsonObject): Promise<JsonObject> {
  return (await asksOf().get(name)?.answer(body)) ?? {};
}

/** arm64 has failed for good, after amd64 was done. */
function failed(): World {
  const world = new World({ nodes: { a1: 'amd64', b1: 'arm64' } });
  world.behaviour = (architecture, attempt) => {
    if (architecture === 'amd64') return { kind: 'succeed' };
    return attempt > 1 ? { kind: 'fail', exitCode: 65 } : { kind: 'fail' };
  };
  world.through(600);
  return world;
}

async function annotations(): Promise<Readonly<Record<string, string>>> {
  const found = shown?.client.get(configKinds[machineConfigGroup], { name: 'edge' });
  return found === undefined ? {} : ((await demand(found)).metadata.annotations ?? {});
}

const retry = { config: 'edge', request: 'retry', architectures: ['arm64'] };

describe('a build that is asked for', () => {
  it('is shown and tried first, and asked for once it was seen', async () => {
    await show(failed());
    const shown = await ask('ask-for-build', retry);
    expect(shown).toMatchObject({
      writes: [
        {
          verb: 'change',
          object: 'MachineOSConfig edge',
          fields: [{ field: `metadata.annotations['${names.retry}']`, after: 'arm64' }],
        },
      ],
      server: [],
      refused: [],
      effects: ['arm64 will be built, amd64 used again'],
    });
    expect(await annotations()).not.toHaveProperty(names.retry);
    const write = textAt(shown, 'fingerprint');
    expect(await ask('ask-for-build', { ...retry, write })).toMatchObject({ outcome: { kind: 'done' } });
    expect(await annotations()).toMatchObject({ [names.retry]: 'arm64' });
  });

  it('is not, where something else would follow by now, or nothing', async () => {
    await show(failed());
    const other = await ask('ask-for-build', { ...retry, request: 'rebuild' });
    const write = textAt(other, 'fingerprint');
    expect(await ask('ask-for-build', { ...retry, write })).toMatchObject({ outcome: { kind: 'changed' } });
    expect(await ask('ask-for-build', { ...retry, architectures: ['amd64'] })).toMatchObject({
      writes: [],
      refused: [expect.stringContaining('amd64 has its image')],
    });
    expect(await annotations()).not.toHaveProperty(names.retry);
  });

  it('of who may only look is refused, in the words of the cluster', async () => {
    const { cluster, client } = await show(failed());
    const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: false } as const;
    const apiVersion = `${rbac.group}/v1`;
    const metadata = { name: 'looks' };
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
    const roleRef = { apiGroup: rbac.group, kind: 'ClusterRole', name: 'looks' };
    const subjects = [{ apiGroup: rbac.group, kind: 'User', name: 'joe' }];
    const [roles, bindings] = [
      { ...rbac, plural: 'clusterroles', kind: 'ClusterRole' },
      { ...rbac, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' },
    ];
    await demand(client.create(roles, { apiVersion, kind: roles.kind, metadata, rules }));
    await demand(client.create(bindings, { apiVersion, kind: bindings.kind, metadata, roleRef, subjects }));
    const token = cluster.addUser({ name: 'joe', groups: [] });
    const login = { token, refused: () => undefined, registries: {} };
    const asJoe = async (body: JsonObject) =>
      (await asksOf({ login }).get('ask-for-build')?.answer(body)) ?? {};
    const shown = await asJoe(retry);
    const server = [{ isForbidden: true, message: expect.stringContaining('"joe" cannot patch') }];
    expect(shown).toMatchObject({ server });
    const write = textAt(shown, 'fingerprint');
    expect(await asJoe({ ...retry, write })).toMatchObject({ server, outcome: { kind: 'refused' } });
    expect(await annotations()).not.toHaveProperty(names.retry);
  });

  it.each<[string, JsonObject, string]>([
    ['a config that there is not', { ...retry, config: 'gone' }, 'there is no MachineOSConfig gone'],
    ['an architecture that is none', { ...retry, architectures: ['x86'] }, 'x86: is none of'],
  ])('for %s is a problem', async (_, body, says) => {
    await show(failed());
    expect(await ask('ask-for-build', body)).toMatchObject({
      problem: { kind: 'notThere', message: expect.stringContaining(says) },
    });
  });

  it('of a snapshot is none', async () => {
    const { kubeconfig } = await show(failed());
    const ofSnapshot = consoleAsks({ kubeconfig, layeringNamespace: namespace, snapshot: '/none' }, io);
    expect(await ofSnapshot.get('ask-for-build')?.answer(retry)).toHaveProperty('problem');
    expect(await annotations()).not.toHaveProperty(names.retry);
  });
});

describe('the log of a build', () => {
  it('is that of the newest job, its last lines', async () => {
    const world = new World({ nodes: { a1: 'amd64', b1: 'arm64' } });
    world.behaviour = () => ({ kind: 'hang' });
    world.through(120);
    const { client, cluster } = await show(world);
    const { items } = await demand(client.list(layeringKinds.pods));
    const pod = items.find(({ metadata }) => metadata.name.includes('arm64'));
    const lines = Array.from({ length: 600 }, (_, index) => `line ${index}\n`);
    cluster.logs.write(pod?.metadata.uid ?? '', 'build', lines.join(''));
    const told = await ask('build-log', { config: 'edge', architecture: 'arm64' });
    expect(told).toMatchObject({ state: 'there', isRunning: true, isKept: false, isCut: false });
    expect(String(told.text).split('\n').slice(0, 1)).toEqual(['line 100']);
    expect(String(told.text)).toContain('line 599\n');
  });

  it('of an assembly that has not begun is none, and why', async () => {
    await show(failed());
    expect(await ask('build-log', { config: 'edge' })).toMatchObject({
      state: 'none',
      message: expect.stringContaining('there is no job for assembly'),
    });
  });

  it('of an architecture that is none is a problem', async () => {
    await show(failed());
    expect(await ask('build-log', { config: 'edge', architecture: '../x' })).toMatchObject({
      problem: { kind: 'notThere', message: '../x is no architecture' },
    });
  });
});

describe('another Containerfile', () => {
  it('begins as the one that is stored', async () => {
    await show(failed());
    const stored = await shown?.client.get(configKinds[machineConfigGroup], { name: 'edge' });
    const spec = stored?.ok === true ? stored.value.spec : undefined;
    const { containerFile } = await ask('plan-node-image', { config: 'edge' });
    expect({ containerFile }).toEqual({ containerFile: Object(spec).containerFile ?? [] });
  });

  it('that would be refused says why', async () => {
    await show(failed());
    const containerFile = [{ containerfileArch: 'NoArch', content: 'x'.repeat(5_000) }];
    expect(await ask('plan-node-image', { config: 'edge', containerFile })).toMatchObject({
      problem: { kind: 'notThere', message: expect.stringContaining('containerFile') },
    });
  });
});

describe('another Containerfile, through a console for many', () => {
  it('is asked about of the registries alone that whoever serves it allows', async () => {
    const { cluster, client } = await show(failed());
    const inside = await startCounter();
    const body = { spec: { baseImage: `${inside.host}/base:1` } };
    await demand(client.patch(configKinds[machineConfigGroup], { name: 'edge' }, { type: 'merge', body }));
    const token = cluster.addUser({ name: 'jane', groups: ['system:masters'] });
    const plan = async (registries: JsonObject) => {
      const login = { token, refused: () => undefined, registries };
      const asks = asksOf({ login });
      return asks.get('plan-node-image')?.answer({ config: 'edge', containerFile: [] });
    };
    expect(JSON.stringify(await plan({}))).toContain(inside.host);
    expect(inside.asked()).toBe(0);
    await plan({ registryAllowHost: [inside.host] });
    expect(inside.asked()).toBeGreaterThan(0);
    await inside.stop();
  });
});

/** Something that only the machine of the console reaches; it answers nobody. */
async function startCounter() {
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { host, asked: () => asked, stop: () => new Promise((resolve) => server.close(resolve)) };
}

describe('a body', () => {
  it.each<[string, JsonObject, boolean]>([
    ['ask-for-build', retry, true],
    ['ask-for-build', { ...retry, request: 'delete' }, false],
    ['ask-for-build', { ...retry, architectures: [1] }, false],
    ['ask-for-build', { ...retry, config: '' }, false],
    ['build-log', { config: 'edge' }, true],
    ['build-log', { config: 'edge', architecture: 1 }, false],
    ['build-log', {}, false],
    ['plan-node-image', { config: 'edge' }, true],
    ['plan-node-image', { config: 'edge', containerFile: [{}] }, true],
    ['plan-node-image', { config: 'edge', containerFile: ['x'] }, false],
    ['plan-node-image', { containerFile: [] }, false],
    ['find-machines', {}, true],
    ['find-machines', { namespace: 'team', all: true }, true],
    ['find-machines', { all: 'yes' }, false],
    ['find-machines', { other: 'x' }, false],
    ['find-machines', { name: 1 }, false],
  ])('of %s: %j fits: %s', (name, body, fits) => {
    expect(asksOf().get(name)?.fits(body)).toBe(fits);
  });
});
