import type { MetricDeclaration } from '../../metric-declaration.ts';

/** Metrics of others that dashboards show beside ours; panels say where they come from. */
export const neighbourMetrics = {
  nodeMachine: {
    name: 'node_uname_info',
    type: 'gauge',
    help: 'What the kernel says a node is; from the node exporter.',
    labels: ['nodename', 'machine'],
  },
  machineInstances: {
    name: 'kubevirt_vmi_info',
    type: 'gauge',
    help: 'A running machine; from KubeVirt.',
    labels: ['node', 'phase', 'namespace', 'name'],
  },
} as const satisfies Readonly<Record<string, MetricDeclaration>>;
