import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolePages } from '../../packages/archipelago/src/cli/commands/console/console-pages.ts';
import { runConsole } from '../../packages/archipelago/src/cli/commands/console/run-console.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import type { PageDocument } from '../../packages/archipelago/src/console/changes/page-document.ts';
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
      return JSON.stringify(rest) === JSON.stringify(seen.view);
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
    ['layering', lacking('machineosconfigs.')],
  ])('%s: who has few rights is told what is missing', async (page, wanted) => {
    const file = join(folder, 'stranger');
    await writeFile(file, cluster.kubeconfig().replace(/^( +)(token: .*)$/m, '$1$2\n$1as: stranger'));
    const seen = await consolePages({ kubeconfig: file }, io).get(page)?.(undefined);
    expect(seen).toMatchObject(wanted);
    expect(JSON.stringify(seen)).toContain('stranger');
  });

  it('do not change while nothing does', async () => {
    for (const page of ['overview', 'images', 'doctor', 'alerts', 'layering', 'settings'])
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

  it('refuses a port that is taken', async () => {
    const port = /http:\/\/[^:]+:(\d+)/.exec(cluster.kubeconfig())?.[1] ?? '';
    expect(await run(['console', '--port', port, '--kubeconfig', kubeconfig], {})).toMatchObject({
      code: 2,
      err: expect.stringContaining('something else listens there'),
    });
  });
});
