import { type KubernetesObject, textsAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import type { Desired } from '../../config/desire.ts';
import { insecureRegistries } from '../../config/settings/storage/insecure-registries.ts';
import type { ObservedObjects } from '../../golden-images/boot-sources/observed-boot-sources.ts';
import { isOwnedBy, type Owner } from '../../golden-images/boot-sources/ownership.ts';
import { bootSourceKinds } from '../../operator/golden-images/boot-source-kinds.ts';
import { bootSourceOwner } from '../../operator/golden-images/boot-source-owner.ts';
import { type KubeVirtFacts, kubeVirtFactsOf } from './kube-virt-facts-of.ts';
import type { LiveCluster } from './live-cluster.ts';

/** Registries that the configuration calls insecure. */
export function insecureOf({ resolution }: Desired): readonly string[] {
  return textsAt(resolution.get(insecureRegistries.name)?.value);
}

/** Whose the boot sources are on this cluster: SSP's where it imports and has made them, and the operator none; else the operator's. */
export function ownerOf(
  { inputs, namespace }: Pick<LiveCluster, 'inputs' | 'namespace'>,
  observed: ObservedObjects,
): Owner {
  const own = bootSourceOwner(namespace, inputs.deployment.version);
  const ssp: Owner = {
    resource: `${namespace}/ssp-${hyperConvergedName}`,
    type: 'SSP.ssp.kubevirt.io',
    managedBy: 'ssp-operator',
  };
  const hasMade = (owner: Owner) =>
    [...observed.dataImportCrons, ...observed.dataSources].some(({ metadata }) => isOwnedBy(owner, metadata));
  const isSsp = inputs.deployment.goldenImageImporter === 'ssp';
  return isSsp && hasMade(ssp) && !hasMade(own) ? ssp : own;
}

/** Everything boot sources are made of, as it is now. */
export async function observeBootSources({ list }: LiveCluster): Promise<ObservedObjects> {
  const { dataImportCrons, dataSources, claims, snapshots, dataVolumes } = bootSourceKinds;
  const [a, b, c, d, e] = await Promise.all(
    [dataImportCrons, dataSources, claims, snapshots, dataVolumes].map((kind) => list(kind)),
  );
  return {
    dataImportCrons: a ?? [],
    dataSources: b ?? [],
    claims: c ?? [],
    snapshots: d ?? [],
    dataVolumes: e ?? [],
  };
}

const machines: Resource = {
  group: 'kubevirt.io',
  version: 'v1',
  plural: 'virtualmachines',
  kind: 'VirtualMachine',
  namespaced: true,
};
const kubeVirts: Resource = { ...machines, plural: 'kubevirts', kind: 'KubeVirt' };

export function virtualMachines({ list }: Pick<LiveCluster, 'list'>): Promise<readonly KubernetesObject[]> {
  return list(machines);
}

/** What the cluster's KubeVirt says of architectures. */
export async function kubeVirtFacts({ list }: Pick<LiveCluster, 'list'>): Promise<KubeVirtFacts> {
  const [first] = await list(kubeVirts);
  return kubeVirtFactsOf(first);
}
