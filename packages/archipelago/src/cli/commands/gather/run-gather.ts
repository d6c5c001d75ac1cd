import { join } from 'node:path';
import { systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient, Transport } from '@archipelago/kube-client';
import packageJson from '../../../../package.json' with { type: 'json' };
import { maskNames } from '../../../snapshot/mask-names.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import { takeSnapshot } from '../../cluster/take-snapshot.ts';
import { UnreachableError } from '../../cluster/unreachable-error.ts';
import { unreadKinds } from '../../cluster/unread-kinds.ts';
import { parseNamespace } from '../../flags/parse-namespace.ts';
import type { Io } from '../../process/io.ts';
import { printBytes } from '../../text/print-bytes.ts';
import { prepareFolder, writeSnapshot } from '../snapshot/write-snapshot.ts';
import { fitFolder } from './fit-folder.ts';
import { gatherEvents } from './gather-events.ts';
import { GatherFolder } from './gather-folder.ts';
import { gatherLogs, longestLogsMs } from './gather-logs.ts';
import { metricsPart } from './gather-metrics.ts';
import type { GatherOptions } from './gather-options.ts';
import type { Gathered, GatherPart } from './gather-part.ts';
import { gatherReadme, type ToldPart } from './gather-readme.ts';
import { type GatheredCluster, operatorNamespace, ownNamespaces, withoutOthers } from './gathered-cluster.ts';
import { gatherOperator } from './operator-part.ts';
import { reportParts } from './report-parts.ts';
import { scrubMembers } from './scrub-json.ts';
import { takePart } from './take-part.ts';

/** The largest that the folder may be, with room for README.md. */
const mostBytes = 50_000_000 - 100_000;

/** Gathers what support needs into a folder; 0 all of it, 1 something is missing, 3 the cluster was not reached. */
export async function runGather(path: string, options: GatherOptions, io: Io): Promise<number> {
  if (options.namespace !== undefined) parseNamespace('--namespace', options.namespace);
  const metrics = await metricsPart(options, io);
  const folder = await GatherFolder.make(path);
  const gathering = { folder, options, io, metrics };
  const done = await withClient(options, (client, transport) => gatherAll({ client, transport }, gathering));
  const cuts = await fitFolder(folder, done.snapshot, mostBytes);
  for (const cut of cuts) io.err(`warning: ${cut}\n`);
  const { takenAt, server, masked } = done.snapshot;
  const about = { takenAt, server, masked, version: packageJson.version };
  await folder.write({ path: 'README.md', text: gatherReadme({ ...about, parts: done.parts, cuts }) });
  const sizes = [...(await folder.sizes()).values()];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  io.out(`${sizes.length} files, ${printBytes(total)} in ${path}; README.md says what is in it\n`);
  const isWhole = done.parts.every(({ outcome }) => outcome === 'there' || outcome === 'left out');
  return isWhole && cuts.length === 0 ? 0 : 1;
}

interface Gathering {
  readonly folder: GatherFolder;
  readonly options: GatherOptions;
  readonly io: Io;
  readonly metrics: GatherPart;
}

interface Access {
  readonly client: KubernetesClient;
  readonly transport: Transport;
}

interface Done {
  readonly snapshot: Snapshot;
  readonly parts: readonly ToldPart[];
}

/** The snapshot first: all else is about what it has. */
async function gatherAll(access: Access, gathering: Gathering): Promise<Done> {
  const { folder, options, io } = gathering;
  await demandAnswer(access.client);
  let taken: Snapshot = { takenAt: systemClock.now(), server: '', masked: false, parts: [] };
  const snapshot: GatherPart = {
    name: 'snapshot/',
    // all else is about it: a machine or cluster that is busy is waited for
    patienceMs: 120_000,
    holds: 'what our commands look at: `archipelago doctor --snapshot snapshot`',
    take: async () => {
      const read = cleaned(await takeSnapshot(access.client, systemClock.now()), options);
      await prepareFolder(join(folder.path, 'snapshot'));
      await writeSnapshot(join(folder.path, 'snapshot'), read);
      taken = withoutOthers(read);
      return { files: [], missing: unreadKinds(taken) };
    },
  };
  const parts: ToldPart[] = [await takePart(snapshot, folder, io)];
  // one after the other: they share a processor, and a cluster that may be in need
  for (const part of laterParts({ ...access, snapshot: taken }, gathering))
    parts.push(await takePart(part, folder, io));
  return { snapshot: taken, parts };
}

/** Who cannot be asked for its version cannot be asked for anything. */
async function demandAnswer(client: KubernetesClient): Promise<void> {
  const answer = await client.raw({ method: 'GET', path: '/version' });
  if (!answer.ok && answer.status.code === 401)
    throw new UnreachableError(`the API server does not know who asks: ${answer.status.message}`);
}

function cleaned(taken: Snapshot, { maskNames: isMasked = false }: GatherOptions): Snapshot {
  const parts = taken.parts.map(({ resource, reading }): Snapshot['parts'][number] => ({
    resource,
    reading: reading.state === 'read' ? { ...reading, objects: reading.objects.map(scrubMembers) } : reading,
  }));
  return isMasked ? maskNames({ ...taken, parts }) : { ...taken, parts };
}

function laterParts(
  access: Access & Pick<GatheredCluster, 'snapshot'>,
  { folder, options, io, metrics }: Gathering,
): readonly GatherPart[] {
  const { maskNames: isMasked = false, namespace: chosen } = options;
  const namespace = operatorNamespace(access.snapshot, chosen);
  const cluster = { ...access, namespace, namespaces: ownNamespaces(access.snapshot, namespace) };
  const snapshot = join(folder.path, 'snapshot');
  // a mask is of the whole snapshot: which one the chosen namespace has nobody knows
  const reported = isMasked || chosen === undefined ? { snapshot } : { snapshot, namespace: chosen };
  const raw = (
    name: string,
    holds: string,
    gather: (of: GatheredCluster) => Promise<Gathered>,
  ): GatherPart => ({
    ...{ name, holds },
    take: isMasked ? { leftOut: unmasked } : () => gather(cluster),
  });
  const logs = raw('logs/', 'the last lines of the operator and of builds, by pod and container', gatherLogs);
  return [
    ...(access.snapshot.parts.length === 0 ? [] : reportParts(reported, io)),
    raw('operator/', 'the operator and its operands as they are', gatherOperator),
    raw('events.json', 'events of the namespaces of the operator, golden images and builds', gatherEvents),
    { ...logs, patienceMs: longestLogsMs + 30_000 },
    isMasked ? { ...metrics, take: { leftOut: unmasked } } : metrics,
  ];
}

const unmasked = 'names in it cannot be masked, and --mask-names was given';
