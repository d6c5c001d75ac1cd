import type { StructuralSchema } from '@archipelago/apimachinery';

const text: StructuralSchema = { type: 'string' };
const texts: StructuralSchema = { type: 'object', additionalProperties: text };
const time: StructuralSchema = { type: 'string', format: 'date-time' };
const whole: StructuralSchema = { type: 'integer', format: 'int64' };

/** meta/v1 ObjectMeta as far as the tracking of fields needs it. */
export const objectMetaSchema: StructuralSchema = {
  type: 'object',
  properties: {
    annotations: texts,
    creationTimestamp: time,
    deletionGracePeriodSeconds: whole,
    deletionTimestamp: time,
    finalizers: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    generateName: text,
    generation: whole,
    labels: texts,
    managedFields: { type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } },
    name: text,
    namespace: text,
    ownerReferences: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        properties: {
          apiVersion: text,
          blockOwnerDeletion: { type: 'boolean' },
          controller: { type: 'boolean' },
          kind: text,
          name: text,
          uid: text,
        },
      },
    },
    resourceVersion: text,
    selfLink: text,
    uid: text,
  },
};
