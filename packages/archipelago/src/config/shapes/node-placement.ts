import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { labelSelector } from './label-selector.ts';
import { listOf } from './list-of.ts';
import { mapOf } from './map-of.ts';
import { fieldRequirementRules, labelRequirementRules } from './node-selector-rules.ts';
import { withRules } from './rule.ts';

/** Of a requirement on nodes. */
const requirementTexts = {
  key: 'Label or field of the node that the requirement is about.',
  values: 'Several for In and NotIn, none for Exists and DoesNotExist, one whole number for Gt and Lt.',
} as const;

const nodeSelectorRequirement = Type.Object({
  key: Type.String({ description: requirementTexts.key }),
  operator: Type.String({ description: 'In, NotIn, Exists, DoesNotExist, Gt or Lt.' }),
  values: Type.Optional(listOf(Type.String(), { description: requirementTexts.values })),
});

/** A prefix and a name, with the slash between them. */
const longestKey = 253 + 1 + 63;

const boundedRequirement = Type.Object({
  ...nodeSelectorRequirement.properties,
  key: Type.String({ maxLength: longestKey, description: requirementTexts.key }),
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
  { 'x-kubernetes-map-type': 'atomic', description: 'Nodes that are preferred.' },
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

const weight = Type.Integer({
  format: 'int32',
  description: 'From 1 to 100; weights of all that match are added, and the highest sum wins.',
});

const nodeAffinity = Type.Object(
  {
    preferredDuringSchedulingIgnoredDuringExecution: Type.Optional(
      listOf(Type.Object({ preference: nodeSelectorTerm, weight }), {
        description: 'Nodes that are better than others.',
      }),
    ),
    requiredDuringSchedulingIgnoredDuringExecution: Type.Optional(
      Type.Object(
        { nodeSelectorTerms: listOf(requiredTerm, { description: 'One of them must match.', maxItems: 64 }) },
        { 'x-kubernetes-map-type': 'atomic', description: 'Nodes that are allowed at all.' },
      ),
    ),
  },
  { description: 'Which nodes pods run on, by the labels of the nodes.' },
);

const podAffinityTerm = Type.Object(
  {
    labelSelector: Type.Optional(labelSelector('The other pods, by their labels.')),
    matchLabelKeys: Type.Optional(
      listOf(Type.String(), { description: 'Labels in which the other pods are to be like the new one.' }),
    ),
    mismatchLabelKeys: Type.Optional(
      listOf(Type.String(), {
        description: 'Labels in which the other pods are to differ from the new one.',
      }),
    ),
    namespaceSelector: Type.Optional(
      labelSelector('Namespaces of the other pods, by their labels; empty means all.'),
    ),
    namespaces: Type.Optional(
      listOf(Type.String(), { description: 'Namespaces of the other pods; its own where none are named.' }),
    ),
    topologyKey: Type.String({
      description: 'Label of nodes: those with the same value of it count as one place.',
    }),
  },
  { description: 'Other pods, and what counts as the same place as theirs.' },
);

const podAffinity = (near: string) =>
  Type.Object(
    {
      preferredDuringSchedulingIgnoredDuringExecution: Type.Optional(
        listOf(Type.Object({ podAffinityTerm, weight }), { description: `Places ${near} are better.` }),
      ),
      requiredDuringSchedulingIgnoredDuringExecution: Type.Optional(
        listOf(podAffinityTerm, { description: `Only places ${near} are allowed.` }),
      ),
    },
    { description: `Prefers or requires places ${near}.` },
  );

const affinity = Type.Object(
  {
    nodeAffinity: Type.Optional(nodeAffinity),
    podAffinity: Type.Optional(podAffinity('where the other pods run')),
    podAntiAffinity: Type.Optional(podAffinity('where the other pods do not run')),
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
  key: Type.Optional(Type.String({ description: 'Key of the taint; empty, with Exists, means all.' })),
  operator: Type.Optional(Type.String({ description: 'Equal (the default) or Exists.' })),
  tolerationSeconds: Type.Optional(
    Type.Integer({
      format: 'int64',
      description: 'How long a NoExecute taint is tolerated; for ever when left out.',
    }),
  ),
  value: Type.Optional(Type.String({ description: 'Value of the taint; empty with Exists.' })),
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
