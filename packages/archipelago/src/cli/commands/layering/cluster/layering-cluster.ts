import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient, ListOptions, Resource, Transport } from '@archipelago/kube-client';
import { ourLabels } from '../../../../layering/api/layering-definitions.ts';
import type { LayeringGroup } from '../../../../layering/api/layering-names.ts';
import { groupOf } from '../../../../layering/api/parse-machine-os-config.ts';
import { configKinds, layeringGroups } from '../../../../operator/layering/layering-kinds.ts';
import { definitionName, definitions } from '../../../../operator/mirror/cluster-resources.ts';
import { demandKnown } from '../../../answers/demand-known.ts';
import { withClient } from '../../../cluster/live-cluster.ts';
import { unlistedBecause } from '../../../cluster/unlisted-because.ts';
import { UnreachableError } from '../../../cluster/unreachable-error.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { UsageError } from '../../../process/io.ts';
import { resourceNameOf } from './resource-name-of.ts';

/** A cluster that serves MachineOSConfigs of ours. */
export interface LayeringCluster {
  readonly client: KubernetesClient;
  /** For answers that come bit by bit. */
  readonly transport: Transport;
  /** Sorted by name, those of our own group first. */
  readonly configs: readonly KubernetesObject[];
  /** All objects that are chosen; none where the kind is not served. Throws an UnreachableError for a refusal. */
  list(resource: Resource, options?: ListOptions): Promise<readonly KubernetesObject[]>;
}

/** Reads the configs of the cluster of a kubeconfig, lets `use` look at it, and lets it go. */
export async function withLayeringCluster<T>(
  options: ClusterOptions,
  use: (cluster: LayeringCluster) => Promise<T>,
): Promise<T> {
  return withClient(options, async (client, transport) =>
    use({ client, transport, list: lister(client), configs: await configsOf(client) }),
  );
}

function lister(client: KubernetesClient): LayeringCluster['list'] {
  return async (resource, options = {}) => {
    const listed = await client.list(resource, options);
    if (listed.ok) return listed.value.items;
    if (listed.status.code === 404) return [];
    throw new UnreachableError(unlistedBecause(resource, listed.status));
  };
}

async function configsOf(client: KubernetesClient): Promise<readonly KubernetesObject[]> {
  const groups = await Promise.all(layeringGroups.map((group) => configsIn(client, group)));
  const served = groups.filter((each) => each !== undefined);
  if (served.length === 0)
    throw new UsageError(
      'the cluster serves no MachineOSConfig that Archipelago looks after; apply what archipelago manifests prints',
    );
  return served.flatMap((each) => each.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)));
}

/** Undefined: the group is not served, or another controller owns its kinds. */
async function configsIn(
  client: KubernetesClient,
  group: LayeringGroup,
): Promise<readonly KubernetesObject[] | undefined> {
  const kind = configKinds[group];
  const [listed, definition] = await Promise.all([
    client.list(kind),
    client.get(definitions, { name: definitionName(kind) }),
  ]);
  if (!listed.ok && listed.status.code === 404) return undefined;
  if (!listed.ok) throw new UnreachableError(unlistedBecause(kind, listed.status));
  // who may not read definitions may well read configs
  if (definition.ok && !isOurs(definition.value)) return undefined;
  return listed.value.items;
}

function isOurs({ metadata }: KubernetesObject): boolean {
  return Object.entries(ourLabels).every(([key, value]) => metadata.labels?.[key] === value);
}

/** The configs that are meant: all of them, or those of names; `group/name` where each group has one of that name. */
export function chosenConfigs(
  { configs }: Pick<LayeringCluster, 'configs'>,
  names: readonly string[],
): readonly KubernetesObject[] {
  demandKnown('MachineOSConfig', names, configs.flatMap(namesOf));
  return configs.filter(
    (config) => names.length === 0 || namesOf(config).some((name) => names.includes(name)),
  );
}

/** What a config can be called, its name first; the last is what `-o name` prints. */
function namesOf({ apiVersion, metadata: { name } }: KubernetesObject): readonly string[] {
  const group = groupOf(apiVersion) ?? '';
  return [name, `${group}/${name}`, resourceNameOf({ group, name })];
}

/** The one config that is meant. */
export function chosenConfig(cluster: Pick<LayeringCluster, 'configs'>, name: string): KubernetesObject {
  const [first, second] = chosenConfigs(cluster, [name]);
  if (first === undefined) throw new Error('a name chooses a config or is refused');
  if (second === undefined) return first;
  const both = [first, second].map(({ apiVersion }) => `${groupOf(apiVersion)}/${name}`).join(' or ');
  throw new UsageError(`there are two MachineOSConfigs ${name}; write ${both}`);
}
