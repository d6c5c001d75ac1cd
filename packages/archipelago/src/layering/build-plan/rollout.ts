import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { machineConfigGroup } from '../api/layering-names.ts';
import type { MachineOsConfigStatus } from '../api/machine-os-config-status-schema.ts';
import type { ObservedBuild } from './observed-build.ts';
import { oncePerList } from './once-per-list.ts';

const currentImage = `${machineConfigGroup}/currentImage`;
const desiredImage = `${machineConfigGroup}/desiredImage`;

export type RolloutNode = NonNullable<MachineOsConfigStatus['nodes']>[number];

/** Digests of the images that nodes have or are to have. */
export const digestsOnNodes = oncePerList(
  (nodes: readonly KubernetesObject[]): ReadonlySet<string> =>
    new Set(
      nodes.flatMap(({ metadata }) =>
        [currentImage, desiredImage].flatMap((key) => digestIn(metadata.annotations?.[key]) ?? []),
      ),
    ),
);

function digestIn(pullSpec: string | undefined): string | undefined {
  return /@(sha256:[a-f0-9]{64})$/.exec(pullSpec ?? '')?.[1];
}

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
    .map((node): RolloutNode => {
      const name = node.metadata.name;
      const architecture = textAt(node, 'status', 'nodeInfo', 'architecture');
      if (architecture === '') return { name, architecture: '', state: 'Unknown' };
      const child = childIn(current, architecture);
      if (child === undefined) return { name, architecture, state: 'NoImageForArchitecture' };
      const runs = digestIn(node.metadata.annotations?.[currentImage]);
      const isThere = runs !== undefined && childOf(runs, architecture, builds) === child;
      return { name, architecture, state: isThere ? 'UpToDate' : 'Outdated', child };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What an architecture resolves to under a digest that some build has published. */
function childOf(digest: string, architecture: string, builds: readonly ObservedBuild[]): string | undefined {
  const build = builds.find(({ status }) => status.index?.digest === digest);
  return build === undefined ? undefined : childIn(build, architecture);
}

function childIn({ status }: ObservedBuild, architecture: string): string | undefined {
  return status.index?.entries.find((entry) => entry.architecture === architecture)?.digest;
}
