import { Type } from '@sinclair/typebox';
import { listOf } from './list-of.ts';
import { mapOf } from './map-of.ts';

const requirement = Type.Object({
  key: Type.String({ description: 'Label the requirement is about.' }),
  operator: Type.String({ description: 'In, NotIn, Exists or DoesNotExist.' }),
  values: Type.Optional(listOf(Type.String(), { description: 'For In and NotIn; empty for the others.' })),
});

/** meta/v1 LabelSelector; `description`: what it selects. */
export const labelSelector = (description: string) =>
  Type.Object(
    {
      matchLabels: Type.Optional(
        mapOf(Type.String(), { description: 'Labels that must have exactly these values.' }),
      ),
      matchExpressions: Type.Optional(
        listOf(requirement, { description: 'Requirements that must all hold.' }),
      ),
    },
    { 'x-kubernetes-map-type': 'atomic', description },
  );
