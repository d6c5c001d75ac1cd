import { isJsonObject, type JsonObject, type JsonValue, textAt, valueAt } from '@archipelago/apimachinery';

/** Where settings stand in the spec of API v1, and of v1beta1. Source: their types in HyperConverged Cluster Operator 1.20. */
export const settingPaths = {
  workloads: ['deployment.nodePlacements.workload', 'workloads.nodePlacement'],
  infra: ['deployment.nodePlacements.infra', 'infra.nodePlacement'],
  evictionStrategy: ['virtualization.evictionStrategy', 'evictionStrategy'],
  migration: ['virtualization.liveMigrationConfig', 'liveMigrationConfig'],
  overcommit: [
    'virtualization.higherWorkloadDensity.memoryOvercommitPercentage',
    'higherWorkloadDensity.memoryOvercommitPercentage',
  ],
  ksm: ['virtualization.ksmConfiguration', 'ksmConfiguration'],
  cpuModel: ['virtualization.virtualMachineOptions.defaultCPUModel', 'defaultCPUModel'],
  cpuRatio: ['virtualization.vmiCPUAllocationRatio', 'resourceRequirements.vmiCPUAllocationRatio'],
  cpuLimitSelector: [
    'virtualization.autoCPULimitNamespaceLabelSelector',
    'resourceRequirements.autoCPULimitNamespaceLabelSelector',
  ],
  multiArchImages: [
    'workloadSources.enableMultiArchBootImageImport',
    'featureGates.enableMultiArchBootImageImport',
  ],
  bootImages: ['workloadSources.enableCommonBootImageImport', 'enableCommonBootImageImport'],
  scratchClass: ['storage.scratchSpaceStorageClass', 'scratchSpaceStorageClass'],
  stateClass: ['storage.vmStateStorageClass', 'vmStateStorageClass'],
  certificates: ['security.certConfig', 'certConfig'],
  tlsProfile: ['security.tlsSecurityProfile', 'tlsSecurityProfile'],
  imageTemplates: ['workloadSources.dataImportCronTemplates', 'dataImportCronTemplates'],
  overhead: ['storage.filesystemOverhead', 'filesystemOverhead'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

type Setting = keyof typeof settingPaths;

/** A HyperConverged of API v1 or v1beta1. */
export class HyperConvergedView {
  readonly object: JsonObject;
  readonly namespace: string;
  readonly name: string;
  readonly #isV1: boolean;

  constructor(object: JsonObject) {
    this.object = object;
    this.namespace = textAt(object, 'metadata', 'namespace');
    this.name = textAt(object, 'metadata', 'name');
    this.#isV1 = textAt(object, 'apiVersion').endsWith('/v1');
  }

  /** The field as this version names it. */
  fieldOf(setting: Setting): string {
    return `spec.${this.#pathOf(setting)}`;
  }

  /** What is written there; undefined: nothing. */
  value(setting: Setting): JsonValue | undefined {
    return valueAt(this.object, 'spec', ...this.#pathOf(setting).split('.')) ?? undefined;
  }

  text(setting: Setting): string {
    const value = this.value(setting);
    return typeof value === 'string' ? value : '';
  }

  number(setting: Setting): number | undefined {
    const value = this.value(setting);
    return typeof value === 'number' ? value : undefined;
  }

  /** A placement that is written, even an empty one. */
  placement(setting: 'workloads' | 'infra'): JsonObject | undefined {
    const value = this.value(setting);
    return isJsonObject(value) ? value : undefined;
  }

  annotation(name: string): string {
    return textAt(this.object, 'metadata', 'annotations', name);
  }

  #pathOf(setting: Setting): string {
    const [current, former] = settingPaths[setting];
    return this.#isV1 ? current : former;
  }
}
