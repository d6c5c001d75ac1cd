import { type KubernetesObject, textAt } from '@archipelago/apimachinery';

/** On a simulated node: names of its network cards, as `eno1,eno2`. */
const interfacesAnnotation = 'archipelago.dev/simulate-interfaces';

/** How network cards are called differs with the architecture. */
const usual: Readonly<Record<string, readonly string[]>> = {
  amd64: ['eno1', 'eno2'],
  arm64: ['enp1s0', 'enp2s0'],
  s390x: ['enc1000', 'enc1100'],
  ppc64le: ['env2', 'env3'],
};

/** Network cards of a simulated node. */
export function nodeInterfaces(node: KubernetesObject): readonly string[] {
  const written = node.metadata.annotations?.[interfacesAnnotation];
  if (written !== undefined) return written.split(',').map((name) => name.trim());
  return usual[textAt(node, 'status', 'nodeInfo', 'architecture')] ?? ['eth0'];
}
