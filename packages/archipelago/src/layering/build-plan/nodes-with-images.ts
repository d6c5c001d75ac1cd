import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { machineConfigGroup } from '../api/layering-names.ts';
import { objectsByName } from './observed-index.ts';

const pairs = [
  ['currentConfig', 'currentImage'],
  ['desiredConfig', 'desiredImage'],
] as const;

interface Known {
  readonly images: string;
  readonly node: KubernetesObject;
}

const known = new WeakMap<KubernetesObject, Known>();
const knownLists = new WeakMap<
  readonly KubernetesObject[],
  { readonly of: readonly KubernetesObject[]; readonly nodes: readonly KubernetesObject[] }
>();

/**
 * Nodes of the Machine Config Operator name their MachineConfig, and that names the image: here they name the image themselves, as
 * other nodes do. Nodes that say it already, and all others, stay the same objects; lists are taken not to change.
 */
export function nodesWithImages(
  nodes: readonly KubernetesObject[],
  machineConfigs: readonly KubernetesObject[],
): readonly KubernetesObject[] {
  if (machineConfigs.length === 0) return nodes;
  const before = knownLists.get(nodes);
  if (before?.of === machineConfigs) return before.nodes;
  const byName = objectsByName(machineConfigs);
  const imageOf = (config: string) => textAt(byName.get(config)?.[0], 'spec', 'osImageURL');
  const all = nodes.map((node) => withImages(node, imageOf));
  knownLists.set(nodes, { of: machineConfigs, nodes: all });
  return all;
}

function withImages(node: KubernetesObject, imageOf: (config: string) => string): KubernetesObject {
  const { annotations = {} } = node.metadata;
  const added = pairs.flatMap(([config, image]): [string, string][] => {
    const name = annotations[`${machineConfigGroup}/${config}`];
    const key = `${machineConfigGroup}/${image}`;
    const found = name === undefined || annotations[key] !== undefined ? '' : imageOf(name);
    return found === '' ? [] : [[key, found]];
  });
  if (added.length === 0) return node;
  const images = JSON.stringify(added);
  const before = known.get(node);
  if (before?.images === images) return before.node;
  const metadata = { ...node.metadata, annotations: { ...annotations, ...Object.fromEntries(added) } };
  const made = { ...node, metadata };
  known.set(node, { images, node: made });
  return made;
}
