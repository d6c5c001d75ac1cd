import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { createKubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePages } from '../../packages/archipelago/src/cli/commands/console/console-pages.ts';
import { consoleViews } from '../../packages/archipelago/src/cli/commands/console/console-views.ts';
import { planEdit } from '../../packages/archipelago/src/cli/commands/console/edits/plan-edit.ts';
import { runConsole } from '../../packages/archipelago/src/cli/commands/console/run-console.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import type { PageDocument } from '../../packages/archipelago/src/console/changes/page-document.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { createWorld, type World } from '../suites/operator-world.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { run } from './run-command.test-support.ts';

const namespace = 'kubevirt-hyperconverged';

let folder: string;
let kubeconfig: string;
let cluster: EmbeddedCluster;
let world: World;

const servers: TestServers = {
  name: 'embedded',
  areSeparate: true,
  lease: async () => {
    cluster = await startEmbeddedCluster({ insecure: true });
    return {
      name: 'embedded',
      hurry: 200,
      lookMs: 4,
      admin: () => inProcessTransport(cluster),
      operator: () => inProcessTransport(cluster),
      release: () => cluster.stop(),
    };
  },
  stop: async () => {},
};

const io: Io = {
  out: () => undefined,
  err: () => undefined,
  read: async () => '',
  find: async () => undefined,
  color: false,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-console-test-'));
  world = await createWorld(
    {
      platform: 'kubernetes',
      operatorNamespace: namespace,
      nodes: [{ name: 'a1', arch: 'amd64', roles: ['worker'] }],
    },
    { servers, without: ['ssps.ssp.kubevirt.io'] },
  );
  kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, cluster.kubeconfig());
  world.startOperator({});
});

afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const lacking = (what: string) => ({
  problem: { kind: 'notSeen', message: expect.stringContaining(`${what}`) },
});

const edit = { spec: { evictionStrategy: 'External' } };

function admin() {
  return createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
}

async function stored() {
  const found = await admin().get(hyperConvergeds, { namespace, name: 'kubevirt-hyperconverged' });
  if (!found.ok) throw new Error(found.status.message);
  return found.value;
}

/** May get, list and watch everything. */
async function letRead(name: string): Promise<void> {
  const group = 'rbac.authorization.k8s.io';
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
  const of = { group, version: 'v1', namespaced: false } as const;
  const roles = { ...of, plural: 'clusterroles', kind: 'ClusterRole' };
  const bindings = { ...of, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' };
  const client = admin();
  await client.create(roles, {
    apiVersion: `${group}/v1`,
    kind: roles.kind,
    metadata: { name },
    ...{ rules },
  });
  await client.create(bindings, {
    apiVersion: `${group}/v1`,
    kind: bindings.kind,
    metadata: { name },
    ...{ roleRef: { apiGroup: group, kind: roles.kind, name } },
    ...{ subjects: [{ apiGroup: group, kind: 'User', name }] },
  });
}

async function look(page: string, before?: PageDocument): Promise<PageDocument> {
  const pages = consolePages({ kubeconfig }, io);
  return (await pages.get(page)?.(before)) ?? { notes: ['no such page'] };
}

describe('pages of the console', () => {
  it('say what there is not', async () => {
    expect(await look('images')).toMatchObject({
      problem: { kind: 'notThere', message: expect.stringContaining('there is no HyperConverged in') },
    });
    expect(await look('overview')).toMatchObject({ view: { well: false }, notes: [] });
  });

  it.each<[string, readonly string[]]>([
    ['overview', ['status']],
    ['images', ['images']],
    ['doctor', ['doctor', '--show-ignored']],
    ['alerts', ['alerts']],
    ['machines', ['machines']],
    ['layering', ['layering', 'status']],
  ])('%s: what the command says', async (page, command) => {
    await world.write({
      apiVersion: 'hco.kubevirt.io/v1beta1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace },
      spec: {},
    });
    await until(async () => {
      const [{ out, err }, seen] = [
        await run([...command, '-o', 'json', '--kubeconfig', kubeconfig], {}),
        await look(page),
      ];
      if (seen.problem !== undefined) return err.includes(seen.problem.message);
      const told: unknown = JSON.parse(out);
      const { at: _at, ...rest } =
        typeof told === 'object' && told !== null ? { at: '', ...told } : { at: '' };
      // a page may say more than the command
      const view = Object.fromEntries(Object.keys(rest).map((key) => [key, objectAt(seen.view)[key]]));
      return JSON.stringify(rest) === JSON.stringify(view);
    });
  });

  it('settings: what they come to on the cluster, and where they land', async () => {
    const { view } = await look('settings');
    expect(view).toMatchObject({
      settings: expect.arrayContaining([
        expect.objectContaining({ path: 'spec.defaultCPUModel', written: false }),
        expect.objectContaining({
          path: 'spec.liveMigrationConfig',
          lands: expect.arrayContaining([
            expect.objectContaining({ object: 'KubeVirt kubevirt-kubevirt-hyperconverged' }),
          ]),
        }),
      ]),
    });
  });

  it.each<[string, object]>([
    ['overview', { view: { operands: { state: 'unknown' }, images: { state: 'unknown' } } }],
    ['images', lacking('hyperconvergeds.hco.kubevirt.io')],
    ['settings', lacking('hyperconvergeds.hco.kubevirt.io')],
    ['alerts', lacking('hyperconvergeds.hco.kubevirt.io')],
    ['machines', lacking('virtualmachines.kubevirt.io')],
    ['layering', lacking('machineosconfigs.')],
  ])('%s: who has few rights is told what is missing', async (page, wanted) => {
    const file = join(folder, 'stranger');
    await writeFile(file, cluster.kubeconfig().replace(/^( +)(token: .*)$/m, '$1$2\n$1as: stranger'));
    const seen = await consolePages({ kubeconfig: file }, io).get(page)?.(undefined);
    expect(seen).toMatchObject(wanted);
    expect(JSON.stringify(seen)).toContain('stranger');
  });

  it('do not change while nothing does', async () => {
    for (const page of ['overview', 'images', 'doctor', 'alerts', 'machines', 'layering', 'settings'])
      await until(async () => {
        const [first, second] = [await look(page), await look(page)];
        return JSON.stringify(first) === JSON.stringify(second);
      });
  });

  it('keep what was seen while the cluster is away', async () => {
    const file = join(folder, 'nowhere');
    await writeFile(file, cluster.kubeconfig().replaceAll(/server: .*/g, 'server: http://127.0.0.1:1'));
    const pages = consolePages({ kubeconfig: file }, io);
    const before = { view: { alerts: [] }, notes: [] };
    expect(await pages.get('alerts')?.(before)).toMatchObject({
      view: before.view,
      problem: { kind: 'notSeen', message: expect.stringContaining('127.0.0.1:1') },
    });
  });
});

describe('the plan of an edit', () => {
  const plan = (edit: JsonObject, file = kubeconfig) => planEdit({ kubeconfig: file }, io).answer(edit);

  it.each<[boolean, JsonObject]>([
    [true, { object: { spec: {} } }],
    [true, { patch: { spec: null } }],
    [false, { object: {}, patch: {} }],
    [false, {}],
    [false, { patch: [] }],
  ])('is asked for with one of both: %s for %j', (isOne, edit) => {
    expect(planEdit({ kubeconfig }, io).fits(edit)).toBe(isOne);
  });

  it('is what archipelago plan says, and the server tries it', async () => {
    const flags = ['--set', 'spec.evictionStrategy=External', '-o', 'json', '--kubeconfig', kubeconfig];
    await until(async () => {
      const [{ out }, told] = [await run(['plan', ...flags], {}), await plan({ patch: edit })];
      return (
        told.allowed === true &&
        JSON.stringify(told.server) === '{"state":"accepts"}' &&
        JSON.stringify(told.plan) === JSON.stringify(JSON.parse(out))
      );
    });
    expect(await plan({ patch: edit })).toMatchObject({
      plan: { fields: [{ field: 'spec.evictionStrategy', after: 'External' }] },
    });
    expect(await stored()).not.toHaveProperty('spec.evictionStrategy', 'External');
  });

  it('of a whole object is the same', async () => {
    const whole = { ...objectAt(await stored()), spec: { evictionStrategy: 'External' } };
    expect(await plan({ object: whole })).toMatchObject({ allowed: true, server: { state: 'accepts' } });
  });

  it('tells what admission and the server refuse, and then there is none', async () => {
    const told = await plan({ patch: { spec: { evictionStrategy: 'Sometimes' } } });
    expect(told).toMatchObject({
      allowed: false,
      findings: [{ level: 'error', at: 'spec.evictionStrategy' }],
      server: { state: 'refuses', message: expect.stringContaining('spec.evictionStrategy') },
    });
    expect(told).not.toHaveProperty('plan');
  });

  it.each<[string, JsonObject]>([
    ['of another kind', { object: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } } }],
    ['that makes another kind of it', { patch: { kind: null } }],
  ])('of something %s is none', async (_, edit) => {
    expect(await plan(edit)).toMatchObject({ problem: { kind: 'notThere' } });
  });

  it('says who may read only that he may not write it', async () => {
    const file = join(folder, 'reader');
    await writeFile(file, cluster.kubeconfig().replace(/^( +)(token: .*)$/m, '$1$2\n$1as: reader'));
    await letRead('reader');
    expect(await plan({ patch: edit }, file)).toMatchObject({
      allowed: true,
      server: { state: 'mayNot', message: expect.stringContaining('reader') },
    });
  });

  it('says that the cluster is away', async () => {
    const file = join(folder, 'away');
    await writeFile(file, cluster.kubeconfig().replaceAll(/server: .*/g, 'server: http://127.0.0.1:1'));
    expect(await plan({ patch: edit }, file)).toMatchObject({ problem: { kind: 'notSeen' } });
  });
});

describe('archipelago console', () => {
  it('prints its link, serves, and ends', async () => {
    const stop = new AbortController();
    let out = '';
    const ended = runConsole(
      { kubeconfig },
      {
        ...io,
        out: (text) => {
          out += text;
        },
      },
      { signal: stop.signal, dispose: () => undefined },
    );
    await until(() => out !== '');
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{32}\n$/);
    const { origin, hash } = new URL(out.trim());
    const started = await fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ code: hash.slice('#code='.length) }),
    });
    expect(started.status).toBe(200);
    stop.abort();
    expect(await ended).toBe(0);
    await expect(fetch(origin)).rejects.toThrow();
  });

  it.each([
    ['65536', 'must be a number from 1 to 65535'],
    ['x', 'must be a number from 1 to 65535'],
  ])('refuses the port %s', async (port, message) => {
    expect(await run(['console', '--port', port], {})).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(message),
    });
  });

  it.each([
    [['--kubeconfig', '/nowhere/config'], '/nowhere/config'],
    [['--snapshot', '/nowhere'], '/nowhere'],
    [['--context', 'none'], 'none'],
  ])('refuses what names no cluster before it serves anything: %s', async (flags, told) => {
    const wanted = flags[0] === '--context' ? [...flags, '--kubeconfig', kubeconfig] : flags;
    expect(await run(['console', ...wanted], {})).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(told),
    });
  });

  it('refuses a port that is taken', async () => {
    const port = /http:\/\/[^:]+:(\d+)/.exec(cluster.kubeconfig())?.[1] ?? '';
    expect(await run(['console', '--port', port, '--kubeconfig', kubeconfig], {})).toMatchObject({
      code: 2,
      err: expect.stringContaining('something else listens there'),
    });
  });
});

describe('what a look reads', () => {
  const readsOf = async (names: readonly string[]) => {
    const lines: string[] = [];
    const verbose = (line: string) => lines.push(line);
    const { pages } = consoleViews({ kubeconfig, verbose }, io);
    await Promise.all(names.map((name) => pages.get(name)?.(undefined)));
    const asked = lines.filter((line) => !line.includes('watch=true'));
    return (what: RegExp) => asked.filter((line) => what.test(line)).length;
  };

  it('is each node once, though three parts of the overview need them', async () => {
    expect((await readsOf(['overview']))(/\/api\/v1\/nodes\b/)).toBe(1);
  });

  it('is what checks look at once for overview and doctor, and for each login', async () => {
    const storageClasses = /storage\.k8s\.io\/v1\/storageclasses\b/;
    const both = ['overview', 'doctor'];
    expect((await readsOf(both))(storageClasses)).toBe(1);
    const apart = await Promise.all(both.map((name) => readsOf([name])));
    expect(apart.map((reads) => reads(storageClasses))).toEqual([1, 1]);
  });
});
