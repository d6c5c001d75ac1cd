import type { Resource } from '@archipelago/kube-client';
import { aaq } from '../definitions/aaq.ts';
import { cdi } from '../definitions/cdi.ts';
import { dataVolume } from '../definitions/data-volume.ts';
import type { ResourceDefinition } from '../definitions/declaration/resource-definition.ts';
import { kubevirt } from '../definitions/kubevirt.ts';
import { networkAddonsConfig } from '../definitions/network-addons-config.ts';
import { ssp } from '../definitions/ssp.ts';
import { virtualMachine } from '../definitions/virtual-machine.ts';
import { virtualMachineInstance } from '../definitions/virtual-machine-instance.ts';

/** How the controller of one operand kind reports, as far as it differs from kind to kind. */
export interface OperandBehaviour {
  readonly resource: Resource;
  /** Without it status is written with the object. */
  readonly statusSubresource: boolean;
  /** Members of status that name the installed version. */
  readonly versionFields: readonly string[];
  /** Words of `status.phase`; undefined where the kind has none. */
  readonly phases: OperandPhases | undefined;
  /** What goes with it. */
  readonly workloads: readonly Resource[];
  /** Reports `status.observedGeneration`. */
  readonly observesGeneration: boolean;
}

export interface OperandPhases {
  readonly deploying: string;
  readonly deployed: string;
  readonly deleting: string;
  readonly failed: string;
}

/** Phases of the controllers that share one lifecycle library. */
const lifecyclePhases: OperandPhases = {
  deploying: 'Deploying',
  deployed: 'Deployed',
  deleting: 'Deleting',
  failed: 'Error',
};

const versionFields = ['operatorVersion', 'targetVersion', 'observedVersion'];

const kubevirtVersionFields = ['operatorVersion', 'targetKubeVirtVersion', 'observedKubeVirtVersion'];

/** The operand kinds that have a simulated controller. */
export const operandBehaviours: readonly OperandBehaviour[] = [
  behaviour(kubevirt, {
    // KubeVirt has no phase for a failure: it stays where it is
    phases: { ...lifecyclePhases, failed: 'Deploying' },
    versionFields: kubevirtVersionFields,
    observesGeneration: true,
    workloads: [virtualMachine, virtualMachineInstance],
  }),
  behaviour(cdi, { workloads: [dataVolume] }),
  behaviour(networkAddonsConfig, { phases: undefined }),
  behaviour(ssp, { observesGeneration: true }),
  behaviour(aaq, {}),
];

function behaviour(
  { group, version, plural, kind, namespaced, statusSubresource }: ResourceDefinition,
  differences: Partial<OperandBehaviour>,
): OperandBehaviour {
  return {
    resource: { group, version, plural, kind, namespaced },
    statusSubresource,
    versionFields,
    phases: lifecyclePhases,
    workloads: [],
    observesGeneration: false,
    ...differences,
  };
}
