import type { KubeVirt } from '../../../api/operands/kubevirt.gen.ts';
import { type BaselineEntry, type BaselineVerbs, operand } from '../../framework/operand.ts';
import { constantFeatureGates, featureGateOrder, hardwareFeatureGates } from './feature-gate-order.ts';
import { obsoleteCpuModels } from './obsolete-cpu-models.ts';

/** The virtualization engine itself. */
export const kubevirt = operand<KubeVirt>({
  group: 'kubevirt.io',
  version: 'v1',
  kind: 'KubeVirt',
  plural: 'kubevirts',
  namespaced: true,
  component: 'compute',
  name: (hyperConverged) => `kubevirt-${hyperConverged}`,
  owned: true,
  // its machines need what builds on it to be gone, and storage to the end
  removal: 1,
  reportsConditions: true,
  patchAnnotation: 'kubevirt.kubevirt.io/jsonpatch',
  listOrder: { 'spec.configuration.developerConfiguration.featureGates': featureGateOrder },
  baseline: (verbs) => [...featureGates(verbs), ...opinions(verbs), ...deployment(verbs), ...topology(verbs)],
});

function featureGates({ item }: BaselineVerbs<KubeVirt>): readonly BaselineEntry[] {
  return [
    ...constantFeatureGates.map((gate) =>
      item('spec.configuration.developerConfiguration.featureGates', gate, 'the product relies on it'),
    ),
    ...hardwareFeatureGates.map((gate) =>
      item(
        'spec.configuration.developerConfiguration.featureGates',
        gate,
        'nodes have hardware virtualization',
        ({ deployment }) => !deployment.kvmEmulation,
      ),
    ),
  ];
}

function opinions({ opinion }: BaselineVerbs<KubeVirt>): readonly BaselineEntry[] {
  return [
    opinion(
      'spec.configuration.network.defaultNetworkInterface',
      'masquerade',
      'works with every pod network and survives migration',
    ),
    opinion(
      'spec.configuration.network.binding',
      { l2bridge: { domainAttachmentType: 'managedTap', migration: {} } },
      'layer 2 networks defined by users need this binding',
    ),
    opinion(
      'spec.configuration.vmRolloutStrategy',
      'LiveUpdate',
      'a changed machine is updated without a restart where possible',
    ),
    opinion(
      'spec.configuration.seccompConfiguration.virtualMachineInstanceProfile.customProfile.localhostProfile',
      'kubevirt/kubevirt.json',
      'launcher pods get no more system calls than they need',
    ),
    opinion(
      'spec.configuration.developerConfiguration.diskVerification.memoryLimit',
      '2G',
      'verification of large container disks needs it',
    ),
    opinion(
      'spec.configuration.obsoleteCPUModels',
      Object.fromEntries(obsoleteCpuModels.map((model) => [model, true])),
      'no host that is still in use has such a CPU',
    ),
    opinion('spec.customizeComponents', {}, 'components are not customized'),
    opinion('spec.productName', 'hyperconverged-cluster', 'names the product that deploys KubeVirt'),
    opinion('spec.productComponent', 'compute', 'names the part of the product that KubeVirt is'),
  ];
}

function deployment({ fact }: BaselineVerbs<KubeVirt>): readonly BaselineEntry[] {
  return [
    fact('spec.productVersion', 'version of the operator', ({ deployment }) => deployment.version),
    fact(
      'spec.serviceMonitorNamespace',
      'namespace of the operator',
      ({ deployment }) => deployment.operatorNamespace,
    ),
    fact('spec.configuration.smbios', 'deployment parameter SMBIOS', ({ deployment }) => deployment.smbios),
    fact(
      'spec.configuration.developerConfiguration.useEmulation',
      'deployment parameter KVM_EMULATION',
      ({ deployment }) => (deployment.kvmEmulation ? true : undefined),
    ),
    fact(
      'spec.configuration.architectureConfiguration.amd64',
      'deployment parameter AMD64_MACHINETYPE',
      ({ deployment }) => architecture(deployment.machineTypes.amd64, '/usr/share/OVMF', ['q35*', 'pc-q35*']),
    ),
    fact(
      'spec.configuration.architectureConfiguration.arm64',
      'deployment parameter ARM64_MACHINETYPE',
      ({ deployment }) => architecture(deployment.machineTypes.arm64, '/usr/share/AAVMF', ['virt*']),
    ),
  ];
}

function topology({ fact }: BaselineVerbs<KubeVirt>): readonly BaselineEntry[] {
  return [
    fact('spec.infra.replicas', 'number of nodes: not highly available', ({ facts }) => {
      const single =
        !facts.controlPlaneHighlyAvailable &&
        (facts.controlPlaneNodeExists || !facts.infrastructureHighlyAvailable);
      return single ? 1 : undefined;
    }),
    fact('spec.infra.nodePlacement', 'no control-plane nodes: components run anywhere', ({ facts }) =>
      facts.controlPlaneNodeExists ? undefined : {},
    ),
  ];
}

function architecture(
  machineType: string | undefined,
  ovmfPath: string,
  emulatedMachines: readonly string[],
) {
  return machineType === undefined ? undefined : { machineType, ovmfPath, emulatedMachines };
}
