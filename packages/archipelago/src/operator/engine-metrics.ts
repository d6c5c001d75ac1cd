import type { MetricValues } from '../observability/metric-values.ts';
import { otherOperators } from '../reconcile/other-operators.ts';
import { isMisconfigured } from './descheduler.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { configurations } from './mirror/cluster-resources.ts';

/** What the gauges of the engine are about. */
interface Engine {
  readonly mirror: ClusterMirror;
  readonly isLeading: boolean;
  readonly eventsDropped: number;
  readonly version: string;
}

/** Brings gauges up to date that nobody counts. */
export function showEngine(
  metrics: MetricValues,
  { mirror, isLeading, eventsDropped, version }: Engine,
): void {
  const informers = mirror.informers();
  const heard = informers
    .filter(({ isServed }) => isServed)
    .map(({ resource, selection, lastActivity }) => ({
      labels: { resource, selection },
      value: lastActivity / 1000,
    }));
  metrics.replace('informerHeard', heard);
  const sizes = [...countByResource(informers)].map(([resource, value]) => ({ labels: { resource }, value }));
  metrics.replace('informerObjects', sizes);
  const descheduler = mirror.configuration(configurations.descheduler);
  const isWrong = descheduler !== undefined && isMisconfigured(descheduler);
  // one process tells what is about the cluster: an alert is to fire once
  metrics.replace('misconfiguredDescheduler', isLeading ? [{ labels: {}, value: isWrong ? 1 : 0 }] : []);
  const others = mirror.otherOperators.seen();
  const running = others.state === 'known' ? [otherOperators(others.deployments).length] : [];
  metrics.replace(
    'otherOperators',
    running.map((value) => ({ labels: {}, value })),
  );
  metrics.replace('leader', [{ labels: {}, value: isLeading ? 1 : 0 }]);
  metrics.replace('buildInfo', [{ labels: { version }, value: 1 }]);
  metrics.replace('eventsDropped', [{ labels: {}, value: eventsDropped }]);
}

function countByResource(informers: ReturnType<ClusterMirror['informers']>): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { resource, size } of informers) sizes.set(resource, (sizes.get(resource) ?? 0) + size);
  return sizes;
}
