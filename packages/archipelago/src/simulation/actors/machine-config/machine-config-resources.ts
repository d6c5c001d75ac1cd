import type { Resource } from '@archipelago/kube-client';

const group = 'machineconfiguration.openshift.io';

/** What the Machine Config Operator looks at. */
export const machineConfigResources = {
  nodes: { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false },
  pools: { group, version: 'v1', plural: 'machineconfigpools', kind: 'MachineConfigPool', namespaced: false },
  machineConfigs: {
    group,
    version: 'v1',
    plural: 'machineconfigs',
    kind: 'MachineConfig',
    namespaced: false,
  },
} as const satisfies Readonly<Record<string, Resource>>;
