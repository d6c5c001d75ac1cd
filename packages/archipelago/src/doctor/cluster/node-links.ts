import { type JsonObject, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { ClusterView } from './cluster-view.ts';
import { networkConfigOf } from './network-config.ts';
import type { NodeView } from './node-view.ts';

/** What of a node a network hangs on. */
export interface Link {
  readonly kind: 'bridge' | 'interface';
  readonly name: string;
}

const bridges = ['bridge', 'cnv-bridge'];
const children = ['macvlan', 'ipvlan', 'vlan', 'ipoib'];

/** The bridge or interface of a NetworkAttachmentDefinition; undefined: it has none, or does not say. */
export function linkOf(attachment: JsonObject): Link | undefined {
  const config = networkConfigOf(attachment);
  const [first] = config.kind === 'read' ? config.plugins : [];
  const type = textAt(first, 'type');
  const [bridge, master] = [textAt(first, 'bridge'), textAt(first, 'master')];
  if (bridges.includes(type) && bridge !== '') return { kind: 'bridge', name: bridge };
  return children.includes(type) && master !== '' ? { kind: 'interface', name: master } : undefined;
}

const marker = 'bridge.network.kubevirt.io/';

/**
 * Nodes that lack it. A node tells its interfaces by its NodeNetworkState; its bridges also among what can be allocated, where some node has
 * a mark of a bridge. Undefined: neither is there.
 */
export function nodesWithout(
  cluster: ClusterView,
  link: Link,
  nodes: readonly NodeView[],
): readonly NodeView[] | undefined {
  const states = new Map(
    cluster.objects('networkStates').map((one) => [textAt(one, 'metadata', 'name'), interfacesOf(one)]),
  );
  const marked = link.kind === 'bridge' && cluster.nodes.some((node) => marksOf(node).length > 0);
  const answers = nodes.map((node): boolean | undefined => {
    const interfaces = states.get(node.name);
    if (interfaces !== undefined) return interfaces.has(link.name);
    return marked ? marksOf(node).includes(`${marker}${link.name}`) : undefined;
  });
  const without = nodes.filter((_, index) => answers[index] === false);
  return without.length === 0 && answers.includes(undefined) ? undefined : without;
}

function interfacesOf(state: JsonObject): ReadonlySet<string> {
  return new Set(objectsAt(state, 'status', 'currentState', 'interfaces').map((one) => textAt(one, 'name')));
}

function marksOf({ object }: NodeView): readonly string[] {
  const allocatable = valueAt(object, 'status', 'allocatable');
  return Object.entries(allocatable ?? {})
    .filter(([name, amount]) => name.startsWith(marker) && amount !== '0')
    .map(([name]) => name);
}
