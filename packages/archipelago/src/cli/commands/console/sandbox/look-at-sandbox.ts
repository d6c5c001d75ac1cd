import {
  isConditionTrue,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { machineConfigGroup, ownGroup } from '../../../../layering/api/layering-names.ts';
import { nodes } from '../../../../operator/mirror/cluster-resources.ts';
import { clockPath } from '../../../../simulation/actors/clock/clock-api.ts';
import { bootedCondition } from '../../../../simulation/actors/virt-controller/instance-status.ts';
import { type Fault, faultTable } from '../../../../simulation/fault-table.ts';
import { scenarios } from '../../../../simulation/scenarios/scenarios.ts';
import { withClient } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';

/** What can be played with in an embedded cluster; of another cluster that it is none, or that its administrators alone may. */
export async function lookAtSandbox(options: ClusterOptions): Promise<object> {
  if (options.snapshot !== undefined) return { isEmbedded: false };
  return withClient(options, async (client) => {
    const clock = await client.raw({ method: 'GET', path: clockPath });
    if (!clock.ok) return { isEmbedded: false };
    const [faults, firstHour] = await Promise.all([faultsIn(client), firstHourIn(client)]);
    const { ahead } = objectAt(objectAt(clock.value).status);
    return {
      isEmbedded: true,
      // what time it is changes by itself; how far it is ahead does not
      clock: { ahead },
      faults,
      scenarios: scenarios.map(({ name, says, platform }) => ({ name, says, platform })),
      firstHour,
    };
  });
}

/** So many objects are offered of each kind. */
const mostOffered = 100;

async function faultsIn(client: KubernetesClient): Promise<readonly object[]> {
  const kinds = [...new Set(faultTable.flatMap(({ on }) => on))];
  const listed = await Promise.all(
    kinds.map(async (resource) => [resource, await objectsOf(client, resource)] as const),
  );
  const byKind = new Map(listed);
  return faultTable.map((fault) => faultView(fault, byKind));
}

function faultView(
  { annotation, example, on }: Fault,
  byKind: ReadonlyMap<Resource, readonly KubernetesObject[]>,
): object {
  const all = on.flatMap((resource) =>
    (byKind.get(resource) ?? []).map(({ metadata: { namespace, name, annotations } }) => ({
      ...{ kind: resource.kind, namespace, name },
      value: annotations?.[annotation],
    })),
  );
  const set = all.filter(({ value }) => value !== undefined);
  const others = all.filter(({ value }) => value === undefined);
  return { annotation, example, targets: [...set, ...others].slice(0, mostOffered), count: all.length };
}

/** None where the kind is not served, or may not be listed. */
async function objectsOf(client: KubernetesClient, resource: Resource): Promise<readonly KubernetesObject[]> {
  const listed = await client.list(resource);
  return listed.ok ? listed.value.items : [];
}

const instances: Resource = {
  ...{ group: 'kubevirt.io', version: 'v1', plural: 'virtualmachineinstances' },
  ...{ kind: 'VirtualMachineInstance', namespaced: true },
};
const builds: readonly Resource[] = [ownGroup, machineConfigGroup].map((group) => ({
  ...{ group, version: 'v1', plural: 'machineosbuilds', kind: 'MachineOSBuild', namespaced: false },
}));

/** Which steps of docs/first-hour.md can be seen in the cluster now. */
async function firstHourIn(client: KubernetesClient): Promise<object> {
  const [machines, workers, ...built] = await Promise.all([
    objectsOf(client, instances),
    objectsOf(client, nodes),
    ...builds.map((resource) => objectsOf(client, resource)),
  ]);
  const architectures = new Set(workers.map(({ metadata: { labels } }) => labels?.['kubernetes.io/arch']));
  const running = machines.filter((machine) => textAt(machine, 'status', 'phase') === 'Running');
  const booted = new Set(running.map((machine) => textAt(machine, 'spec', 'architecture')));
  return {
    machines: booted.size > 1,
    newArchitecture: architectures.size > 2,
    neverBoots: running.some(hasNotBooted),
    drained: workers.some(({ spec }) => objectAt(spec).unschedulable === true),
    nodeImage: built.flat().some((build) => isConditionTrue(build, 'Succeeded')),
  };
}

function hasNotBooted(machine: KubernetesObject): boolean {
  return objectsAt(machine, 'status', 'conditions').some(
    ({ type, status }) => type === bootedCondition && status === 'False',
  );
}
