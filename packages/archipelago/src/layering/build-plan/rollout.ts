import type { KubernetesObject } from '@archipelago/apimachinery';
import { isArchitecture } from '../../api/architectures.ts';
import type { MachineOsConfigStatus } from '../api/machine-os-config-status-schema.ts';
import { currentImage, desiredImage, digestIn, type NodeRollout, nodeRolloutOf } from './node-rollout.ts';
import type { ObservedBuild } from './observed-build.ts';
import { oncePerList } from './once-per-list.ts';

/** What the current image means for a node, and how far it is. */
export interface RolloutNode {
  readonly name: string;
  readonly architecture: string;
  readonly state: 'UpToDate' | 'Updating' | 'Outdated' | 'Failed' | 'NoImageForArchitecture' | 'Unknown';
  /** What its architecture resolves to in the current image. */
  readonly child?: string;
  /** What happens to it, or why nothing does. */
  readonly message?: string;
  /** Whether an agent has announced itself, or the Machine Config Daemon is there. */
  readonly hasAgent: boolean;
  /** Whether the Machine Config Operator updates it. */
  readonly isOfOthers?: boolean;
}

/** Digests of the images that nodes have or are to have. */
export const digestsOnNodes = oncePerList(
  (nodes: readonly KubernetesObject[]): ReadonlySet<string> =>
    new Set(
      nodes.flatMap(({ metadata }) =>
        [currentImage, desiredImage].flatMap((key) => digestIn(metadata.annotations?.[key]) ?? []),
      ),
    ),
);

/**
 * What the current image means for each node (`docs/compatibility/layering.md#rollout`): a node whose architecture resolves to
 * the image it already runs needs no reboot, although the index has another digest; one without an image is held, the others go
 * on.
 */
export function rolloutOf(
  nodes: readonly KubernetesObject[],
  current: ObservedBuild,
  builds: readonly ObservedBuild[],
): readonly RolloutNode[] {
  return nodes
    .map((node) => rolloutNode(nodeRolloutOf(node), current, builds))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function rolloutNode(
  node: NodeRollout,
  current: ObservedBuild,
  builds: readonly ObservedBuild[],
): RolloutNode {
  const { name, architecture } = node;
  const hasAgent = node.agent === 'known' || node.isOfOthers;
  if (architecture === '') return { name, architecture, state: 'Unknown', hasAgent };
  const child = childIn(current, architecture);
  if (child === undefined) return { name, architecture, state: 'NoImageForArchitecture', hasAgent };
  const { isOfOthers } = node;
  return { name, architecture, child, hasAgent, isOfOthers, ...stateOf(node, { current, builds }) };
}

interface Images {
  readonly current: ObservedBuild;
  readonly builds: readonly ObservedBuild[];
}

const doings = {
  Stage: 'its agent fetches the image',
  Drain: 'it is being drained',
  Apply: 'its agent applies the image',
} as const;

function stateOf(node: NodeRollout, images: Images): Pick<RolloutNode, 'state' | 'message'> {
  if (node.others !== undefined) return node.others;
  const { step, message } = node;
  if (step !== undefined && step.name !== 'Failed') return { state: 'Updating', message: doings[step.name] };
  const runs = runsCurrent(node, images);
  // one that boots the image, but is not ready with it, has failed, too
  const hasFailed = step !== undefined && (runs ? !node.isReady : isOfImage(node, images));
  if (hasFailed) return { state: 'Failed', message: message === '' ? 'its update failed' : message };
  return { state: runs ? 'UpToDate' : 'Outdated' };
}

/** Whether the node runs what its architecture has in the current image, under whatever index. */
export function runsCurrent(
  { architecture, current: runs }: NodeRollout,
  { current, builds }: Images,
): boolean {
  const child = childIn(current, architecture);
  return runs !== undefined && child !== undefined && childOf(runs, architecture, builds) === child;
}

/** Whether what was begun on the node was begun for this image. */
export function isOfImage({ desired }: NodeRollout, { current }: Pick<Images, 'current'>): boolean {
  return desired !== undefined && desired === current.status.index?.digest;
}

/** What an architecture resolves to under a digest that some build has published. */
function childOf(digest: string, architecture: string, builds: readonly ObservedBuild[]): string | undefined {
  const build = builds.find(({ status }) => status.index?.digest === digest);
  return build === undefined ? undefined : childIn(build, architecture);
}

/** The digest for an architecture; undefined: the image has nothing for it. */
export function childIn({ status }: ObservedBuild, architecture: string): string | undefined {
  return status.index?.entries.find((entry) => entry.architecture === architecture)?.digest;
}

/** The worst first. */
const exceptional = ['Failed', 'NoImageForArchitecture', 'Updating', 'Unknown', 'Outdated'] as const;
const mostExceptions = 10;
const longestName = 253;

type Counted = Required<Pick<MachineOsConfigStatus, 'machineCounts' | 'exceptions'>> &
  Pick<
    MachineOsConfigStatus,
    | 'machineCount'
    | 'updatedMachineCount'
    | 'updatingMachineCount'
    | 'degradedMachineCount'
    | 'moreExceptions'
  >;

/** Counts, and the first of the nodes that are not up to date: a status has the same size for five nodes and for 5,000. */
export function rolloutStatus(nodes: readonly RolloutNode[]): Counted {
  const groups = [...new Set(nodes.map(groupOf))].sort();
  const others = exceptional.flatMap((state) => nodes.filter((node) => node.state === state));
  const count = (state: RolloutNode['state']) => nodes.filter((node) => node.state === state).length;
  return {
    machineCount: nodes.length,
    updatedMachineCount: count('UpToDate'),
    updatingMachineCount: count('Updating'),
    degradedMachineCount: count('Failed'),
    machineCounts: groups.map((group) =>
      countsOf(
        group,
        nodes.filter((node) => groupOf(node) === group),
      ),
    ),
    exceptions: others.slice(0, mostExceptions).map(exceptionOf),
    ...(others.length > mostExceptions ? { moreExceptions: others.length - mostExceptions } : {}),
  };
}

/** Kubelets may report whatever they like: everything that images are not built for is one group. */
function groupOf({ architecture }: RolloutNode): string {
  if (architecture === '') return 'unknown';
  return isArchitecture(architecture) ? architecture : 'other';
}

function countsOf(architecture: string, nodes: readonly RolloutNode[]) {
  const count = (state: RolloutNode['state']) => nodes.filter((node) => node.state === state).length;
  return {
    architecture,
    total: nodes.length,
    upToDate: count('UpToDate'),
    updating: count('Updating'),
    outdated: count('Outdated'),
    failed: count('Failed'),
    noImage: count('NoImageForArchitecture'),
    unknown: count('Unknown'),
    withoutAgent: nodes.filter(({ state, hasAgent }) => state === 'Outdated' && !hasAgent).length,
  };
}

function exceptionOf(node: RolloutNode) {
  const { name, state, message } = node;
  return {
    name: name.slice(0, longestName),
    architecture: groupOf(node),
    state,
    ...(message === undefined ? {} : { message }),
  };
}
