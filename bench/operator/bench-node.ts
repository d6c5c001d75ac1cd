import type { KubernetesObject } from '@archipelago/apimachinery';
import { simulatedNode } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';

/** A node as large as a real one on a virtualization cluster: 60 CPU feature labels, 20 cached images. */
export function benchNode(name: string, architecture: string, role: string): KubernetesObject {
  const node = simulatedNode(
    { name, architecture, roles: [role] },
    { now: '2026-01-01T00:00:00Z', index: 0 },
  );
  const features = Array.from({ length: 60 }, (_, index) => [
    `cpu-feature.node.kubevirt.io/feature-${String(index).padStart(3, '0')}`,
    'true',
  ]);
  const images = Array.from({ length: 20 }, (_, index) => ({
    names: [`registry.example.com/image-${index}@sha256:${String(index).padStart(64, '0')}`],
    sizeBytes: 100_000_000 + index,
  }));
  const { labels } = node.metadata;
  return {
    ...node,
    metadata: { ...node.metadata, labels: { ...labels, ...Object.fromEntries(features) } },
    status: { ...(node.status as object), images },
  };
}
