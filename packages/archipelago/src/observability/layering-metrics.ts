import { counter, gauge, histogram, type MetricDeclaration } from './metric-declaration.ts';

const platform = ['pool', 'config', 'architecture', 'state'] as const;
/** From a minute to an hour, as the Machine Config Operator has them. */
const buildSeconds = [60, 180, 300, 600, 900, 1200, 1800, 2400, 3000, 3600];

/** Metrics about images of node pools; those that begin with `ocl_` have the names and states of the Machine Config Operator. */
export const layeringMetrics = {
  buildState: gauge(
    'ocl_build_state',
    'State of an architecture in the newest build of a MachineOSConfig: 1 for the one it is in of pending, building, succeeded, failed, interrupted.',
    ...platform,
  ),
  buildDuration: histogram(
    'ocl_build_duration_seconds',
    'From the start of a build until an architecture of it had its image, or failed. Images that were there already are left out.',
    buildSeconds,
    ...platform,
  ),
  builds: counter(
    'ocl_build_total',
    'Architectures of builds that ended, by state: succeeded, failed. Images that were there already are left out.',
    ...platform,
  ),
  buildRetries: counter(
    'ocl_build_retries_total',
    'Attempts that failed and were followed by another one.',
    'pool',
    'config',
    'architecture',
  ),
  imagePushState: gauge(
    'ocl_image_push_state',
    'Image of an architecture in the newest build, as its job and the registry tell: 1 for the state it is in of pushing, succeeded, failed. Without architecture: the image that nodes get.',
    ...platform,
  ),
  layeringNodes: gauge(
    'archipelago_layering_nodes',
    'Nodes of a MachineOSConfig by what its current image means for them.',
    'config',
    'state',
  ),
  rolloutProgress: gauge(
    'archipelago_layering_rollout_progress_timestamp_seconds',
    'When a scrape first saw the present counts of nodes of a MachineOSConfig. Shown while nodes are to get their image, and nobody chose that they do not.',
    'config',
  ),
  layeringEvictions: counter(
    'archipelago_layering_evictions_total',
    'Pods that were asked to leave nodes which get another image, by what became of it.',
    'result',
  ),
  layeringJobs: counter(
    'archipelago_layering_jobs_created_total',
    'Jobs that build or assemble images; architecture is empty for those that assemble.',
    'component',
    'architecture',
  ),
  layeringFindings: counter(
    'archipelago_layering_findings_total',
    'What was found about MachineOSConfigs and their builds, each time it was news.',
    'reason',
  ),
} as const satisfies Readonly<Record<string, MetricDeclaration>>;
