import {
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { MetricValues, Sample } from '../../observability/metric-values.ts';

/** States of the Machine Config Operator's metrics, by our states of a platform. */
const buildStates: ReadonlyMap<string, string> = new Map([
  ['Pending', 'pending'],
  ['WaitingForNode', 'pending'],
  ['Unschedulable', 'pending'],
  ['Retrying', 'pending'],
  ['Running', 'building'],
  ['Reused', 'succeeded'],
  ['Succeeded', 'succeeded'],
  ['Failed', 'failed'],
  ['Cancelled', 'interrupted'],
]);

/** A push is a part of the job: while that runs, nobody can tell it apart. */
const pushStates: ReadonlyMap<string, string> = new Map([
  ['Running', 'pushing'],
  ['Reused', 'succeeded'],
  ['Succeeded', 'succeeded'],
  ['Failed', 'failed'],
]);

/** The same for the image of all architectures, by the phase of the build. */
const publishStates: ReadonlyMap<string, string> = new Map([
  ['Assembling', 'pushing'],
  ['Verifying', 'pushing'],
  ['Succeeded', 'succeeded'],
]);

/** What a counter of builds knows. */
interface BuildCounting {
  readonly metrics: MetricValues;
  /** One process of several counts. */
  readonly isLeading: () => boolean;
  readonly poolOf: (config: string) => string;
}

/** Counts what happens to builds; for a build that has changed. */
export function buildCounter({
  metrics,
  isLeading,
  poolOf,
}: BuildCounting): (build: KubernetesObject, before: KubernetesObject) => void {
  return (build, before) => {
    if (isLeading()) countBuild(metrics, { build, before, pool: poolOf(configOf(build)) });
  };
}

/** Counts what has happened to a build between two versions of it. */
function countBuild(
  metrics: MetricValues,
  {
    build,
    before,
    pool,
  }: { readonly build: KubernetesObject; readonly before: KubernetesObject; readonly pool: string },
): void {
  const config = configOf(build);
  for (const platform of platformsOf(build)) {
    const [architecture, state] = [textAt(platform, 'architecture'), textAt(platform, 'state')];
    const was = platformsOf(before).find((one) => textAt(one, 'architecture') === architecture);
    if (textAt(was, 'state') === state) continue;
    const labels = { pool, config, architecture };
    if (state === 'Retrying') metrics.add('buildRetries', labels);
    if (state !== 'Succeeded' && state !== 'Failed') continue;
    const ended = { ...labels, state: state.toLowerCase() };
    metrics.add('builds', ended);
    const seconds = secondsOf(build, platform);
    if (seconds !== undefined) metrics.observe('buildDuration', ended, seconds);
  }
}

/** From the start of the build to the end of the last attempt; undefined: there was none. */
function secondsOf(build: KubernetesObject, platform: JsonObject): number | undefined {
  const end = Date.parse(textAt(objectsAt(platform, 'attempts').at(-1), 'end'));
  const start = Date.parse(textAt(build, 'status', 'buildStart'));
  return Number.isFinite(end - start) ? Math.max(0, end - start) / 1000 : undefined;
}

/** Where the newest build of a config is. */
export function buildStateLines(pool: string, build: KubernetesObject): readonly Sample[] {
  return platformsOf(build).flatMap((platform) =>
    lineOf(labelsOf(pool, build, platform), buildStates, platform.state),
  );
}

/** Where its images are. */
export function pushStateLines(pool: string, build: KubernetesObject): readonly Sample[] {
  const each = platformsOf(build).flatMap((platform) =>
    lineOf(labelsOf(pool, build, platform), pushStates, platform.state),
  );
  const { phase, assembly } = objectAt(build, 'status');
  const isLate = phase === 'Failed' && isJsonObject(assembly);
  const published = isLate ? 'Failed' : phase;
  const whole = labelsOf(pool, build, {});
  return [...each, ...lineOf(whole, isLate ? pushStates : publishStates, published)];
}

function lineOf(
  labels: Sample['labels'],
  states: ReadonlyMap<string, string>,
  from: unknown,
): readonly Sample[] {
  const state = typeof from === 'string' ? states.get(from) : undefined;
  return state === undefined ? [] : [{ labels: { ...labels, state }, value: 1 }];
}

function labelsOf(pool: string, build: KubernetesObject, platform: JsonObject) {
  return { pool, config: configOf(build), architecture: textAt(platform, 'architecture') };
}

/** The MachineOSConfig that a build is of. */
export function configOf(build: KubernetesObject): string {
  return textAt(build, 'spec', 'machineOSConfig', 'name');
}

function platformsOf(build: KubernetesObject): readonly JsonObject[] {
  return objectsAt(build, 'status', 'platforms');
}
