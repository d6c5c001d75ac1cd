import { counter, gauge, type MetricDeclaration } from './metric-declaration.ts';

const image = ['data_import_cron_name', 'managed_data_source_name'] as const;

/** Metrics with upstream's names and meanings, so that existing alerts and dashboards go on working. */
export const hyperConvergedMetrics = {
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
    'Whether the descheduler would evict machines without migrating them: 1 yes, 0 no, or there is none.',
  ),
} as const satisfies Readonly<Record<string, MetricDeclaration>>;
