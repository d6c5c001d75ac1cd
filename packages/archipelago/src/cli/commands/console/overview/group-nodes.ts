import { isConditionTrue, type KubernetesObject, textAt, valueAt } from '@archipelago/apimachinery';

/** Nodes of one architecture with the same roles. A browser is told numbers: there may be thousands. */
export interface NodeGroup {
  /** As the kubelet tells it; empty: it does not. */
  readonly architecture: string;
  readonly roles: readonly string[];
  readonly count: number;
  readonly ready: number;
  /** Ready, and not cordoned. */
  readonly usable: number;
  /** On which nothing new is scheduled. */
  readonly cordoned: number;
  /** The first of those that are not ready. */
  readonly notReady: readonly string[];
}

const mostNamed = 10;
const rolePrefix = 'node-role.kubernetes.io/';

/** What is looked at of a node. */
export interface SeenNode {
  readonly name: string;
  readonly architecture: string;
  readonly roles: readonly string[];
  readonly isReady: boolean;
  readonly isCordoned: boolean;
}

/** Keeps of a node what is counted: some hundred bytes of some ten thousand. */
export function seenNode(node: KubernetesObject): SeenNode {
  const { name, labels = {} } = node.metadata;
  return {
    name,
    architecture: textAt(node, 'status', 'nodeInfo', 'architecture') || (labels['kubernetes.io/arch'] ?? ''),
    roles: Object.keys(labels)
      .filter((label) => label.startsWith(rolePrefix))
      .map((label) => label.slice(rolePrefix.length))
      .sort(),
    isReady: isConditionTrue(node, 'Ready'),
    isCordoned: valueAt(node, 'spec', 'unschedulable') === true,
  };
}

/** Counts nodes by architecture and roles, in the order of both. */
export function groupNodes(nodes: readonly SeenNode[]): readonly NodeGroup[] {
  const groups = new Map<string, SeenNode[]>();
  for (const node of nodes) {
    const key = `${node.architecture} ${node.roles.join(',')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  const inOrder = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.flatMap(([, members]) => {
    const [first] = members;
    return first === undefined ? [] : [groupOf(first, members)];
  });
}

function groupOf({ architecture, roles }: SeenNode, members: readonly SeenNode[]): NodeGroup {
  const notReady = members.filter(({ isReady }) => !isReady).map(({ name }) => name);
  return {
    architecture,
    roles,
    count: members.length,
    ready: members.length - notReady.length,
    usable: members.filter(({ isReady, isCordoned }) => isReady && !isCordoned).length,
    cordoned: members.filter(({ isCordoned }) => isCordoned).length,
    notReady: notReady.sort().slice(0, mostNamed),
  };
}
