import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import {
  createRegistrySession,
  createRegistryWriter,
  insecureRules,
  parseImageReference,
} from '@archipelago/oci-registry';
import type { Architecture } from '../../packages/archipelago/src/api/architectures.ts';
import { createRunOwnCommand } from '../../packages/archipelago/src/cli/commands/up/run-own-command.ts';
import { names, ownGroup } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import {
  buildKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { nodes } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { createSimulatedBuildRunner } from '../../packages/archipelago/src/simulation/actors/jobs/simulated-build-runner.ts';
import { LayeringWorld, must, textIn } from '../../test/suites/layering-world.ts';
import { type DockerRegistry, startDockerRegistry } from '../../test/support/docker-registry.ts';
import { pushTestImage } from '../../test/support/test-image.ts';
import { requestsTo } from './registry-log.ts';
import { load, type Table } from './table.ts';

const namespace = 'archipelago';
const operatorUser = 'operator';
const longestMs = 120_000;
/** Where nodes have just come, builds wait so long for more. */
const settleMs = 11_000;
const lookMs = 5;

/** How long the build on a node of each architecture takes, in seconds. */
const durations = { amd64: 2, arm64: 4, ppc64le: 6, s390x: 8 } as const satisfies Record<
  Architecture,
  number
>;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** When objects of a kind were first seen, and were first seen done; `performance.now()`. */
interface Sightings {
  readonly seen: ReadonlyMap<string, { readonly object: KubernetesObject; readonly at: number }>;
  readonly done: ReadonlyMap<string, number>;
  stop(): void;
}

async function follow(
  client: KubernetesClient,
  resource: Resource,
  isDone: (object: KubernetesObject) => boolean,
): Promise<Sightings> {
  const opened = await client.watch(resource, {});
  if (!opened.ok) throw new Error(`watch ${resource.plural}: ${opened.status.message}`);
  const seen = new Map<string, { object: KubernetesObject; at: number }>();
  const done = new Map<string, number>();
  void (async () => {
    for await (const events of opened.value)
      for (const event of events) {
        if (!('object' in event) || event.type === 'DELETED') continue;
        const { name } = event.object.metadata;
        if (!seen.has(name)) seen.set(name, { object: event.object, at: performance.now() });
        if (!done.has(name) && isDone(event.object)) done.set(name, performance.now());
      }
  })().catch(() => undefined);
  return { seen, done, stop: () => opened.value.close() };
}

function isComplete({ status }: KubernetesObject): boolean {
  return JSON.stringify(status ?? {}).includes('"type":"Complete","status":"True"');
}

/** A cluster, an operator, two registries and builds that only take time. */
interface Place {
  readonly world: LayeringWorld;
  readonly registries: readonly [internal: DockerRegistry, final: DockerRegistry];
  /** Of the operator, so far, without leases and watches. */
  readonly requests: () => readonly string[];
  readonly jobs: Sightings;
  readonly builds: Sightings;
}

async function withPlace<T>(measure: (place: Place) => Promise<T>): Promise<T> {
  const closers: (() => Promise<void> | void)[] = [];
  try {
    const internal = await startDockerRegistry();
    closers.push(() => internal.stop());
    const final = await startDockerRegistry();
    closers.push(() => final.stop());
    const requests: string[] = [];
    const cluster = await startEmbeddedCluster({
      insecure: true,
      onRequest: ({ user, method, path, query }) => {
        if (user === operatorUser && !query.includes('watch=') && !path.includes('/leases'))
          requests.push(`${method} ${path}`);
      },
    });
    closers.push(() => cluster.stop());
    const token = cluster.addUser({ name: operatorUser, groups: ['system:masters', 'system:authenticated'] });
    const admin = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'bench' });
    const session = createRegistrySession();
    closers.push(() => session.transport.close());
    const writer = createRegistryWriter(session);
    await pushBase(internal, writer);
    const hosts = [internal.host, final.host];
    const world = new LayeringWorld({
      admin,
      namespace,
      operatorNamespace: namespace,
      run: createSimulatedBuildRunner({ client: admin, runOwn: createRunOwnCommand(admin) }),
      rules: insecureRules(hosts),
      registriesConf: hosts.map((host) => `[[registry]]\nlocation = "${host}"\ninsecure = true\n`).join('\n'),
    });
    closers.push(() => world.stop());
    await furnish(world, final);
    const jobs = await follow(admin, layeringKinds.jobs, isComplete);
    const builds = await follow(
      admin,
      buildKinds[ownGroup],
      ({ status }) => textIn(status as JsonObject, 'phase') === 'Succeeded',
    );
    closers.push(() => {
      jobs.stop();
      builds.stop();
    });
    await world.startOperator(inProcessTransport(cluster, token));
    await pause(settleMs);
    return await measure({ world, registries: [internal, final], requests: () => requests, jobs, builds });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function furnish(world: LayeringWorld, final: DockerRegistry): Promise<void> {
  await world.furnish();
  await world.addSecret('final', { [final.host]: 'builder:secret' });
  for (const [architecture, seconds] of Object.entries(durations)) {
    const name = `node-${architecture}`;
    await world.addNode(name, architecture);
    const annotations = { 'sandbox.archipelago.dev/build-seconds': String(seconds) };
    await must(world.client.patch(nodes, { name }, { type: 'merge', body: { metadata: { annotations } } }));
  }
  world.startJobs();
}

async function pushBase(
  { host }: DockerRegistry,
  writer: ReturnType<typeof createRegistryWriter>,
): Promise<void> {
  const parsed = parseImageReference(`${host}/base/os:10`);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  const platforms = Object.keys(durations).map((architecture) => ({ os: 'linux', architecture }));
  const access = { credentials: [], ca: undefined };
  const signal = new AbortController().signal;
  await pushTestImage(writer, { reference: parsed.value, insecure: true, access, signal }, { platforms });
}

/** Something to build, under a name of its own. */
interface Request {
  readonly config: string;
  readonly architectures: readonly Architecture[];
  /** Text of the arm64 image. */
  readonly arm64?: string;
  readonly maxParallel?: number;
  /** What has to be built; all of them when absent. */
  readonly builds?: readonly Architecture[];
}

async function apply(
  place: Place,
  { config, architectures, arm64 = 'LABEL edition=1', maxParallel }: Request,
) {
  const [internal, final] = place.registries;
  await place.world.applyConfig(config, {
    nodeSelector: { pool: 'edge' },
    architectures,
    baseImage: `${internal.host}/base/os:10`,
    renderedImagePushSpec: `${final.host}/os/${config}:latest`,
    renderedImagePushSecret: { name: 'final' },
    intermediate: { repository: `${internal.host}/os/${config}` },
    containerFile: [
      // keys differ by config: nothing is taken over
      { containerfileArch: 'NoArch', content: `LABEL edition=1 for=${config}` },
      { containerfileArch: 'ARM64', content: `${arm64} for=${config}` },
    ],
    ...(maxParallel === undefined ? {} : { build: { maxParallel } }),
  });
}

interface Measured {
  readonly built: readonly string[];
  readonly slowest: number;
  readonly whole: number;
  readonly assembly: number;
  readonly requests: readonly [kubernetes: number, internal: number, final: number];
}

/** From the request to the build that has succeeded, in milliseconds. */
async function measureOne(place: Place, request: Request): Promise<Measured> {
  const { world, jobs, builds, registries, requests } = place;
  const [jobsBefore, buildsBefore] = [new Set(jobs.seen.keys()), new Set(builds.done.keys())];
  const count = () => [requests().length, ...registries.map((one) => requestsTo(one).length)] as const;
  const before = count();
  const started = performance.now();
  await apply(place, request);
  const ended = await until(() => [...builds.done].find(([name]) => !buildsBefore.has(name))?.[1], world);
  const fresh = [...jobs.seen.values()].filter(({ object }) => !jobsBefore.has(object.metadata.name));
  const role = (name: string) =>
    fresh.filter(({ object }) => object.metadata.labels?.[names.component] === name);
  const [assembly] = role('assemble');
  const built = role('build').map(({ object }) => object.metadata.labels?.[names.architecture] ?? '');
  const wanted = [...(request.builds ?? request.architectures)].sort();
  if (built.sort().join() !== wanted.join())
    throw new Error(`${built.join()} were built, not ${wanted.join()}`);
  const after = count();
  const spent = (index: 0 | 1 | 2) => (after[index] ?? 0) - (before[index] ?? 0);
  return {
    built,
    slowest: Math.max(...built.map((name) => durationOf(name))) * 1000,
    whole: ended - started,
    assembly:
      (jobs.done.get(assembly?.object.metadata.name ?? '') ?? Number.NaN) - (assembly?.at ?? Number.NaN),
    requests: [spent(0), spent(1), spent(2)],
  };
}

function durationOf(name: string): number {
  return Object.entries(durations).find(([architecture]) => architecture === name)?.[1] ?? 0;
}

async function until<T>(holds: () => T | undefined, world: LayeringWorld): Promise<T> {
  for (const from = performance.now(); ; await pause(lookMs)) {
    const found = holds();
    if (found !== undefined) return found;
    if (performance.now() - from > longestMs)
      throw new Error(`no build has succeeded: ${[...world.problems, ...world.told].slice(-20).join('\n')}`);
  }
}

function rowOf(name: string, { built, slowest, whole, assembly, requests }: Measured): readonly string[] {
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  return [
    name,
    built.map((each) => `${each} ${durationOf(each)}`).join(', '),
    seconds(whole),
    seconds(assembly),
    seconds(whole - slowest - assembly),
    requests.join(' / '),
  ];
}

/** How long an image of so many architectures takes, beside the slowest of its builds. */
export async function measureWallTime(say: (text: string) => void): Promise<Table> {
  const atStart = load();
  const all = ['amd64', 'arm64', 'ppc64le', 's390x'] as const satisfies readonly Architecture[];
  const rows = await withPlace(async (place) => {
    const measured: (readonly string[])[] = [];
    const one = async (name: string, request: Request) => {
      say(name);
      const row = rowOf(name, await measureOne(place, request));
      say(row.join(' | '));
      measured.push(row);
    };
    for (const count of [1, 2, 3, 4])
      await one(`${count} architecture${count === 1 ? '' : 's'}`, {
        config: `edge-${count}`,
        architectures: all.slice(-count),
      });
    await one('the arm64 text of these 4 is edited', {
      config: 'edge-4',
      architectures: all,
      arm64: 'LABEL edition=2',
      builds: ['arm64'],
    });
    await one('4 architectures, `maxParallel: 1`', {
      config: 'edge-single',
      architectures: all,
      maxParallel: 1,
    });
    return measured;
  });
  return {
    head: [
      '',
      'builds that ran, s',
      'request → image verified, s',
      'assembly job, s',
      'beyond slowest build and assembly, s',
      'requests: Kubernetes / internal / final registry',
    ],
    rows: [...rows, ['load average at start / end', `${atStart} / ${load()}`, '', '', '', '']],
  };
}
