import { type JsonObject, type KubernetesObject, timestamp } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { containerUsages, nodeUsage, type Usage } from './simulated-usage.ts';

/** A PodMetrics, as a metrics-server would answer it. */
export function podMetrics(pod: KubernetesObject, now: number): JsonObject {
  const containers = containerUsages(pod).map(({ name, ...usage }) => ({ name, usage: quantities(usage) }));
  return { ...described('PodMetrics', pod, now), containers };
}

/** A NodeMetrics, as a metrics-server would answer it. */
export function nodeMetrics(
  node: KubernetesObject,
  pods: readonly KubernetesObject[],
  now: number,
): JsonObject {
  return { ...described('NodeMetrics', node, now), usage: quantities(nodeUsage(node, pods)) };
}

function described(kind: string, { metadata }: KubernetesObject, now: number): JsonObject {
  const { name, namespace, labels } = metadata;
  return {
    kind,
    apiVersion: 'metrics.k8s.io/v1beta1',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      creationTimestamp: timestamp(now),
      ...(labels === undefined ? {} : { labels: { ...labels } }),
      annotations: { [simulatedAnnotation]: 'true' },
    },
    timestamp: timestamp(now),
    window: '15s',
  };
}

function quantities({ cpu, memory }: Usage): JsonObject {
  return { cpu: `${Math.round(cpu * 1e9)}n`, memory: `${Math.round(memory / 1024)}Ki` };
}
