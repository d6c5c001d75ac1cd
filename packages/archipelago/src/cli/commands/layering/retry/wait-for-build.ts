import { type KubernetesObject, sleep, systemClock } from '@archipelago/apimachinery';
import { groupOf, parseMachineOsConfig } from '../../../../layering/api/parse-machine-os-config.ts';
import {
  isTerminal,
  type ObservedBuild,
  readBuilds,
} from '../../../../layering/build-plan/observed-build.ts';
import { buildKinds, configKinds } from '../../../../operator/layering/layering-kinds.ts';
import type { Io } from '../../../process/io.ts';
import type { LayeringCluster } from '../cluster/layering-cluster.ts';
import { oneLine } from '../status/print-status.ts';

export type WaitUntil = 'begin' | 'end';

interface BuildWait {
  readonly cluster: Pick<LayeringCluster, 'client' | 'list'>;
  readonly config: KubernetesObject;
  /** Names of the builds there were. */
  readonly before: ReadonlySet<string>;
  readonly until: WaitUntil;
  readonly timeoutMs: number;
  /** Between looks. */
  readonly pauseMs: number;
  readonly io: Pick<Io, 'err'>;
}

interface WaitedBuild {
  readonly ok: boolean;
  /** Undefined: none has begun. */
  readonly build: string | undefined;
  readonly phase: string | undefined;
  readonly message: string;
}

/** The builds of a config. */
export async function buildNames(
  cluster: Pick<LayeringCluster, 'list'>,
  config: KubernetesObject,
): Promise<ReadonlySet<string>> {
  return new Set((await buildsIn(cluster, config)).map(({ name }) => name));
}

/** Follows the build that comes, and the one that takes its place; tells each change. */
export async function waitForBuild(wait: BuildWait): Promise<WaitedBuild> {
  const { cluster, config, before, until, timeoutMs, pauseMs, io } = wait;
  const deadline = systemClock.monotonic() + timeoutMs;
  let told = '';
  for (;;) {
    const newest = (await buildsIn(cluster, config)).filter(({ name }) => !before.has(name)).at(-1);
    const line = newest === undefined ? await hindrance(wait) : lineOf(newest);
    if (line !== told && line !== '') io.err(`archipelago: ${line}\n`);
    told = line;
    if (newest !== undefined && isOver(newest, until)) return overOf(newest, until);
    if (systemClock.monotonic() + pauseMs > deadline) return lateOf(newest, timeoutMs);
    await sleep(systemClock, pauseMs, neverAborted);
  }
}

const neverAborted = new AbortController().signal;

/** The newest last. */
async function buildsIn(
  { list }: Pick<LayeringCluster, 'list'>,
  { apiVersion, metadata }: KubernetesObject,
): Promise<readonly ObservedBuild[]> {
  const group = groupOf(apiVersion);
  if (group === undefined) throw new Error(`${apiVersion} is no group of a MachineOSBuild`);
  return readBuilds(await list(buildKinds[group]))
    .filter(({ spec }) => spec.machineOSConfig.name === metadata.name)
    .sort((a, b) => a.createdAt - b.createdAt || a.spec.retry - b.spec.retry);
}

/** Why no build has begun, as far as the config tells. */
async function hindrance({ cluster, config }: BuildWait): Promise<string> {
  const group = groupOf(config.apiVersion);
  if (group === undefined) return '';
  const found = await cluster.client.get(configKinds[group], config.metadata);
  const parsed = found.ok ? parseMachineOsConfig(found.value) : undefined;
  const conditions = parsed?.ok === true ? (parsed.config.status.conditions ?? []) : [];
  const bad = conditions.find(
    ({ type, status }) =>
      (type === 'Blocked' && status === 'True') || (type === 'Resolved' && status !== 'True'),
  );
  return bad === undefined ? '' : `waiting: ${oneLine(bad.message)} (${bad.reason})`;
}

function lineOf({ name, status: { phase = 'Pending', message = '' } }: ObservedBuild): string {
  return `${name}: ${phase}${message === '' ? '' : `: ${oneLine(message)}`}`;
}

/** One that was overtaken has a build after it. */
function isOver(build: ObservedBuild, until: WaitUntil): boolean {
  return until === 'begin' || (isTerminal(build) && build.status.phase !== 'Superseded');
}

function overOf(build: ObservedBuild, until: WaitUntil): WaitedBuild {
  const { phase = 'Pending', index } = build.status;
  const ok = until === 'begin' ? phase !== 'Failed' && phase !== 'Interrupted' : phase === 'Succeeded';
  const image = index === undefined ? '' : `: ${index.pullSpec}`;
  return { ok, build: build.name, phase, message: `${build.name} ${phase}${image}` };
}

function lateOf(build: ObservedBuild | undefined, timeoutMs: number): WaitedBuild {
  const seconds = Math.round(timeoutMs / 1000);
  return build === undefined
    ? { ok: false, build: undefined, phase: undefined, message: `no build has begun within ${seconds} s` }
    : {
        ok: false,
        build: build.name,
        phase: build.status.phase,
        message: `${build.name} has not ended within ${seconds} s, it is ${build.status.phase ?? 'Pending'}`,
      };
}
