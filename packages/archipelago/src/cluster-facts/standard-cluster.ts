import type { ClusterFacts, NodeFacts } from './cluster-facts.ts';
import type { DeploymentParameters, Inputs } from './inputs.ts';

/** What the operator's deployment says unless somebody changes it. */
export const standardDeployment: DeploymentParameters = {
  version: '1.16.0',
  machineTypes: { amd64: 'q35', arm64: 'virt' },
  smbios: { family: 'KubeVirt', manufacturer: 'KubeVirt', product: 'None' },
  kvmEmulation: false,
  images: { passtCni: undefined, passtSidecar: undefined, waspAgent: undefined },
};

/** A node as facts know it, with the labels Kubernetes gives it. */
export function nodeFacts(
  name: string,
  architecture: string | undefined,
  roles: readonly string[],
): NodeFacts {
  return {
    name,
    architecture,
    labels: {
      'kubernetes.io/hostname': name,
      ...(architecture === undefined ? {} : { 'kubernetes.io/arch': architecture }),
      ...Object.fromEntries(roles.map((role) => [`node-role.kubernetes.io/${role}`, ''])),
    },
  };
}

/** What offline commands assume without `--cluster`. */
export const standardCluster: ClusterFacts = {
  platform: 'kubernetes',
  baseDomain: undefined,
  clusterNetworks: [],
  networkAttachmentDefinitions: true,
  nodes: [
    ...[0, 1, 2].map((index) => nodeFacts(`control-plane-${index}`, 'amd64', ['control-plane', 'master'])),
    ...[0, 1, 2].map((index) => nodeFacts(`worker-${index}`, 'amd64', ['worker'])),
  ],
  apiServerTlsProfile: undefined,
};

/** What offline commands assume besides. */
export const standardInputs: Inputs = {
  facts: standardCluster,
  deployment: { ...standardDeployment, operatorNamespace: 'kubevirt-hyperconverged' },
  memory: { dataImportSchedule: '0 0/12 * * *' },
};

/** The standard cluster in one sentence, for people who did not say which cluster they mean. */
export const standardClusterText = 'three amd64 control planes and three amd64 workers on plain Kubernetes';
