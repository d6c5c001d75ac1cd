import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withInsecure } from '@archipelago/oci-registry';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { eventually } from '../support/eventually.ts';
import {
  type LayeringCluster,
  layeringNamespace,
  startLayeringCluster,
} from '../support/layering-cluster.ts';
import { playedContainers } from './played-containers.test-support.ts';
import { type Ran, run } from './run-command.test-support.ts';

let registry: ImageRegistry;
let layering: LayeringCluster;
let folder: string;
let kubeconfig: readonly string[];
/** Architectures whose builds fail. */
const failing = new Set<string>();

const cli = (argv: readonly string[], files: Readonly<Record<string, unknown>> = {}): Promise<Ran> =>
  run(['layering', ...argv, ...kubeconfig], files);

const containerFile = (arm64: string) => [
  { containerfileArch: 'NoArch', content: 'LABEL any=1' },
  { containerfileArch: 'ARM64', content: `LABEL arm="${arm64}"` },
];

beforeAll(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  folder = await mkdtemp(join(tmpdir(), 'archipelago-layering-commands-'));
  registry = await startImageRegistry();
  registry.push('base/os', '10', { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }] });
  layering = await startLayeringCluster({
    architectures: ['amd64', 'arm64'],
    run: (_cluster, client) => playedContainers({ client, registry, folder, failing }),
    choices: { rules: withInsecure([], [registry.host]) },
  });
  const file = join(folder, 'kubeconfig');
  await writeFile(file, layering.cluster.kubeconfig());
  kubeconfig = ['--kubeconfig', file, '--layering-namespace', layeringNamespace];
  await layering.login('push', { [registry.host]: 'ann:secret' });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await layering.stop();
  await registry.stop();
  await rm(folder, { recursive: true, force: true });
});

const actions = (out: string) =>
  JSON.parse(out).configs[0].platforms.map(
    ({ architecture, action }: Record<string, string>) => `${architecture} ${action}`,
  );

it('shows, foretells, prints and asks again what the operator does', async () => {
  const spec = {
    baseImage: `${registry.host}/base/os:10`,
    renderedImagePushSecret: { name: 'push' },
    renderedImagePushSpec: `${registry.host}/os/edge:latest`,
    containerFile: containerFile('1'),
  };
  await layering.createConfig('edge', spec);
  const first = await layering.built('edge');
  expect(layering.problems).toEqual([]);

  await eventually(
    async () => {
      const { code, out } = await cli(['status', 'edge', '-o', 'json']);
      const [view] = JSON.parse(out).configs;
      // nobody updates nodes here
      expect([code, view.state, view.build.name]).toEqual([1, 'rolling', first.metadata.name]);
      expect(view.build.platforms.map(({ state }: { state: string }) => state)).toEqual([
        'Succeeded',
        'Succeeded',
      ]);
    },
    { pauseMs: 100 },
  );
  const nothing = await cli(['plan', '--insecure']);
  expect([nothing.code, nothing.err]).toEqual([0, '']);
  expect(nothing.out).toMatch(/^edge: the operator would do nothing, the image is there\n/);
  const logs = await cli(['logs', 'edge', '--arch', 'arm64']);
  expect(logs).toEqual({ code: 0, out: 'build begins\nbuild is done\n', err: '' });
  expect((await cli(['logs', 'edge', '--assembly'])).out).toBe('assemble begins\nassemble is done\n');

  const changed = JSON.stringify(containerFile('2'));
  const plan = await cli([
    'plan',
    'edge',
    '--insecure',
    '-o',
    'json',
    '--set',
    `spec.containerFile=${changed}`,
  ]);
  expect(actions(plan.out)).toEqual(['amd64 reuse', 'arm64 build']);
  const foretold = JSON.parse(plan.out).configs[0].build;
  failing.add('arm64');
  await layering.patchConfig('edge', { containerFile: containerFile('2'), build: { attempts: 1 } });
  const bad = await layering.built('edge', first.metadata.name);
  expect(bad.metadata.name).toBe(foretold);
  await eventually(
    async () => {
      const status = await cli(['status', 'edge']);
      expect(status.out).toMatch(/^edge: failed\n/);
      expect(status.out).toContain('fix: look at archipelago layering logs edge');
    },
    { pauseMs: 100 },
  );

  failing.clear();
  const retry = await cli(['retry', 'edge', '--arch', 'arm64', '--wait', '--timeout', '50s', '-o', 'json']);
  expect(JSON.parse(retry.out)).toMatchObject({
    builds: ['arm64'],
    reuses: ['amd64'],
    build: `${foretold}-r1`,
    phase: 'Succeeded',
  });
  expect(retry.code).toBe(0);
  const jobs = (await layering.jobs()).filter(({ metadata }) => metadata.name.startsWith('b-'));
  expect(jobs.filter(({ metadata }) => metadata.name.includes('amd64'))).toHaveLength(1);
});
