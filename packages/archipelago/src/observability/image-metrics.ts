import { gauge, type MetricDeclaration } from './metric-declaration.ts';

/** Metrics about golden images beyond upstream's. */
export const imageMetrics = {
  workloadBootImages: gauge(
    'archipelago_workload_boot_images',
    'Golden images that are to be imported for an architecture of workload nodes; 0: machines of it have none to boot from.',
    'architecture',
  ),
  workloadNodes: gauge(
    'archipelago_workload_nodes',
    'Nodes that machines may run on, by architecture.',
    'architecture',
  ),
  imageArchitectures: gauge(
    'archipelago_golden_image_architecture',
    'Whether a golden image is to be imported for an architecture of workload nodes: 1 yes, 0 no. Shown where that is known.',
    'data_import_cron_name',
    'managed_data_source_name',
    'architecture',
  ),
  imageArchitecturesAgree: gauge(
    'archipelago_golden_image_architectures_agree',
    'Whether the annotation of a golden image lists no architecture that its registry does not have: 1 yes, 0 no. Shown where both are known.',
    'data_import_cron_name',
    'managed_data_source_name',
  ),
} as const satisfies Readonly<Record<string, MetricDeclaration>>;
