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

/** Counts nodes by architecture and roles, in the order of both. */
export function groupNodes(objects: readonly KubernetesObject[]): readonly NodeGroup[] {
  const groups = new Map<string, KubernetesObject[]>();
  for (const node of objects) {
    const key = `${architectureOf(node)} ${rolesOf(node).join(',')}`;
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

function groupOf(first: KubernetesObject, members: readonly KubernetesObject[]): NodeGroup {
  const notReady = members.filter((node) => !isReady(node)).map(({ metadata }) => metadata.name);
  return {
    architecture: architectureOf(first),
    roles: rolesOf(first),
    count: members.length,
    ready: members.length - notReady.length,
    usable: members.filter((node) => isReady(node) && !isCordoned(node)).length,
    cordoned: members.filter(isCordoned).length,
    notReady: notReady.sort().slice(0, mostNamed),
  };
}

function architectureOf(node: KubernetesObject): string {
  return (
    textAt(node, 'status', 'nodeInfo', 'architecture') || (node.metadata.labels?.['kubernetes.io/arch'] ?? '')
  );
}

function rolesOf({ metadata }: KubernetesObject): readonly string[] {
  const labels = Object.keys(metadata.labels ?? {});
  return labels
    .filter((label) => label.startsWith(rolePrefix))
    .map((label) => label.slice(rolePrefix.length))
    .sort();
}

function isCordoned(node: KubernetesObject): boolean {
  return valueAt(node, 'spec', 'unschedulable') === true;
}

function isReady(node: KubernetesObject): boolean {
  return isConditionTrue(node, 'Ready');
}
