import type { Resource } from '@archipelago/kube-client';

/** A way in which a player of an embedded cluster is made to fail, by an annotation. */
export interface Fault {
  readonly annotation: string;
  /** A value that it may have. */
  readonly example: string;
  /** Objects that it means something on; those of which it is their template's are left out. */
  readonly on: readonly Resource[];
}

function cluster(group: string, version: string, plural: string, kind: string): Resource {
  return { group, version, plural, kind, namespaced: false };
}

function inNamespaces(group: string, version: string, plural: string, kind: string): Resource {
  return { group, version, plural, kind, namespaced: true };
}

const nodes = cluster('', 'v1', 'nodes', 'Node');
const pods = inNamespaces('', 'v1', 'pods', 'Pod');
const jobs = inNamespaces('batch', 'v1', 'jobs', 'Job');
const crons = inNamespaces('cdi.kubevirt.io', 'v1beta1', 'dataimportcrons', 'DataImportCron');
const operands = [
  inNamespaces('kubevirt.io', 'v1', 'kubevirts', 'KubeVirt'),
  cluster('cdi.kubevirt.io', 'v1beta1', 'cdis', 'CDI'),
  cluster('networkaddonsoperator.network.kubevirt.io', 'v1', 'networkaddonsconfigs', 'NetworkAddonsConfig'),
  inNamespaces('ssp.kubevirt.io', 'v1beta3', 'ssps', 'SSP'),
  cluster('aaq.kubevirt.io', 'v1alpha1', 'aaqs', 'AAQ'),
];
const builders = [
  nodes,
  cluster('layering.archipelago.dev', 'v1', 'machineosconfigs', 'MachineOSConfig'),
  cluster('machineconfiguration.openshift.io', 'v1', 'machineosconfigs', 'MachineOSConfig'),
];
const sandbox = 'sandbox.archipelago.dev';

/** Every annotation that makes something fail in an embedded cluster (docs/embedded-cluster.md). */
export const faultTable: readonly Fault[] = [
  { annotation: 'archipelago.dev/simulate', example: 'fail: no reason', on: operands },
  { annotation: 'archipelago.dev/simulate-failure', example: 'no reason', on: [crons] },
  { annotation: `${sandbox}/exit-code`, example: '3', on: [pods, jobs] },
  { annotation: `${sandbox}/run-seconds`, example: '60', on: [pods, jobs] },
  { annotation: `${sandbox}/not-ready`, example: 'true', on: [pods] },
  { annotation: 'archipelago.dev/simulate-interfaces', example: 'eno1', on: [nodes] },
  { annotation: `${sandbox}/build-exit-code`, example: '65', on: builders },
  { annotation: `${sandbox}/build-evicted`, example: 'true', on: builders },
  { annotation: `${sandbox}/build-seconds`, example: '60', on: builders },
  { annotation: `${sandbox}/build-lie`, example: 'digest', on: builders },
  { annotation: `${sandbox}/update-fails`, example: 'no reason', on: [nodes] },
  { annotation: `${sandbox}/update-hangs`, example: 'true', on: [nodes] },
  { annotation: `${sandbox}/agent`, example: 'none', on: [nodes] },
];
