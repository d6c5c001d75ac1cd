import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { labelSelector } from './label-selector.ts';
import { listOf } from './list-of.ts';
import { mapOf } from './map-of.ts';
import { fieldRequirementRules, labelRequirementRules } from './node-selector-rules.ts';
import { withRules } from './rule.ts';

const nodeSelectorRequirement = Type.Object({
  key: Type.String(),
  operator: Type.String({ description: 'In, NotIn, Exists, DoesNotExist, Gt or Lt.' }),
  values: Type.Optional(listOf(Type.String())),
});

/** A prefix and a name, with the slash between them. */
const longestKey = 253 + 1 + 63;

const boundedRequirement = Type.Object({
  ...nodeSelectorRequirement.properties,
  key: Type.String({ maxLength: longestKey }),
});

const nodeSelectorTerm = Type.Object(
  {
    matchExpressions: Type.Optional(
      listOf(nodeSelectorRequirement, { description: 'Requirements on labels; all must hold.' }),
    ),
    matchFields: Type.Optional(
      listOf(nodeSelectorRequirement, { description: 'Requirements on fields; all must hold.' }),
    ),
  },
  { 'x-kubernetes-map-type': 'atomic' },
);

/** The bounds let API servers try the rules on whatever may be written. */
const requiredTerm = Type.Object(
  {
    matchExpressions: Type.Optional(
      listOf(withRules(boundedRequirement, labelRequirementRules), {
        description: 'Requirements on labels; all must hold.',
        maxItems: 32,
      }),
    ),
    matchFields: Type.Optional(
      listOf(withRules(boundedRequirement, fieldRequirementRules), {
        description: 'Requirements on fields; all must hold.',
        maxItems: 32,
      }),
    ),
  },
  { 'x-kubernetes-map-type': 'atomic' },
);

const nodeAffinity = Type.Object({
  preferredDuringSchedulingIgnoredDuringExecution: Type.Optional(
    listOf(Type.Object({ preference: nodeSelectorTerm, weight: Type.Integer({ format: 'int32' }) }), {
      description: 'Nodes that are better than others.',
    }),
  ),
  requiredDuringSchedulingIgnoredDuringExecution: Type.Optional(
    Type.Object(
      { nodeSelectorTerms: listOf(requiredTerm, { description: 'One of them must match.', maxItems: 64 }) },
      { 'x-kubernetes-map-type': 'atomic', description: 'Nodes that are allowed at all.' },
    ),
  ),
});

const podAffinityTerm = Type.Object({
  labelSelector: Type.Optional(labelSelector),
  matchLabelKeys: Type.Optional(listOf(Type.String())),
  mismatchLabelKeys: Type.Optional(listOf(Type.String())),
  namespaceSelector: Type.Optional(labelSelector),
  namespaces: Type.Optional(listOf(Type.String())),
  topologyKey: Type.String(),
});

const podAffinity = Type.Object({
  preferredDuringSchedulingIgnoredDuringExecution: Type.Optional(
    listOf(Type.Object({ podAffinityTerm, weight: Type.Integer({ format: 'int32' }) })),
  ),
  requiredDuringSchedulingIgnoredDuringExecution: Type.Optional(listOf(podAffinityTerm)),
});

const affinity = Type.Object(
  {
    nodeAffinity: Type.Optional(nodeAffinity),
    podAffinity: Type.Optional(podAffinity),
    podAntiAffinity: Type.Optional(podAffinity),
  },
  {
    description: `affinity enables pod affinity/anti-affinity placement expanding the types of constraints
that can be expressed with nodeSelector.
affinity is going to be applied to the relevant kind of pods in parallel with nodeSelector
See https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#affinity-and-anti-affinity`,
  },
);

const toleration = Type.Object({
  effect: Type.Optional(
    Type.String({ description: 'NoSchedule, PreferNoSchedule or NoExecute; empty means all.' }),
  ),
  key: Type.Optional(Type.String()),
  operator: Type.Optional(Type.String({ description: 'Equal (the default) or Exists.' })),
  tolerationSeconds: Type.Optional(Type.Integer({ format: 'int64' })),
  value: Type.Optional(Type.String()),
});

/** Where pods may run: the three means core/v1 offers. The texts are those that documents print of `kubectl explain`. */
export const nodePlacement = Type.Object(
  {
    nodeSelector: Type.Optional(
      mapOf(Type.String(), {
        description: `nodeSelector is the node selector applied to the relevant kind of pods
It specifies a map of key-value pairs: for the pod to be eligible to run on a node,
the node must have each of the indicated key-value pairs as labels
(it can have additional labels as well).
See https://kubernetes.io/docs/concepts/configuration/assign-pod-node/#nodeselector`,
      }),
    ),
    affinity: Type.Optional(affinity),
    tolerations: Type.Optional(
      listOf(toleration, {
        description: `tolerations is a list of tolerations applied to the relevant kind of pods
See https://kubernetes.io/docs/concepts/configuration/taint-and-toleration/ for more info.
These are additional tolerations other than default ones.`,
      }),
    ),
  },
  { description: 'NodePlacement describes node scheduling configuration.' },
) satisfies TSchema;

export type NodePlacement = Static<typeof nodePlacement>;
