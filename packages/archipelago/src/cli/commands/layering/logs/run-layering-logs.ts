import { type KubernetesObject, sleep, systemClock } from '@archipelago/apimachinery';
import { architectures, isArchitecture } from '../../../../api/architectures.ts';
import { groupOf } from '../../../../layering/api/parse-machine-os-config.ts';
import { isActive } from '../../../../layering/build-plan/observed-job.ts';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import { configKinds } from '../../../../operator/layering/layering-kinds.ts';
import { UnreachableError } from '../../../cluster/unreachable-error.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { parseTimeout } from '../../../flags/parse-timeout.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { chosenConfig, withLayeringCluster } from '../cluster/layering-cluster.ts';
import { oneLine } from '../status/print-status.ts';
import { type ChosenLog, chooseLogs, type LogWish } from './choose-logs.ts';
import { isBehind } from './is-behind.ts';
import { type LogsSource, lookAtJobs } from './look-at-jobs.ts';
import { mayStillCome } from './may-still-come.ts';
import { openLog } from './open-log.ts';
import type { OpenedPodLog } from './open-pod-log.ts';
import { writeLines } from './write-lines.ts';

export interface LogsOptions extends LayeringClusterOptions {
  readonly arch?: string;
  readonly assembly?: boolean;
  readonly job?: string;
  readonly follow?: boolean;
  /** As it was written. */
  readonly tail?: string;
  readonly previous?: boolean;
  /** As it was written: how long a log that is followed may take to begin. */
  readonly timeout?: string;
}

const usualTimeout = '2h';

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
  const timeoutMs = parseTimeout(options.timeout ?? usualTimeout);
  return withLayeringCluster(options, async (cluster) => {
    const config = chosenConfig(cluster, name);
    const follow = options.follow === true;
    const deadline = systemClock.monotonic() + timeoutMs;
    const reading: Reading = { cluster, config, options, wish, tail, follow, pauseMs, deadline, io };
    const chosen = await chosenLogs(reading);
    if (chosen.kind === 'none') {
      io.err(`archipelago: ${name}: ${chosen.because}\n`);
      return 1;
    }
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

interface Choosing extends LogsSource {
  readonly wish: LogWish;
}

/** The logs that are meant; where they are followed, as soon as there is a job to follow. */
async function chosenLogs(reading: Reading): Promise<ReturnType<typeof chooseLogs>> {
  const { wish, follow, deadline, pauseMs } = reading;
  const tell = tellOnce(reading);
  for (let current = reading.config; ; ) {
    const seen = await lookAtJobs({ ...reading, config: current });
    const found = chooseLogs(wish, seen);
    const chosen = found.kind === 'chosen' && isOfBefore(reading, seen.view) ? notLookedAt : found;
    if (chosen.kind === 'chosen' || !follow || !mayStillCome(wish, seen.view)) return chosen;
    if (systemClock.monotonic() + pauseMs > deadline)
      return { kind: 'none', because: `nothing to follow in time; ${chosen.because}` };
    tell(oneLine(chosen.because));
    await sleep(systemClock, pauseMs, neverAborted);
    current = await readAgain(reading);
  }
}

const notLookedAt = { kind: 'none', because: 'the operator has not looked at the change yet' } as const;

/** Right after a change there are jobs of the build before; who follows means those that come. */
function isOfBefore({ wish, follow }: Reading, view: ConfigView): boolean {
  return follow && wish.job === undefined && !wish.previous && isBehind(view);
}

/** Says what is waited for, each time it is something else. */
function tellOnce({ io, config }: Reading): (what: string) => void {
  let told = '';
  return (what) => {
    if (what !== told) io.err(`archipelago: ${config.metadata.name}: waiting: ${what}\n`);
    told = what;
  };
}

/** The config as it is now. One that is gone is a mistake of use; one that was made anew under its name is another one. */
async function readAgain({ cluster, config }: Reading): Promise<KubernetesObject> {
  const { name } = config.metadata;
  const group = groupOf(config.apiVersion);
  if (group === undefined) throw new Error(`${config.apiVersion} is no group of a MachineOSConfig`);
  const found = await cluster.client.get(configKinds[group], { name });
  if (found.ok && found.value.metadata.uid === config.metadata.uid) return found.value;
  if (found.ok || found.status.code === 404)
    throw new UsageError(`MachineOSConfig ${name} was deleted while its build was waited for`);
  throw new UnreachableError(`MachineOSConfig ${name} could not be read: ${found.status.message}`);
}

interface Reading extends Choosing {
  readonly tail: number | undefined;
  readonly follow: boolean;
  readonly pauseMs: number;
  /** By the monotonic clock: when to give up what has not begun. */
  readonly deadline: number;
  readonly io: Io;
}

async function printLog(log: ChosenLog, prefix: string, reading: Reading): Promise<number> {
  let current: ChosenLog = log;
  const tell = tellOnce(reading);
  for (;;) {
    const opened = await openLog(current, { ...reading, transport: reading.cluster.transport });
    if (opened.kind === 'open') {
      tellKept(current, opened.isKept, reading);
      await writeLines(opened.chunks, prefix, reading.io);
      return 0;
    }
    const { name } = current;
    if (opened.kind === 'refused') throw new UnreachableError(`the log of ${name}: ${opened.message}`);
    if (!reading.follow || opened.kind !== 'waiting' || !isGoing(current))
      return noLog(reading, name, sentence(opened));
    if (systemClock.monotonic() + reading.pauseMs > reading.deadline)
      return noLog(reading, name, `it has not begun in time; ${opened.message}`);
    tell(`${name}: ${waitedFor(current, opened.message)}`);
    await sleep(systemClock, reading.pauseMs, neverAborted);
    const again = chooseLogs({ ...nothingElse, job: name }, await lookAtJobs(reading));
    if (again.kind === 'none') return noLog(reading, name, 'the job is gone');
    current = again.logs[0] ?? current;
  }
}

function isGoing({ job }: ChosenLog): boolean {
  return job !== undefined && isActive(job);
}

function tellKept({ name, kept }: ChosenLog, isKept: boolean, { io }: Reading): void {
  if (!isKept) return;
  const of = `the log of its container ${kept?.container ?? ''}`;
  io.err(`archipelago: ${name}: its pod is gone; this is what was kept of ${of}\n`);
}

function noLog({ io }: Reading, job: string, because: string): number {
  io.err(`archipelago: ${job}: ${because}\n`);
  return 1;
}

/** A pod that has no node says more by that than that its container has not begun. */
function waitedFor({ job }: ChosenLog, message: string): string {
  const { state } = job ?? {};
  return oneLine(state?.kind === 'unschedulable' ? `no node takes its pod: ${state.message}` : message);
}

const nothingElse = { architecture: undefined, assembly: false, previous: false };

const neverAborted = new AbortController().signal;

function sentence(opened: Extract<OpenedPodLog, { kind: 'waiting' | 'gone' }>): string {
  return opened.kind === 'waiting'
    ? `${opened.message}; -f waits for it`
    : 'its pod is gone, and the log with it';
}
