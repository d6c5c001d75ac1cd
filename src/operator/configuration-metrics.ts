import type { JsonObject, JsonValue } from '../api/json-value.ts';
import { readAt } from '../config/read-at.ts';
import type { Desired } from '../config/render-cluster.ts';
import { enableMultiArchBootImageImport } from '../config/settings/feature-gates/enable-multi-arch-boot-image-import.ts';
import { memoryOvercommitPercentage } from '../config/settings/virtualization/memory-overcommit-percentage.ts';
import { architecturesAnnotation } from '../config/settings/workload-sources/data-import-cron-templates/template.ts';
import type { MetricKey } from '../observability/metric-table.ts';
import type { MetricValues, Sample } from '../observability/metric-values.ts';
import { patchOperations } from '../reconcile/status.ts';

/** The lines of each gauge that follows from the configuration. */
type Gauges = Readonly<Partial<Record<MetricKey, readonly Sample[]>>>;

const healthNumbers: Readonly<Record<string, number>> = { healthy: 0, warning: 1, error: 2 };

/** Shows what a HyperConverged came to (facts/hyperconverged.md §10). */
export function showConfiguration(
  values: MetricValues,
  desired: Desired,
  given: { readonly annotations: Readonly<Record<string, string>>; readonly status: JsonObject },
): void {
  const health = given.status.systemHealthStatus;
  show(values, {
    hyperConvergedExists: single(1),
    systemHealth: single(healthNumbers[typeof health === 'string' ? health : 'error'] ?? 2),
    unsafeModifications: Object.entries(patchOperations(given.annotations)).map(([key, value]) => ({
      labels: { annotation_name: key },
      value,
    })),
    memoryOvercommit: overcommit(desired),
    singleStackIpv6: single(isSingleStackIpv6(desired.facts.clusterNetworks) ? 1 : 0),
    ...imageGauges(desired),
  });
}

/** Shows that there is no HyperConverged. */
export function showNothingConfigured(values: MetricValues): void {
  show(values, {
    hyperConvergedExists: single(0),
    systemHealth: [],
    unsafeModifications: [],
    memoryOvercommit: [],
    imageSupported: [],
    imageAnnotated: [],
    multiArchitectureEnabled: [],
  });
}

/** Says nothing any more: another process leads, and old words of ours would keep alerts up. */
export function hideConfiguration(values: MetricValues): void {
  for (const key of gaugeKeys) values.replace(key, []);
}

function show(values: MetricValues, gauges: Gauges): void {
  for (const key of gaugeKeys) {
    const samples = gauges[key];
    if (samples !== undefined) values.replace(key, samples);
  }
}

const gaugeKeys = [
  'hyperConvergedExists',
  'systemHealth',
  'unsafeModifications',
  'memoryOvercommit',
  'singleStackIpv6',
  'imageSupported',
  'imageAnnotated',
  'multiArchitectureEnabled',
] as const satisfies readonly MetricKey[];

function single(value: number): readonly Sample[] {
  return [{ labels: {}, value }];
}

function overcommit({ resolution }: Desired): readonly Sample[] {
  const percentage = resolution.get(memoryOvercommitPercentage.name)?.value;
  return typeof percentage === 'number' ? single(percentage) : [];
}

function isSingleStackIpv6(networks: readonly string[]): boolean {
  return networks.length === 1 && networks[0]?.includes(':') === true;
}

function imageGauges({ resolution, facts, goldenImages }: Desired): Gauges {
  const enabled = resolution.get(enableMultiArchBootImageImport.name)?.value === true;
  const several = facts.workloadArchitectures.length > 1 && goldenImages.length > 0;
  const images = enabled ? goldenImages : [];
  return {
    multiArchitectureEnabled: several ? single(enabled ? 1 : 0) : [],
    imageAnnotated: images.map(({ status }) => ({
      labels: labelsOf(status),
      value: originalArchitectures(status) ? 1 : 0,
    })),
    imageSupported: images
      .filter(({ status }) => hasAnnotation(status))
      .map(({ status, template }) => ({ labels: labelsOf(status), value: template === undefined ? 0 : 1 })),
  };
}

function labelsOf(status: JsonObject): Readonly<Record<string, string>> {
  const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value.toLowerCase() : '');
  return {
    data_import_cron_name: text(readAt(status, ['metadata', 'name'])),
    managed_data_source_name: text(readAt(status, ['spec', 'managedDataSource'])),
  };
}

function hasAnnotation(status: JsonObject): boolean {
  return readAt(status, ['metadata', 'annotations', architecturesAnnotation]) !== undefined;
}

/** An empty list of architectures says as little as none. */
function originalArchitectures(status: JsonObject): boolean {
  const original = readAt(status, ['status', 'originalSupportedArchitectures']);
  return typeof original === 'string' && original !== '';
}
