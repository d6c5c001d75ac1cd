import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { names } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import { layeringKinds } from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { createBuildahRunner } from '../../packages/archipelago/src/simulation/actors/jobs/buildah-runner.ts';
import { builderImage, LayeringWorld, ownImage, textIn, valueIn } from '../suites/layering-world.ts';
import { type DockerRegistry, startDockerRegistry } from '../support/docker-registry.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';
import { killAll } from './archipelago-process.ts';
import {
  type LayeringCluster,
  layeringNamespace,
  openLayeringCluster,
  operatorNamespace,
} from './layering-cluster.ts';
import { type OperatorProcess, startOperatorProcess } from './operator-process.ts';
import { type Buildah, openBuildah } from './registry/buildah.ts';
import { openSkopeo, type Skopeo } from './registry/skopeo.ts';

const execute = promisify(execFile);
const user = { name: 'builder', password: 'secret of builder' };
const login = `${user.name}:${user.password}`;
const four = ['amd64', 'arm64', 'ppc64le', 's390x'];

let internal: DockerRegistry;
let final: DockerRegistry;
let bases: DockerRegistry;
let buildah: Buildah;
let skopeo: Skopeo;

beforeAll(async () => {
  skopeo = openSkopeo();
  buildah = openBuildah();
  const users = { [user.name]: user.password };
  bases = await startDockerRegistry({ tls: true });
  internal = await startDockerRegistry({ tls: true, users });
  final = await startDockerRegistry({ tls: true, users });
  await pushBase();
}, 120_000);

afterAll(async () => {
  await buildah?.close();
  skopeo?.close();
  for (const registry of [bases, internal, final]) await registry?.stop();
});

async function pushBase(): Promise<void> {
  const images: string[] = [];
  for (const architecture of four) {
    const image = `${bases.host}/base/os:${architecture}`;
    await buildah.build(image, {
      architecture,
      containerfile: 'FROM scratch\nCOPY release /etc/release\n',
      files: { release: architecture },
    });
    images.push(image);
  }
  await buildah.index(`${bases.host}/base/os:10`, images);
}

const texts = {
  NoArch: 'FROM configs\nCOPY Containerfile /etc/layer\n',
  ARM64: 'FROM configs\nCOPY Containerfile /etc/layer\nLABEL for=arm\n',
};

function spec(name: string, containerFiles: readonly (readonly [string, string])[]): JsonObject {
  return {
    nodeSelector: { pool: 'edge' },
    baseImage: `${bases.host}/base/os:10`,
    renderedImagePushSpec: `${final.host}/os/${name}:latest`,
    renderedImagePushSecret: { name: 'final' },
    intermediate: { repository: `${internal.host}/os/${name}`, pushSecret: { name: 'internal' } },
    containerFile: containerFiles.map(([containerfileArch, content]) => ({ containerfileArch, content })),
  };
}

/** Architecture → digest, as skopeo sees the index. */
async function published(pullSpec: string): Promise<Readonly<Record<string, string>>> {
  const raw = JSON.parse((await skopeo.raw(pullSpec, access())).toString());
  return Object.fromEntries(
    raw.manifests.map((entry: { platform: { architecture: string }; digest: string }) => [
      entry.platform.architecture,
      entry.digest,
    ]),
  );
}

function access() {
  return { user: login, caCertificate: final.caCertificate ?? '' };
}

function pullSpecOf(build: JsonObject): string {
  return textIn(build, 'status', 'index', 'pullSpec');
}

describe.each(['embedded', 'kubernetes'] as const)('on %s', (server) => {
  let cluster: LayeringCluster;
  let world: LayeringWorld;
  let operator: OperatorProcess;
  const authorities = () => join(cluster.adminKubeconfig, '../authorities.pem');

  beforeAll(async () => {
    cluster = await openLayeringCluster(server);
    const { admin, login: podLogin } = cluster;
    writeFileSync(
      authorities(),
      [bases, internal, final].map(({ caCertificate = '' }) => caCertificate).join('\n'),
    );
    const archipelago = join(import.meta.dirname, '../../bin/archipelago');
    const entrypoints = new Map([
      [ownImage, [process.execPath, archipelago]],
      [builderImage, []],
    ]);
    const visible = [process.execPath, resolve('bin'), resolve('dist')];
    const run = createBuildahRunner({ client: admin, entrypoints, visible, login: podLogin });
    world = new LayeringWorld({ admin, namespace: layeringNamespace, operatorNamespace, run });
    world.startJobs();
    await world.addSecret('internal', { [internal.host]: login });
    await world.addSecret('final', { [final.host]: login });
    for (const architecture of ['amd64', 'arm64', 's390x'])
      await world.addNode(`node-${architecture}`, architecture);
    operator = startOperator();
  }, 120_000);

  afterAll(async () => {
    await killAll();
    await world?.stop();
    rmSync(authorities(), { force: true });
    await cluster?.stop();
  });

  function startOperator(): OperatorProcess {
    const images = ['--layering-builder', builderImage, '--layering-image', ownImage];
    const files = ['--ca-file', authorities(), '--no-leader-elect'];
    // they are on this machine
    const allowed = [bases, internal, final].flatMap(({ host }) => ['--registry-allow-host', host]);
    return startOperatorProcess(cluster.operatorKubeconfig, ...images, ...files, ...allowed);
  }

  async function buildJobs(): Promise<readonly string[]> {
    const jobs = await world.jobs();
    return jobs
      .filter(({ metadata }) => metadata.labels?.[names.component] === 'build')
      .map(({ metadata }) => metadata.name)
      .sort();
  }

  let first: JsonObject;
  let second: JsonObject;

  it('1: builds an image of three architectures with real jobs and assembles it in the other registry, as skopeo confirms', async () => {
    await world.applyConfig('edge', spec(server, Object.entries(texts)));
    first = await world.succeeded('edge');
    const children = await published(pullSpecOf(first));
    expect(Object.keys(children)).toEqual(['amd64', 'arm64', 's390x']);
    const entries = valueIn(first, 'status', 'index', 'entries');
    expect(
      Array.isArray(entries) &&
        entries.map((entry) => isJsonObject(entry) && [entry.architecture, entry.digest]),
    ).toEqual(Object.entries(children));
    for (const [architecture, digest] of Object.entries(children)) {
      const config = JSON.parse(
        (await skopeo.config(`${final.host}/os/${server}@${digest}`, access())).toString(),
      );
      expect(config).toMatchObject({ os: 'linux', architecture });
      expect(config.config.Labels.for).toBe(architecture === 'arm64' ? 'arm' : undefined);
    }
    expect(await buildJobs()).toHaveLength(3);
  }, 150_000);

  it('knows the architectures that the command in MCO-1344 prints, and tells jobs of them', async () => {
    // oc get nodes -o json | jq '.items[].status.nodeInfo.architecture'
    const { stdout } = await execute('kubectl', [
      '--kubeconfig',
      cluster.adminKubeconfig,
      'get',
      'nodes',
      '-o',
      'json',
    ]);
    const list: { items: { status: { nodeInfo: { architecture: string } } }[] } = JSON.parse(stdout);
    const printed = list.items.map(({ status }) => status.nodeInfo.architecture).sort();
    expect(printed).toEqual(['amd64', 'arm64', 's390x']);
    const detected = valueIn(await world.config('edge'), 'status', 'architectures');
    expect(Array.isArray(detected) && detected.map((each) => textIn(each, 'name'))).toEqual(printed);
    const name = { namespace: layeringNamespace, name: 'architectures-edge' };
    expect(await cluster.admin.get(layeringKinds.configMaps, name)).toMatchObject({
      value: { data: { architectures: printed.join(','), topology: 'Heterogeneous' } },
    });
  });

  it('7: runs one job when the text of one architecture changes; the other images stay as they are', async () => {
    const before = await published(pullSpecOf(first));
    const jobsBefore = await buildJobs();
    await world.applyConfig(
      'edge',
      spec(server, Object.entries({ ...texts, ARM64: texts.ARM64.replace('for=arm', 'for=arm2') })),
    );
    second = await world.succeeded('edge', textIn(first, 'metadata', 'name'));
    const after = await published(pullSpecOf(second));
    expect(after).toMatchObject({ amd64: before.amd64, s390x: before.s390x });
    expect(after.arm64).not.toBe(before.arm64);
    const started = (await buildJobs()).filter((name) => !jobsBefore.includes(name));
    expect(started).toHaveLength(1);
    expect(started[0]).toMatch(/-arm64/);
  }, 150_000);

  it('6: does nothing when the architectures are written in another order', async () => {
    const jobsBefore = await world.jobs();
    const entries = Object.entries({ ...texts, ARM64: texts.ARM64.replace('for=arm', 'for=arm2') });
    await world.applyConfig('edge', spec(server, entries.reverse()));
    await world.until('the operator has seen it', 20_000, async () => {
      const config = await world.config('edge');
      const isSeen =
        valueIn(config, 'metadata', 'generation') === valueIn(config, 'status', 'observedGeneration');
      return isSeen ? true : undefined;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await world.jobs()).map(({ metadata }) => metadata.name)).toEqual(
      jobsBefore.map(({ metadata }) => metadata.name),
    );
    const current = textIn(await world.config('edge'), 'status', 'currentImagePullSpec');
    expect(current).toBe(pullSpecOf(second));
  }, 60_000);

  it('9: runs one job when the first node of a fourth architecture joins', async () => {
    const before = await published(pullSpecOf(second));
    const jobsBefore = await buildJobs();
    await world.addNode('node-ppc64le', 'ppc64le');
    const third = await world.succeeded('edge', textIn(second, 'metadata', 'name'));
    const after = await published(pullSpecOf(third));
    expect(after).toMatchObject(before);
    expect(Object.keys(after)).toEqual(four);
    const started = (await buildJobs()).filter((name) => !jobsBefore.includes(name));
    expect(started).toHaveLength(1);
    expect(started[0]).toMatch(/-ppc64le/);
  }, 150_000);

  const seed = Math.floor(Math.random() * 2 ** 31);

  // a minute each: once is enough, where it is nearest to what users have
  it.runIf(server === 'kubernetes').each([1, 2, 3, 4, 5])(
    'random kill schedule %i of 5: whatever is killed, all images are there once, and right',
    async (round) => {
      const random = seededRandom(seed + round);
      const before = textIn((await world.builds()).at(-1), 'metadata', 'name');
      const jobsBefore = await buildJobs();
      const text = `FROM configs\nCOPY Containerfile /etc/layer\nLABEL round=${round}\n`;
      await world.applyConfig('edge', spec(server, [['NoArch', text]]));
      const faults: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, 300 + random() * 3_000));
        const kind = count === 0 ? round - 1 : Math.floor(random() * faultKinds.length);
        faults.push(await disturb(faultKinds[kind] ?? 'operator', random));
      }
      const done = await world.succeeded('edge', before, 170_000);
      console.log(`layering on ${server}, schedule ${round} of seed ${seed}: ${faults.join(', ')}`);
      const children = await published(pullSpecOf(done));
      expect(Object.keys(children)).toEqual(four);
      for (const [architecture, digest] of Object.entries(children)) {
        const image = `${final.host}/os/${server}@${digest}`;
        const config = JSON.parse((await skopeo.config(image, access())).toString());
        expect(config).toMatchObject({ os: 'linux', architecture });
        expect(config.config.Labels.round).toBe(String(round));
      }
      const started = (await buildJobs()).filter((name) => !jobsBefore.includes(name));
      const finished = await builtBy(started);
      expect([...finished].sort()).toEqual([...new Set(finished)].sort());
    },
    200_000,
  );

  /** Kills something that is at work; says what. */
  async function disturb(kind: (typeof faultKinds)[number], random: () => number): Promise<string> {
    switch (kind) {
      case 'operator':
        await operator.kill();
        await new Promise((resolve) => setTimeout(resolve, random() * 1_000));
        operator = startOperator();
        return kind;
      case 'build':
      case 'assemble':
        return killPod(kind, random);
      case 'internal registry':
      case 'final registry': {
        const registry = kind === 'final registry' ? final : internal;
        registry.freeze();
        await new Promise((resolve) => setTimeout(resolve, 500 + random() * 2_500));
        registry.thaw();
        return kind;
      }
    }
  }

  /** A build or an assembly, with its processes. */
  async function killPod(component: 'build' | 'assemble', random: () => number): Promise<string> {
    // what is killed may be over before it is found
    const victim = await until(
      async () => {
        // while its first container runs a pod is Pending
        const active = (await world.pods()).filter(
          ({ metadata, spec, status }) =>
            metadata.labels?.[names.component] === component &&
            JSON.stringify(spec).includes('"nodeName"') &&
            /"phase":"(Pending|Running)"/.test(JSON.stringify(status)),
        );
        return active[Math.floor(random() * active.length)];
      },
      { withinMs: 15_000, pauseMs: 20 },
    ).catch(() => undefined);
    if (victim === undefined) return `no pod to ${component}`;
    await world.client.delete(layeringKinds.pods, victim.metadata);
    return victim.metadata.name;
  }

  /** `architecture key` of each job that has completed. */
  async function builtBy(jobs: readonly string[]): Promise<readonly string[]> {
    const all = await world.jobs();
    return all
      .filter((job) => jobs.includes(job.metadata.name) && JSON.stringify(job.status).includes('"Complete"'))
      .map(({ metadata: { labels = {} } }) => `${labels[names.architecture]} ${labels[names.key]}`);
  }
});

const faultKinds = ['operator', 'build', 'assemble', 'internal registry', 'final registry'] as const;
