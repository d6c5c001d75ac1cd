import { type KubernetesObject, objectsAt, textAt } from '@archipelago/apimachinery';
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

function nodesOf(config: KubernetesObject): readonly Sample[] {
  const counts = new Map<string, number>();
  for (const node of objectsAt(config, 'status', 'nodes')) {
    const state = textAt(node, 'state');
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts].map(([state, value]) => ({ labels: { config: config.metadata.name, state }, value }));
}
