import type { Clock } from '@archipelago/apimachinery';
import type { EventRecorder, KubernetesClient } from '@archipelago/kube-client';
import type { PassObserver } from '../../engine/pass-observer.ts';
import type { MetricValues } from '../../observability/metric-values.ts';
import { registryCounter } from '../../observability/registry-counter.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import { sspOnly } from '../options/golden-image-choices.ts';
import type { LayeringNews, OperatorEvent } from '../options/operator-event.ts';
import type { OperatorOptions } from '../options/running-operator.ts';
import { keptWebhook } from '../rights/kept-webhook.ts';
import { buildCounter } from './build-metrics.ts';
import { Layering } from './layering.ts';
import { countLayering, countRollout } from './layering-metrics.ts';

interface Parts {
  readonly options: OperatorOptions;
  readonly client: KubernetesClient;
  readonly mirror: ClusterMirror;
  readonly clock: Clock;
  readonly isLeading: () => boolean;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly observer: PassObserver;
  readonly tell: (event: OperatorEvent) => void;
}

/** Layering as the operator's options want it; undefined: not at all. */
export function createLayering({
  options,
  client,
  mirror,
  clock,
  isLeading,
  recorder,
  metrics,
  observer,
  tell,
}: Parts): Layering | undefined {
  const { namespace, layering: choices, goldenImages = sspOnly } = options;
  if (choices === undefined) return undefined;
  const told = (news: LayeringNews) => {
    countLayering(metrics, news);
    tell({ type: 'layering', news });
  };
  const layering: Layering = new Layering({
    ...{ client, namespace, choices, mirror, clock, isLeading, observer },
    importer: goldenImages.importer,
    ...{ webhook: keptWebhook(options), doctor: options.doctor !== undefined },
    onAsked: registryCounter(metrics),
    onBuild: buildCounter({ metrics, isLeading, poolOf: (config) => layering.poolOf(config) }),
    tracing: options.tracing,
    onProblem: (message, of) => tell({ type: 'problem', message, of: of ?? 'layering' }),
    onRollout: (done) => countRollout(metrics, done),
    onAction: (action) => told({ kind: 'action', action }),
    onFinding: (about, finding, of) => {
      const { level, reason, message } = finding;
      const config = about?.metadata.name ?? '';
      told({ kind: 'finding', config, finding, ...(of === undefined ? {} : { of }) });
      if (about === undefined) return;
      recorder.record({ about, type: level === 'info' ? 'Normal' : 'Warning', reason, message });
    },
  });
  return layering;
}
