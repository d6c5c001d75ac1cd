import { type JsonObject, type KubernetesObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { type Placement, placePod } from '../jobs/place-pod.ts';
import { machineDemand } from './machine-demand.ts';
import type { NodeRoom } from './node-room.ts';

/**
 * Finds a node for a machine, by the spec of its VirtualMachineInstance: one of its architecture on which virt-handler runs, that
 * its nodeSelector, affinity and tolerations allow and that has room. `except` is the node that it is to leave.
 */
export function scheduleMachine(
  spec: JsonObject,
  nodes: readonly KubernetesObject[],
  room: NodeRoom,
  except = '',
): Placement {
  const demand = machineDemand(spec);
  const shortages = (node: KubernetesObject) => [
    ...(node.metadata.name === except ? ["node(s) didn't match pod anti-affinity rules"] : []),
    ...room.shortages(node, demand),
  ];
  return placePod(launcherPlacement(spec), nodes, room.load, shortages);
}

/** Where the pod of a machine may go. */
function launcherPlacement(spec: JsonObject): JsonObject {
  return {
    nodeSelector: {
      ...objectAt(spec, 'nodeSelector'),
      'kubernetes.io/arch': textAt(spec, 'architecture'),
      'kubevirt.io/schedulable': 'true',
    },
    affinity: valueAt(spec, 'affinity'),
    tolerations: valueAt(spec, 'tolerations'),
  };
}
