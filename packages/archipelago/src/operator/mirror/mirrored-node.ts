import type { KubernetesObject } from '@archipelago/apimachinery';
import type { InformerOptions } from '@archipelago/kube-client';
import type { NodeFacts } from '../../cluster-facts/cluster-facts.ts';
import { nodeFactsOf } from '../../cluster-facts/node-facts-of.ts';
import { once } from '../../config/framework/once.ts';
import { isSameNode } from './mirrored-objects.ts';

/** A node as placement sees it, with what somebody else keeps of it. */
export interface MirroredNode extends NodeFacts {
  /** Absent where nobody keeps more. */
  readonly more?: KubernetesObject;
}

/** What somebody besides the operands needs of nodes. */
export interface MoreOfNodes {
  /** Keeps of a node what is needed; heartbeats must not show in it. */
  readonly keep: (node: KubernetesObject) => KubernetesObject;
  /** Something that is kept has changed, or nodes are known now. */
  readonly onChange: () => void;
}

/** A list of nodes, and what placement sees of it, in the same order. */
export interface SeenNodes {
  readonly nodes: readonly MirroredNode[];
  readonly facts: readonly NodeFacts[];
}

/** The nodes as placement sees them: the very objects, and the very list, of before as long as they are the same to it. */
export function factsOfNodes(nodes: readonly MirroredNode[], before: SeenNodes): readonly NodeFacts[] {
  const known = once(() => new Map(before.facts.map((facts) => [facts.name, facts])));
  const now = nodes.map((node, index) => {
    const there = before.facts[index];
    // comparing the labels of thousands of nodes, of which one has changed, would be most of a pass
    if (there !== undefined && before.nodes[index] === node) return there;
    const old = known().get(node.name);
    return old !== undefined && isSameNode(old, node) ? old : plainFacts(node);
  });
  const isSame =
    now.length === before.facts.length && now.every((facts, index) => facts === before.facts[index]);
  return isSame ? before.facts : now;
}

/** Without copying a node of which nobody keeps more. */
function plainFacts(node: MirroredNode): NodeFacts {
  if (node.more === undefined) return node;
  const { name, labels, architecture } = node;
  return { name, labels, architecture };
}

type NodeShape = Pick<InformerOptions<MirroredNode>, 'trim' | 'sameContent' | 'onEvent'>;

/** What an informer of nodes keeps, and whom it tells: `onFacts` only of what placement could see. */
export function nodeShape(onFacts: () => void, more: MoreOfNodes | undefined): NodeShape {
  return {
    trim: (node) => ({ ...nodeFactsOf(node), ...(more === undefined ? {} : { more: more.keep(node) }) }),
    sameContent: (old, now) => isSameNode(old, now) && isSameMore(old, now),
    onEvent: (event) => {
      more?.onChange();
      if (event.type !== 'updated' || !isSameNode(event.old, event.object)) onFacts();
    },
  };
}

function isSameMore(old: MirroredNode, now: MirroredNode): boolean {
  return old.more === now.more || JSON.stringify(old.more) === JSON.stringify(now.more);
}
