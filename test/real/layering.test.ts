import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../src/api/json-value.ts';
import { createKubernetesClient } from '../../src/kubernetes/create-kubernetes-client.ts';
import { names } from '../../src/layering/api/layering-names.ts';
import { createBuildahRunner } from '../../src/sandbox/actors/jobs/buildah-runner.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from '../../src/sandbox/start-embedded-cluster.ts';
import { builderImage, LayeringWorld, ownImage, textIn, valueIn } from '../suites/layering-world.ts';
import { type DockerRegistry, startDockerRegistry } from '../support/docker-registry.ts';
import { inProcessTransport } from '../support/in-process-transport.ts';
import { type Buildah, openBuildah } from './registry/buildah.ts';
import { openSkopeo, type Skopeo } from './registry/skopeo.ts';

const user = { name: 'builder', password: 'secret of builder' };
const login = `${user.name}:${user.password}`;
const namespace = 'layering';
const four = ['amd64', 'arm64', 'ppc64le', 's390x'];

let internal: DockerRegistry;
let final: DockerRegistry;
let bases: DockerRegistry;
let buildah: Buildah;
let skopeo: Skopeo;
let cluster: EmbeddedCluster;
let world: LayeringWorld;

beforeAll(async () => {
  skopeo = openSkopeo();
  buildah = openBuildah();
  const users = { [user.name]: user.password };
  bases = await startDockerRegistry({ tls: true });
  internal = await startDockerRegistry({ tls: true, users });
  final = await startDockerRegistry({ tls: true, users });
  await pushBase();
  cluster = await startEmbeddedCluster();
  const admin = createKubernetesClient({
    transport: inProcessTransport(cluster),
    userAgent: 'test',
    fieldManager: 'test',
  });
  const ca = [bases, internal, final].map(({ caCertificate = '' }) => caCertificate).join('\n');
  const archipelago = join(import.meta.dirname, '../../bin/archipelago');
  const run = createBuildahRunner({
    client: admin,
    entrypoints: new Map([
      [ownImage, [process.execPath, archipelago]],
      [builderImage, []],
    ]),
    login: async (_namespace, name) => ({
      url: cluster.url,
      caCertificate: cluster.caCertificate ?? '',
      token: cluster.addUser({ name, groups: ['system:masters'] }),
    }),
  });
  world = new LayeringWorld({
    server: { admin, operator: () => inProcessTransport(cluster) },
    namespace,
    run,
    access: { credentials: [], ca },
  });
  await world.furnish();
  await world.addSecret('internal', { [internal.host]: login });
  await world.addSecret('final', { [final.host]: login });
  for (const architecture of ['amd64', 'arm64', 's390x'])
    await world.addNode(`node-${architecture}`, architecture);
  await world.startOperator();
}, 120_000);

afterAll(async () => {
  await world?.stop();
  await cluster?.stop();
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

function spec(containerFiles: readonly (readonly [string, string])[]): JsonObject {
  return {
    nodeSelector: { pool: 'edge' },
    baseImage: `${bases.host}/base/os:10`,
    renderedImagePushSpec: `${final.host}/os/edge:latest`,
    renderedImagePushSecret: { name: 'final' },
    intermediate: { repository: `${internal.host}/os/edge`, pushSecret: { name: 'internal' } },
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
  await world.applyConfig('edge', spec(Object.entries(texts)));
  first = await world.succeeded('edge');
  const children = await published(pullSpecOf(first));
  expect(Object.keys(children)).toEqual(['amd64', 'arm64', 's390x']);
  const entries = valueIn(first, 'status', 'index', 'entries');
  expect(
    Array.isArray(entries) &&
      entries.map((entry) => isJsonObject(entry) && [entry.architecture, entry.digest]),
  ).toEqual(Object.entries(children));
  for (const [architecture, digest] of Object.entries(children)) {
    const config = JSON.parse((await skopeo.config(`${final.host}/os/edge@${digest}`, access())).toString());
    expect(config).toMatchObject({ os: 'linux', architecture });
    expect(config.config.Labels.for).toBe(architecture === 'arm64' ? 'arm' : undefined);
  }
  expect(await buildJobs()).toHaveLength(3);
}, 150_000);

it('7: runs one job when the text of one architecture changes; the other images stay as they are', async () => {
  const before = await published(pullSpecOf(first));
  const jobsBefore = await buildJobs();
  await world.applyConfig(
    'edge',
    spec(Object.entries({ ...texts, ARM64: texts.ARM64.replace('for=arm', 'for=arm2') })),
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
  await world.applyConfig('edge', spec(entries.reverse()));
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
