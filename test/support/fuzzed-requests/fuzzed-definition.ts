import type { JsonObject } from '@archipelago/apimachinery';

const properties = {
  size: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
  ratio: { type: 'number', multipleOf: 0.5 },
  replicas: { type: 'integer', format: 'int32' },
  mode: { type: 'string', enum: ['fast', 'slow'] },
  code: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
  since: { type: 'string', format: 'date-time' },
  port: { 'x-kubernetes-int-or-string': true },
  flag: { type: 'boolean', nullable: true },
  fixed: {
    type: 'string',
    'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'fixed is fixed' }],
  },
  tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set', maxItems: 4 },
  parts: {
    type: 'array',
    maxItems: 5,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, weight: { type: 'integer', default: 5 } },
    },
  },
  labels: { type: 'object', additionalProperties: { type: 'string', minLength: 1 }, maxProperties: 3 },
  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['mode'],
      properties,
      'x-kubernetes-validations': [
        { rule: "self.mode != 'slow' || self.size < 5", message: 'slow ones are small' },
        { rule: '!has(self.parts) || self.parts.all(p, p.weight <= self.size * 10)' },
      ],
    },
    status: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, selector: { type: 'string' }, phase: { type: 'string' } },
    },
  },
};

/** A kind whose schema has something of everything: bounds, formats, lists of both kinds, defaults and rules. */
export const fuzzedDefinition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.fuzz.example.com' },
  spec: {
    group: 'fuzz.example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
        selectableFields: [{ jsonPath: '.spec.mode' }],
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
      },
    ],
  },
};
