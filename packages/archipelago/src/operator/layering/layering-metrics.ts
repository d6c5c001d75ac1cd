import { type KubernetesObject, numberAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Done } from '../../engine/verdict.ts';
import { names } from '../../layering/api/layering-names.ts';
import type { MetricValues, Sample } from '../../observability/metric-values.ts';
import type { LayeringNews } from '../options/operator-event.ts';

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

/** Brings the gauges up to date. */
export function showLayering(
  metrics: MetricValues,
  {
    configs,
    builds,
  }: { readonly configs: readonly KubernetesObject[]; readonly builds: readonly KubernetesObject[] },
): void {
  metrics.replace('layeringPlatforms', [...newestBuilds(builds)].flatMap(platformsOf));
  metrics.replace('layeringNodes', configs.flatMap(nodesOf));
}

/** By config. */
function newestBuilds(builds: readonly KubernetesObject[]): ReadonlyMap<string, KubernetesObject> {
  const newest = new Map<string, KubernetesObject>();
  for (const build of builds) {
    const config = textAt(build, 'spec', 'machineOSConfig', 'name');
    const known = newest.get(config)?.metadata.creationTimestamp ?? '';
    if (known <= (build.metadata.creationTimestamp ?? '')) newest.set(config, build);
  }
  return newest;
}

function platformsOf([config, build]: readonly [string, KubernetesObject]): readonly Sample[] {
  return objectsAt(build, 'status', 'platforms').map((platform) => ({
    labels: {
      config,
      architecture: textAt(platform, 'architecture'),
      state: textAt(platform, 'state'),
    },
    value: 1,
  }));
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
