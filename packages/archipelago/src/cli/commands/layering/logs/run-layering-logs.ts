import { type KubernetesObject, sleep, systemClock } from '@archipelago/apimachinery';
import type { Transport } from '@archipelago/kube-client';
import { architectures, isArchitecture } from '../../../../api/architectures.ts';
import { isActive, readJobs } from '../../../../layering/build-plan/observed-job.ts';
import { viewConfig } from '../../../../layering/view/view-config.ts';
import { UnreachableError } from '../../../cluster/unreachable-error.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { jobsNamespace } from '../cluster/jobs-namespace.ts';
import { chosenConfig, type LayeringCluster, withLayeringCluster } from '../cluster/layering-cluster.ts';
import { looksOnly } from '../cluster/looks-only.ts';
import { observeLayering } from '../cluster/observe-layering.ts';
import { type ChosenLog, chooseLogs, type LogWish } from './choose-logs.ts';
import { type OpenedPodLog, openPodLog } from './open-pod-log.ts';
import { writeLines } from './write-lines.ts';

export interface LogsOptions extends ClusterOptions {
  readonly arch?: string;
  readonly assembly?: boolean;
  readonly job?: string;
  readonly follow?: boolean;
  /** As it was written. */
  readonly tail?: string;
  readonly previous?: boolean;
}

/** Between looks at a container that has not begun, in milliseconds. */
const usualPauseMs = 1_000;

/** Prints what jobs of a config say: 0, or 1 where one of them has no log. */
export async function runLayeringLogs(
  name: string,
  options: LogsOptions,
  io: Io,
  pauseMs = usualPauseMs,
): Promise<number> {
  const wish = wishOf(options);
  const tail = tailOf(options.tail);
  return withLayeringCluster(options, async (cluster) => {
    const config = chosenConfig(cluster, name);
    const namespace = await jobsNamespace(cluster, options.namespace);
    const chosen = await choose({ cluster, config, namespace, wish });
    if (chosen.kind === 'none') {
      io.err(`archipelago: ${name}: ${chosen.because}\n`);
      return 1;
    }
    const reading = { cluster, config, namespace, wish, tail, follow: options.follow === true, pauseMs, io };
    const isOne = chosen.logs.length === 1;
    const print = (log: ChosenLog) => printLog(log, isOne ? '' : `${log.title}: `, reading);
    if (reading.follow) return worst(await Promise.all(chosen.logs.map(print)));
    const codes: number[] = [];
    for (const log of chosen.logs) codes.push(await print(log));
    return worst(codes);
  });
}

function worst(codes: readonly number[]): number {
  return Math.max(...codes);
}

function wishOf({ arch, assembly = false, job, previous = false }: LogsOptions): LogWish {
  const chosen = Object.entries({ arch, assembly: assembly || undefined, job }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}`],
  );
  if (chosen.length > 1) throw new UsageError(`${chosen.join(' and ')}: choose by one of them`);
  if (job !== undefined && previous)
    throw new UsageError('--previous: --job names the very job; leave one out');
  if (arch === undefined || isArchitecture(arch)) return { architecture: arch, assembly, job, previous };
  throw new UsageError(`--arch ${arch.slice(0, 80)}: is none of ${architectures.join(', ')}`);
}

function tailOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--tail ${text.slice(0, 80)}: write how many of the last lines, a whole number`);
}

interface Choosing {
  readonly cluster: LayeringCluster;
  readonly config: KubernetesObject;
  readonly namespace: string;
  readonly wish: LogWish;
}

async function choose({ cluster, config, namespace, wish }: Choosing) {
  const observed = await observeLayering(cluster, namespace)(config);
  const view = viewConfig(config, { observed, deployment: looksOnly(namespace), now: Date.now() });
  return chooseLogs(wish, { view, jobs: readJobs(observed.jobs, observed.pods), pods: observed.pods });
}

interface Reading extends Choosing {
  readonly tail: number | undefined;
  readonly follow: boolean;
  readonly pauseMs: number;
  readonly io: Io;
}

async function printLog(log: ChosenLog, prefix: string, reading: Reading): Promise<number> {
  let current: ChosenLog = log;
  for (;;) {
    const opened = await openLog(current, reading);
    if (opened.kind === 'open') {
      await writeLines(opened.chunks, prefix, reading.io);
      return 0;
    }
    const { name } = current.job;
    if (opened.kind === 'refused') throw new UnreachableError(`the log of ${name}: ${opened.message}`);
    if (!reading.follow || opened.kind !== 'waiting' || !isActive(current.job)) {
      reading.io.err(`archipelago: ${name}: ${sentence(opened)}\n`);
      return 1;
    }
    await sleep(systemClock, reading.pauseMs, neverAborted);
    const again = await choose({ ...reading, wish: { ...nothingElse, job: name } });
    if (again.kind === 'none') {
      reading.io.err(`archipelago: ${name}: the job is gone\n`);
      return 1;
    }
    current = again.logs[0] ?? current;
  }
}

const nothingElse = { architecture: undefined, assembly: false, previous: false };

const neverAborted = new AbortController().signal;

async function openLog({ job, pod }: ChosenLog, reading: Reading): Promise<OpenedPodLog> {
  const { cluster, namespace, follow, tail } = reading;
  if (pod === undefined)
    return isActive(job) ? { kind: 'waiting', message: 'it has no pod yet' } : { kind: 'gone' };
  const transport: Transport = cluster.transport;
  return openPodLog(transport, { namespace, pod: pod.metadata.name, container: job.role, follow, tail });
}

function sentence(opened: Extract<OpenedPodLog, { kind: 'waiting' | 'gone' }>): string {
  return opened.kind === 'waiting'
    ? `${opened.message}; -f waits for it`
    : 'its pod is gone, and the log with it';
}
