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

const affinity = Type.Object({
  nodeAffinity: Type.Optional(nodeAffinity),
  podAffinity: Type.Optional(podAffinity),
  podAntiAffinity: Type.Optional(podAffinity),
});

const toleration = Type.Object({
  effect: Type.Optional(
    Type.String({ description: 'NoSchedule, PreferNoSchedule or NoExecute; empty means all.' }),
  ),
  key: Type.Optional(Type.String()),
  operator: Type.Optional(Type.String({ description: 'Equal (the default) or Exists.' })),
  tolerationSeconds: Type.Optional(Type.Integer({ format: 'int64' })),
  value: Type.Optional(Type.String()),
});

/** Where pods may run: the three means core/v1 offers. */
export const nodePlacement = Type.Object({
  nodeSelector: Type.Optional(mapOf(Type.String(), { description: 'Labels a node must have.' })),
  affinity: Type.Optional(affinity),
  tolerations: Type.Optional(listOf(toleration, { description: 'Taints that do not keep the pods away.' })),
}) satisfies TSchema;

export type NodePlacement = Static<typeof nodePlacement>;
