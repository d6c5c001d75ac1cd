import { type KubernetesObject, textAt } from '@archipelago/apimachinery';

const controlPlane = 'node-role.kubernetes.io/control-plane';
const fallback = 'amd64';

/** The architecture of machines that nothing else decides: KubeVirt's setting, else that of the control plane, where virt-operator runs. */
export function defaultArchitecture(kubeVirt: KubernetesObject, nodes: readonly KubernetesObject[]): string {
  const written = ['spec', 'configuration', 'architectureConfiguration', 'defaultArchitecture'] as const;
  const told = textAt(kubeVirt, ...written) || textAt(kubeVirt, 'status', 'defaultArchitecture');
  if (told !== '') return told;
  const controlPlanes = nodes.filter(({ metadata: { labels = {} } }) => labels[controlPlane] !== undefined);
  const [first = fallback] = (controlPlanes.length === 0 ? nodes : controlPlanes)
    .map((node) => textAt(node, 'status', 'nodeInfo', 'architecture'))
    .filter((architecture) => architecture !== '')
    .sort();
  return first;
}
