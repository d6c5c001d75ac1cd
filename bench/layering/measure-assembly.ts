import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createRegistrySession,
  createRegistryWriter,
  digestOf,
  parseImageReference,
} from '@archipelago/oci-registry';
import { architectures } from '../../packages/archipelago/src/api/architectures.ts';
import { startDockerRegistry } from '../../test/support/docker-registry.ts';
import { pushTestImage } from '../../test/support/test-image.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { type MeasuredProcess, runMeasured } from './measured-process.ts';
import { requestsTo } from './registry-log.ts';
import { load, median, type Table } from './table.ts';

interface AssemblySize {
  /** Of each architecture's layer. */
  readonly layerMiB: number;
  readonly repetitions: number;
}

const mib = 1024 * 1024;
const sources = 'edge/builds';
const baseDigest = digestOf(Buffer.from('base'));

/** Where the index is published, seen from where the images are. */
type Ways = 'same repository' | 'other repository' | 'other registry';

type Digests = readonly (readonly [architecture: string, digest: string])[];

/** What images are put together with, from `host/path@digest` to `host/path:tag`. */
type Tool = (source: string, target: string, digests: Digests) => Promise<MeasuredProcess>;

interface Tools {
  readonly ours: Tool;
  readonly buildah: Tool;
}

interface Run extends MeasuredProcess {
  /** Of the registry that publishes it: what its tag names then. */
  readonly digest: string;
  /** To both registries. */
  readonly requests: readonly string[];
  readonly sent: number;
  readonly received: number;
}

/** The images as a registry on disk has them; every run begins with this. */
interface Seed {
  readonly storage: string;
  readonly digests: Digests;
}

async function makeSeed(folder: string, layerMiB: number): Promise<Seed> {
  const registry = await startDockerRegistry();
  const session = createRegistrySession();
  try {
    const digests: [string, string][] = [];
    for (const architecture of architectures) {
      const parsed = parseImageReference(`${registry.host}/${sources}:${architecture}`);
      if (parsed.kind === 'refused') throw new Error(parsed.reason);
      const access = { credentials: [], ca: undefined };
      const signal = new AbortController().signal;
      const digest = await pushTestImage(
        createRegistryWriter(session),
        { reference: parsed.value, insecure: true, access, signal },
        {
          single: true,
          platforms: [{ os: 'linux', architecture, bytes: layerMiB * mib }],
          annotations: { 'org.opencontainers.image.base.digest': baseDigest },
        },
      );
      digests.push([architecture, digest]);
    }
    const storage = join(folder, 'seed');
    cpSync(registry.storage, storage, { recursive: true });
    return { storage, digests };
  } finally {
    session.transport.close();
    await registry.stop();
  }
}

/** As the build controller calls it, without logins. */
function oursIn(program: string): Tool {
  return (source, target, digests) =>
    runMeasured(process.execPath, [
      ...[program, 'layering', 'assemble', '--target', target, '--format', 'oci', '--publish', 'index'],
      ...digests.flatMap(([architecture, digest]) => ['--platform', `${architecture}=${source}@${digest}`]),
      ...digests.flatMap(([architecture]) => ['--base', `${architecture}=${baseDigest}`]),
      ...['--child-tags', '--insecure'],
    ]);
}

/** As the Machine Config Operator would: a list made of images at a registry, pushed with all of them. */
function buildahIn(folder: string): Tool {
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, '{"default":[{"type":"insecureAcceptAnything"}]}');
  return async (source, target, digests) => {
    const place = mkdtempSync(join(folder, 'store-'));
    const store = [
      '--root',
      join(place, 'store'),
      '--runroot',
      join(place, 'run'),
      '--storage-driver',
      'vfs',
    ];
    const steps = [
      ['create', 'edge'],
      ...digests.map(([, digest]) => ['add', '--tls-verify=false', 'edge', `docker://${source}@${digest}`]),
      ['push', '--all', '--signature-policy', policy, '--tls-verify=false', 'edge', `docker://${target}`],
    ];
    let [ms, peak] = [0, 0];
    for (const step of steps) {
      const ran = await runMeasured('buildah', [...store, 'manifest', ...step]);
      ms += ran.ms;
      peak = Math.max(peak, ran.peak);
    }
    return { ms, peak, output: '' };
  };
}

/** Registries of their own for each run: nothing is known of them, as in a new pod. */
async function runOnce(tool: Tool, ways: Ways, seed: Seed, isCounted: boolean): Promise<Run> {
  const builds = await startDockerRegistry();
  const final = ways === 'other registry' ? await startDockerRegistry() : builds;
  cpSync(seed.storage, builds.storage, { recursive: true });
  const registries = [...new Set([builds, final])];
  const proxies = isCounted ? await Promise.all(registries.map(({ host }) => startCountingProxy(host))) : [];
  const hosts = new Map(
    registries.map((registry, index) => [registry, proxies[index]?.host ?? registry.host]),
  );
  const path = ways === 'same repository' ? sources : 'edge/final';
  try {
    const ran = await tool(
      `${hosts.get(builds)}/${sources}`,
      `${hosts.get(final)}/${path}:edge`,
      seed.digests,
    );
    const requests = registries.flatMap(requestsTo);
    const accept = 'application/vnd.oci.image.index.v1+json';
    const answer = await fetch(`http://${final.host}/v2/${path}/manifests/edge`, { headers: { accept } });
    if (!answer.ok) throw new Error(`nothing was published: ${answer.status}`);
    return {
      ...ran,
      digest: digestOf(Buffer.from(await answer.arrayBuffer())),
      requests,
      sent: proxies.reduce((sum, proxy) => sum + proxy.sent(), 0),
      received: proxies.reduce((sum, proxy) => sum + proxy.received(), 0),
    };
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await Promise.all(registries.map((registry) => registry.stop()));
  }
}

interface Figures {
  readonly times: readonly number[];
  readonly peak: number;
  readonly counted: Run;
}

async function measureTool(tool: Tool, ways: Ways, seed: Seed, repetitions: number): Promise<Figures> {
  const runs: Run[] = [];
  for (let index = 0; index < repetitions; index += 1) runs.push(await runOnce(tool, ways, seed, false));
  const counted = await runOnce(tool, ways, seed, true);
  return { times: runs.map(({ ms }) => ms), peak: Math.max(...runs.map(({ peak }) => peak)), counted };
}

/** Manifests by what is done with them, the rest. */
function tally(requests: readonly string[]): string {
  const count = (pattern: RegExp) => requests.filter((request) => pattern.test(request)).length;
  const mounted = count(/^POST \S+[?&]mount=\S+ 201$/);
  const kinds = [
    [count(/^(GET|HEAD) \S*\/manifests\//), 'manifest reads'],
    [count(/^PUT \S*\/manifests\//), 'manifest writes'],
    [count(/^(GET|HEAD) \S*\/blobs\//), 'blob reads'],
    [mounted, 'mounts'],
    [count(/^(POST|PATCH|PUT) \S*\/blobs\//) - mounted, 'of uploads'],
  ] as const;
  const told = kinds.filter(([number]) => number > 0);
  const rest = requests.length - told.reduce((sum, [number]) => sum + number, 0);
  return [...told, ...(rest > 0 ? [[rest, 'others'] as const] : [])]
    .map(([number, what]) => `${number} ${what}`)
    .join(', ');
}

function rowsOf(ways: Ways, ours: Figures, theirs: Figures): readonly (readonly string[])[] {
  const of = (name: string, figure: (figures: Figures) => string) => [name, figure(ours), figure(theirs)];
  const size = (bytes: number) => (bytes / mib).toFixed(1);
  return [
    of(`**${ways}**: wall, s min/median/max`, ({ times }) =>
      [Math.min(...times), median(times), Math.max(...times)].map((ms) => (ms / 1000).toFixed(2)).join(' / '),
    ),
    of('  requests', ({ counted }) => String(counted.requests.length)),
    of('    of those', ({ counted }) => tally(counted.requests)),
    of(
      '  sent to / received from registries, MiB',
      ({ counted }) => `${size(counted.sent)} / ${size(counted.received)}`,
    ),
    of('  memory, peak, MiB', ({ peak }) => peak.toFixed(0)),
  ];
}

/** The product as it is now, where nobody builds another meanwhile. */
function buildInto(folder: string): string {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('npm run build failed');
  for (const part of ['bin', 'dist', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
  return join(folder, 'bin', 'archipelago');
}

/** Our assembly and buildah's, of the same images in the same registries, by turns. */
export async function measureAssembly(
  { layerMiB, repetitions }: AssemblySize,
  say: (text: string) => void,
): Promise<Table> {
  const atStart = load();
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  const tools: Tools = { ours: oursIn(buildInto(folder)), buildah: buildahIn(folder) };
  const seed = await makeSeed(folder, layerMiB);
  const rows: (readonly string[])[] = [];
  for (const ways of ['same repository', 'other repository', 'other registry'] as const) {
    say(ways);
    const ours = await measureTool(tools.ours, ways, seed, repetitions);
    const theirs = await measureTool(tools.buildah, ways, seed, repetitions);
    const [one, other] = [ours.counted.digest, theirs.counted.digest];
    rows.push(...rowsOf(ways, ours, theirs));
    rows.push(['  digest of the index', one.slice(7, 19), one === other ? 'the same' : other.slice(7, 19)]);
  }
  clear();
  process.off('exit', clear);
  return {
    head: [
      `${architectures.length} architectures × ${layerMiB} MiB`,
      '`layering assemble`',
      '`buildah manifest`',
    ],
    rows: [['load average at start / end', `${atStart} / ${load()}`, ''], ...rows],
  };
}
