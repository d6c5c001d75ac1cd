import {
  isJsonObject,
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { hostPathProvisioner } from '../../definitions/storage/host-path-provisioner.ts';
import { daemonPodFits } from '../players/daemon-pod-fits.ts';
import type { Play } from '../players/play.ts';
import { timedConditions } from '../timed-conditions.ts';

const resources = {
  HostPathProvisioner: hostPathProvisioner,
  Node: { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false },
} as const satisfies Readonly<Record<string, Resource>>;

/** Plays the operator of the HostPathProvisioner: its conditions, and its pools on the nodes that it may use. */
export const hostPathPools: Play<keyof typeof resources> = {
  name: 'hostpath provisioner',
  resources,
  look(world) {
    const nodes = world.list('Node');
    return {
      writes: world
        .list('HostPathProvisioner')
        .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .flatMap((object) => {
          const status = statusOf(object, nodes, timestamp(world.now));
          if (jsonEqual(objectAt(object, 'status'), status)) return [];
          // upstream has no status subresource
          return [{ do: 'patch' as const, resource: hostPathProvisioner, object, patch: { status } }];
        }),
    };
  },
};

function statusOf(object: KubernetesObject, nodes: readonly KubernetesObject[], now: string): JsonObject {
  const placement = objectAt(object, 'spec', 'workload');
  const count = nodes.filter((node) => daemonPodFits(placement, node)).length;
  const claimed = objectsAt(object, 'spec', 'storagePools').filter(({ pvcTemplate }) =>
    isJsonObject(pvcTemplate),
  );
  const told = { reason: 'Complete', message: `simulated: pods on ${count} nodes` };
  return {
    ...objectAt(object, 'status'),
    conditions: timedConditions(
      [
        { type: 'Available', status: 'True', ...told },
        { type: 'Progressing', status: 'False', ...told },
        { type: 'Degraded', status: 'False', ...told },
      ],
      object,
      now,
    ),
    storagePoolStatuses: claimed.map((pool) => ({
      name: textAt(pool, 'name'),
      phase: 'Ready',
      desiredReady: count,
      currentReady: count,
    })),
  };
}
