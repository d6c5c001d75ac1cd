import type { JsonObject } from '@archipelago/apimachinery';
import { openObject } from './resource-definition.ts';

const listOfObjects: JsonObject = { type: 'array', items: openObject };

/** Schema of the placement that KubeVirt's family of operators shares, with its texts. */
export function placementSchema(description: string): JsonObject {
  return {
    type: 'object',
    description,
    properties: {
      affinity: {
        ...openObject,
        description: `affinity enables pod affinity/anti-affinity placement expanding the types of constraints
that can be expressed with nodeSelector.
affinity is going to be applied to the relevant kind of pods in parallel with nodeSelector
See https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#affinity-and-anti-affinity`,
      },
      nodeSelector: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: `nodeSelector is the node selector applied to the relevant kind of pods
It specifies a map of key-value pairs: for the pod to be eligible to run on a node,
the node must have each of the indicated key-value pairs as labels
(it can have additional labels as well).
See https://kubernetes.io/docs/concepts/configuration/assign-pod-node/#nodeselector`,
      },
      tolerations: {
        ...listOfObjects,
        description: `tolerations is a list of tolerations applied to the relevant kind of pods
See https://kubernetes.io/docs/concepts/configuration/taint-and-toleration/ for more info.
These are additional tolerations other than default ones.`,
      },
    },
  };
}
