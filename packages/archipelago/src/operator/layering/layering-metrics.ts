import { type KubernetesObject, numberAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Done } from '../../engine/verdict.ts';
import { names } from '../../layering/api/layering-names.ts';
import type { MetricValues, Sample } from '../../observability/metric-values.ts';
import type { LayeringNews } from '../options/operator-event.ts';
import { buildStateLines, configOf, pushStateLines } from './build-metrics.ts';
import type { RolloutProgress } from './rollout-progress.ts';

/** Counts what is done and found as it happens. */
export function countLayering(metrics: MetricValues, news: LayeringNews): void {
  if (news.kind === 'finding') {
    metrics.add('layeringFindings', { reason: news.finding.reason });
    return;
  }
  const { action } = news;
  if (action.kind !== 'create' || action.object.kind !== 'Job') return;
  const { labels = {} } = action.object.metadata;
  const component = labels[names.component] ?? '';
  metrics.add('layeringJobs', { component, architecture: labels[names.architecture] ?? '' });
}

/** Counts evictions by what became of them; the steps of nodes are findings. */
export function countRollout(metrics: MetricValues, { action, verdict }: Done): void {
  if (action.kind === 'evict') metrics.add('layeringEvictions', { result: verdict.verdict });
}

/** What the gauges are about. */
interface Shown {
  readonly configs: readonly KubernetesObject[];
  readonly builds: readonly KubernetesObject[];
  readonly progress: RolloutProgress;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Brings the gauges up to date; what was counted of configs that are gone goes, too. */
export function showLayering(metrics: MetricValues, { configs, builds, progress, now }: Shown): void {
  const pools = new Map(configs.map((config) => [config.metadata.name, poolOf(config)]));
  const newest = [...newestBuilds(builds)].map(
    ([config, build]) => [pools.get(config) ?? '', build] as const,
  );
  metrics.replace(
    'buildState',
    newest.flatMap(([pool, build]) => buildStateLines(pool, build)),
  );
  metrics.replace(
    'imagePushState',
    newest.flatMap(([pool, build]) => pushStateLines(pool, build)),
  );
  metrics.replace('layeringNodes', configs.flatMap(nodesOf));
  metrics.replace('rolloutProgress', progress.lines(configs, now));
  for (const metric of ['builds', 'buildRetries', 'buildDuration'] as const)
    metrics.keep(metric, ({ config = '' }) => pools.has(config));
}

/** The pool that a config is for; empty on plain Kubernetes, where labels choose the nodes. */
export function poolOf(config: KubernetesObject | undefined): string {
  return textAt(config, 'spec', 'machineConfigPool', 'name');
}

/** By config. */
function newestBuilds(builds: readonly KubernetesObject[]): ReadonlyMap<string, KubernetesObject> {
  const newest = new Map<string, KubernetesObject>();
  for (const build of builds) {
    const config = configOf(build);
    const known = newest.get(config)?.metadata.creationTimestamp ?? '';
    if (known <= (build.metadata.creationTimestamp ?? '')) newest.set(config, build);
  }
  return newest;
}

/** Members of the counts, by the state that the metric calls them. */
const countedStates = {
  UpToDate: 'upToDate',
  Updating: 'updating',
  Outdated: 'outdated',
  Failed: 'failed',
  NoImageForArchitecture: 'noImage',
  Unknown: 'unknown',
} as const;

function nodesOf(config: KubernetesObject): readonly Sample[] {
  const counts = objectsAt(config, 'status', 'machineCounts');
  if (counts.length === 0) return [];
  return Object.entries(countedStates).flatMap(([state, member]) => {
    const value = counts.reduce((sum, each) => sum + (numberAt(each, member) ?? 0), 0);
    return value === 0 ? [] : [{ labels: { config: config.metadata.name, state }, value }];
  });
}
