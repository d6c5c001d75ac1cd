import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ObservedBuild } from '../build-plan/observed-build.ts';
import { poolNodeOf } from '../build-plan/pool-node.ts';
import { type RolloutNode, rolloutOf } from '../build-plan/rollout.ts';
import type { DetectedArchitecture } from '../detect-architectures.ts';
import type { ArchitectureView } from './config-view.ts';

interface NodesToView {
  /** Of the pool. */
  readonly nodes: readonly KubernetesObject[];
  readonly wanted: readonly DetectedArchitecture[];
  /** Whose image nodes are to have; undefined: there is none yet. */
  readonly current: ObservedBuild | undefined;
  readonly builds: readonly ObservedBuild[];
}

/** By architecture, what the nodes have of the current image; sorted by name, what has not reported yet comes first. */
export function viewNodes({ nodes, wanted, current, builds }: NodesToView): readonly ArchitectureView[] {
  const states =
    current === undefined
      ? nodes.map((node) => withoutImage(node, wanted))
      : rolloutOf(nodes, current, builds);
  const all = new Set([...wanted.map(({ name }): string => name), ...states.map((one) => one.architecture)]);
  return [...all].sort().map((name) => {
    const own = states.filter(({ architecture }) => architecture === name);
    const count = (state: RolloutNode['state']) => own.filter((one) => one.state === state).length;
    return {
      name,
      source: wanted.find((one) => one.name === name)?.source,
      counts: {
        UpToDate: count('UpToDate'),
        Updating: count('Updating'),
        Outdated: count('Outdated'),
        Failed: count('Failed'),
        NoImageForArchitecture: count('NoImageForArchitecture'),
        Unknown: count('Unknown'),
      },
      nodes: own.map(({ name: node, state, message }) => ({ name: node, state, message })),
    };
  });
}

/** Before the first image, nodes that will get one wait for it. */
function withoutImage(node: KubernetesObject, wanted: readonly DetectedArchitecture[]): RolloutNode {
  const { name, architecture = '' } = poolNodeOf(node);
  const hasAgent = false;
  if (architecture === '') return { name, architecture, state: 'Unknown', hasAgent };
  const isWanted = wanted.some((one) => one.name === architecture);
  return { name, architecture, state: isWanted ? 'Outdated' : 'NoImageForArchitecture', hasAgent };
}
