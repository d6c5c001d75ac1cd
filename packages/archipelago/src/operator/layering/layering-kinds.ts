import type { Resource } from '@archipelago/kube-client';
import { type LayeringGroup, machineConfigGroup, ownGroup } from '../../layering/api/layering-names.ts';
import { nodes } from '../mirror/cluster-resources.ts';

function core(plural: string, kind: string): Resource {
  return { group: '', version: 'v1', plural, kind, namespaced: true };
}

function ofCluster(group: string, plural: string, kind: string): Resource {
  return { group, version: 'v1', plural, kind, namespaced: false };
}

/** The kinds that users and this operator write, in each of their groups. */
export const layeringGroups = [ownGroup, machineConfigGroup] as const satisfies readonly LayeringGroup[];

export const configKinds = {
  [ownGroup]: ofCluster(ownGroup, 'machineosconfigs', 'MachineOSConfig'),
  [machineConfigGroup]: ofCluster(machineConfigGroup, 'machineosconfigs', 'MachineOSConfig'),
} as const satisfies Readonly<Record<LayeringGroup, Resource>>;

export const buildKinds = {
  [ownGroup]: ofCluster(ownGroup, 'machineosbuilds', 'MachineOSBuild'),
  [machineConfigGroup]: ofCluster(machineConfigGroup, 'machineosbuilds', 'MachineOSBuild'),
} as const satisfies Readonly<Record<LayeringGroup, Resource>>;

/** What builds follow from, and what they are made of. */
export const layeringKinds = {
  nodes,
  namespaces: { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
  pools: ofCluster(machineConfigGroup, 'machineconfigpools', 'MachineConfigPool'),
  machineConfigs: ofCluster(machineConfigGroup, 'machineconfigs', 'MachineConfig'),
  machineSets: {
    group: 'machine.openshift.io',
    version: 'v1beta1',
    plural: 'machinesets',
    kind: 'MachineSet',
    namespaced: true,
  },
  jobs: { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', namespaced: true },
  pods: core('pods', 'Pod'),
  configMaps: core('configmaps', 'ConfigMap'),
  secrets: core('secrets', 'Secret'),
} as const satisfies Readonly<Record<string, Resource>>;

/** What the planner writes; it plans no other kinds. */
export const writtenKinds: readonly Resource[] = [
  ...Object.values(configKinds),
  ...Object.values(buildKinds),
  layeringKinds.pools,
  layeringKinds.jobs,
  layeringKinds.configMaps,
];
