import { isConditionTrue, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { PoolNode } from '../detect-architectures.ts';

/** What detection needs of a node. */
export function poolNodeOf(node: KubernetesObject): PoolNode {
  return {
    name: node.metadata.name,
    architecture: textAt(node, 'status', 'nodeInfo', 'architecture') || undefined,
    operatingSystem: textAt(node, 'status', 'nodeInfo', 'operatingSystem') || undefined,
    labelledArchitecture: node.metadata.labels?.['kubernetes.io/arch'],
    ready: isConditionTrue(node, 'Ready'),
  };
}
