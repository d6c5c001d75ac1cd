/** One metric as scrapers see it. */
export interface MetricDeclaration {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
}

function counter(name: string, help: string, ...labels: readonly string[]): MetricDeclaration {
  return { name, type: 'counter', help, labels };
}

function gauge(name: string, help: string, ...labels: readonly string[]): MetricDeclaration {
  return { name, type: 'gauge', help, labels };
}

const image = ['data_import_cron_name', 'managed_data_source_name'] as const;

/**
 * Every metric of the operator. The `kubevirt_hco_` ones carry upstream's names and meanings, so that existing
 * alerts and dashboards go on working (`docs/compatibility/hyperconverged.md#metrics-and-alerts`); the others are about the engine.
 */
export const metricTable = {
  outOfBandModifications: counter(
    'kubevirt_hco_out_of_band_modifications_total',
    'Foreign changes to operands that were reverted.',
    'component_name',
  ),
  unsafeModifications: gauge(
    'kubevirt_hco_unsafe_modifications',
    'Operations in the jsonpatch annotations of the HyperConverged.',
    'annotation_name',
  ),
  hyperConvergedExists: gauge(
    'kubevirt_hco_hyperconverged_cr_exists',
    'Whether there is a HyperConverged: 1 yes, 0 no.',
  ),
  systemHealth: gauge(
    'kubevirt_hco_system_health_status',
    'Health of the whole: 0 healthy, 1 warning, 2 error.',
  ),
  imageSupported: gauge(
    'kubevirt_hco_dataimportcrontemplate_with_supported_architectures',
    'Whether any workload node can run the golden image: 1 yes, 0 no.',
    ...image,
  ),
  imageAnnotated: gauge(
    'kubevirt_hco_dataimportcrontemplate_with_architecture_annotation',
    'Whether the architectures of the golden image are known: 1 yes, 0 no.',
    ...image,
  ),
  multiArchitectureEnabled: gauge(
    'kubevirt_hco_multi_arch_boot_images_enabled',
    'On clusters of several architectures, whether golden images are imported for each: 1 yes, 0 no.',
  ),
  memoryOvercommit: gauge(
    'kubevirt_hco_memory_overcommit_percentage',
    'Memory of machines in percent of what their pods request.',
  ),
  singleStackIpv6: gauge(
    'kubevirt_hco_single_stack_ipv6',
    'Whether the only cluster network is an IPv6 one: 1 yes, 0 no.',
  ),
  misconfiguredDescheduler: gauge(
    'kubevirt_hco_misconfigured_descheduler',
    'Whether the descheduler would evict machines without migrating them: 1 yes, 0 no.',
  ),
  requests: counter(
    'archipelago_api_requests_total',
    'Requests sent to the API server; code is empty where there was no answer.',
    'verb',
    'resource',
    'code',
  ),
  requestSeconds: counter(
    'archipelago_api_request_seconds_total',
    'Time spent waiting for answers of the API server.',
    'verb',
    'resource',
  ),
  reconciles: counter('archipelago_reconciles_total', 'Reconciles by how they ended.', 'result'),
  reconcileSeconds: counter('archipelago_reconcile_seconds_total', 'Time spent reconciling.'),
  informerHeard: gauge(
    'archipelago_informer_last_activity_timestamp_seconds',
    'When an informer last heard the API server, by a list or a watch; 0 for never. Kinds that are not served are left out.',
    'resource',
    'selection',
  ),
  informerObjects: gauge('archipelago_informer_objects', 'Objects mirrored in memory.', 'resource'),
  layeringPlatforms: gauge(
    'archipelago_layering_platform_state',
    'State of each architecture in the newest build of a MachineOSConfig; 1 for the state it is in.',
    'config',
    'architecture',
    'state',
  ),
  layeringNodes: gauge(
    'archipelago_layering_nodes',
    'Nodes of a MachineOSConfig by what its current image means for them.',
    'config',
    'state',
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
  leader: gauge('archipelago_leader', 'Whether this process leads: 1 yes, 0 no.'),
  otherOperators: gauge(
    'archipelago_other_operators',
    'Deployments of another operator of HyperConvergeds that run beside this one. While there is any, nothing is written.',
  ),
  doctorFindings: gauge(
    'archipelago_doctor_findings',
    'What the doctor finds, by check and severity. Nothing is shown while nobody asks it.',
    'code',
    'severity',
  ),
  alerts: gauge(
    'archipelago_alerts',
    'Alerts of the operator that are pending or fire, counted over their labels.',
    'alertname',
    'alertstate',
    'severity',
  ),
  reconcileFailingSince: gauge(
    'archipelago_reconcile_failing_since_timestamp_seconds',
    'Since when passes of a controller do not end well. Nothing is shown while the last one did.',
    'controller',
  ),
  eventsDropped: gauge('archipelago_events_dropped', 'Events not written because too many waited.'),
} as const satisfies Readonly<Record<string, MetricDeclaration>>;

/** A metric, by the word the operator knows it by. */
export type MetricKey = keyof typeof metricTable;
