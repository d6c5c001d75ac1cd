import type { JsonObject } from '@archipelago/apimachinery';
import { openObject } from '../../declaration/resource-definition.ts';

const objects: JsonObject = { type: 'array', items: openObject };
const texts: JsonObject = { type: 'object', additionalProperties: { type: 'string' } };

/** Schema of a Subscription's `spec.config`, with the texts that `kubectl explain` shows of it. */
export const subscriptionConfigSchema: JsonObject = {
  type: 'object',
  description: 'SubscriptionConfig contains configuration specified for a subscription.',
  properties: {
    affinity: {
      ...openObject,
      nullable: true,
      description: `If specified, overrides the pod's scheduling constraints.
nil sub-attributes will *not* override the original values in the pod.spec for those sub-attributes.
Use empty object ({}) to erase original sub-attribute values.`,
    },
    annotations: {
      ...texts,
      description: `Annotations is an unstructured key value map stored with each Deployment, Pod, APIService in the Operator.
Typically, annotations may be set by external tools to store and retrieve arbitrary metadata.
Use this field to pre-define annotations that OLM should add to each of the Subscription's
deployments, pods, and apiservices.`,
    },
    env: {
      ...objects,
      description: `Env is a list of environment variables to set in the container.
Cannot be updated.`,
    },
    envFrom: {
      ...objects,
      description: `EnvFrom is a list of sources to populate environment variables in the container.
The keys defined within a source must be a C_IDENTIFIER. All invalid keys
will be reported as an event when the container is starting. When a key exists in multiple
sources, the value associated with the last source will take precedence.
Values defined by an Env with a duplicate key will take precedence.
Immutable.`,
    },
    nodeSelector: {
      ...texts,
      description: `NodeSelector is a selector which must be true for the pod to fit on a node.
Selector which must match a node's labels for the pod to be scheduled on that node.
More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/`,
    },
    resources: {
      ...openObject,
      description: `Resources represents compute resources required by this container.
Immutable.
More info: https://kubernetes.io/docs/concepts/configuration/manage-compute-resources-container/`,
    },
    selector: {
      ...openObject,
      description: `Selector is the label selector for pods to be configured.
Existing ReplicaSets whose pods are
selected by this will be the ones affected by this deployment.
It must match the pod template's labels.`,
    },
    tolerations: { ...objects, description: "Tolerations are the pod's tolerations." },
    volumeMounts: { ...objects, description: 'List of VolumeMounts to set in the container.' },
    volumes: { ...objects, description: 'List of Volumes to set in the podSpec.' },
  },
};
