import type { ClusterFacts, NodeFacts } from './cluster-facts.ts';

/** What might become of a cluster's nodes. */
export interface NodeChange {
  /** `joins`: a worker of the architecture comes; `leaves`: all nodes of it go. */
  readonly what: 'joins' | 'leaves';
  readonly architecture: string;
}

/** A cluster as it would be then. A node that joins is like `model`, so that placements choose it as they chose that one. */
export function factsIf(facts: ClusterFacts, change: NodeChange, model: NodeFacts | undefined): ClusterFacts {
  const { what, architecture } = change;
  const nodes =
    what === 'leaves'
      ? facts.nodes.filter((node) => node.architecture !== architecture)
      : [...facts.nodes, newNode(facts.nodes, architecture, model)];
  return { ...facts, nodes };
}

function newNode(nodes: readonly NodeFacts[], architecture: string, model: NodeFacts | undefined): NodeFacts {
  const names = new Set(nodes.map(({ name }) => name));
  let name = `new-${architecture}`;
  while (names.has(name)) name += '-x';
  const labels = {
    ...(model?.labels ?? { 'node-role.kubernetes.io/worker': '' }),
    'kubernetes.io/arch': architecture,
    'kubernetes.io/hostname': name,
  };
  return { name, labels, architecture };
}
