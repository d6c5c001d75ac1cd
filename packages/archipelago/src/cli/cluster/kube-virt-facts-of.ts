import { type KubernetesObject, textAt, textsAt } from '@archipelago/apimachinery';

/** What a KubeVirt says of the architectures of its machines. */
export interface KubeVirtFacts {
  /** Of machines that do not say one; undefined: KubeVirt has not told it yet. */
  readonly defaultArchitecture: string | undefined;
  /** Nodes may emulate a foreign architecture. */
  readonly crossesArchitectures: boolean;
}

/** Reads them from the KubeVirt of a cluster; undefined: there is none. */
export function kubeVirtFactsOf(kubeVirt: KubernetesObject | undefined): KubeVirtFacts {
  const gates = textsAt(kubeVirt?.spec, 'configuration', 'developerConfiguration', 'featureGates');
  return {
    defaultArchitecture: textAt(kubeVirt?.status, 'defaultArchitecture') || undefined,
    crossesArchitectures: gates.includes('CrossArchitectureVirtualization'),
  };
}
