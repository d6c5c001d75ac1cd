import type { JsonObject } from '@archipelago/apimachinery';
import type { Desired } from '../config/desire.ts';
import { memoryOvercommitPercentage } from '../config/settings/virtualization/memory-overcommit-percentage.ts';
import { bootSourceChoicesOf } from '../golden-images/boot-source-choices-of.ts';
import { goldenImagesOf } from '../golden-images/golden-images-of.ts';
import { goldenImageAgreement } from '../golden-images/view/golden-image-agreement.ts';
import { goldenImageGauges } from '../golden-images/view/golden-image-gauges.ts';
import type { MetricKey } from '../observability/metric-table.ts';
import type { MetricValues, Sample } from '../observability/metric-values.ts';
import { patchOperations } from '../reconcile/status.ts';

/** The lines of each gauge that follows from the configuration. */
type Gauges = Readonly<Partial<Record<MetricKey, readonly Sample[]>>>;

const healthNumbers: Readonly<Record<string, number>> = { healthy: 0, warning: 1, error: 2 };

/** Shows what a HyperConverged came to (`docs/compatibility/hyperconverged.md#metrics-and-alerts`). */
export function showConfiguration(values: MetricValues, desired: Desired, status: JsonObject): void {
  const health = status.systemHealthStatus;
  show(values, {
    hyperConvergedExists: single(1),
    systemHealth: single(healthNumbers[typeof health === 'string' ? health : 'error'] ?? 2),
    unsafeModifications: Object.entries(patchOperations(desired.configuration.annotations)).map(
      ([key, value]) => ({
        labels: { annotation_name: key },
        value,
      }),
    ),
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
    imageArchitecturesAgree: [],
    workloadBootImages: [],
    workloadNodes: [],
    imageArchitectures: [],
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
  'imageArchitecturesAgree',
  'workloadBootImages',
  'workloadNodes',
  'imageArchitectures',
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

function imageGauges(desired: Desired): Gauges {
  const { workloadArchitectures: workload } = desired.facts;
  const choices = bootSourceChoicesOf(desired);
  return {
    ...goldenImageGauges({ ...choices, workload }),
    workloadNodes: choices.workload.map(({ name, nodes }) => ({
      labels: { architecture: name },
      value: nodes,
    })),
    imageArchitecturesAgree: choices.multiArchitecture ? goldenImageAgreement(goldenImagesOf(desired)) : [],
  };
}
