import type { Clock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { MetricValues } from '../../observability/metric-values.ts';
import { ClusterMirror } from '../mirror/cluster-mirror.ts';
import type { OperatorOptions } from '../options/running-operator.ts';
import { layeredNode } from './mirrored-layering.ts';

interface Parts {
  readonly options: OperatorOptions;
  readonly client: KubernetesClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onProblem: (message: string) => void;
  readonly metrics: Pick<MetricValues, 'add'>;
  /** `pauseMs`: since the last look, where many changes come together. */
  readonly onChange: (pauseMs?: number) => void;
  readonly lookAtLayering: () => void;
}

/** Between looks at nodes that change one after the other. */
const nodePauseMs = 100;

/** The mirror of the cluster as the operator's options want it: with layering, nodes are kept with more of them. */
export function createMirror({
  options,
  client,
  clock,
  random,
  onProblem,
  metrics,
  onChange,
  lookAtLayering,
}: Parts): ClusterMirror {
  const { namespace, layering, timing } = options;
  return new ClusterMirror({
    ...{ client, namespace, clock, random, onProblem },
    onWatchEnd: (resource) => metrics.add('watchRestarts', { resource }),
    onChange,
    onNodeChange: () => onChange(nodePauseMs),
    onDefinitionChange: lookAtLayering,
    moreOfNodes: layering && { keep: layeredNode, onChange: lookAtLayering },
    ...(timing === undefined ? {} : { timing }),
  });
}
