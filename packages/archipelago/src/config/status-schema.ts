import type { JsonObject } from '@archipelago/apimachinery';

const text: JsonObject = { type: 'string' };
const texts: JsonObject = { type: 'array', items: text, 'x-kubernetes-list-type': 'atomic' };
const open: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** One field to managed fields, however much is in it. */
const kept: JsonObject = { ...open, 'x-kubernetes-map-type': 'atomic' };

const condition: JsonObject = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    type: { ...text, maxLength: 316 },
    status: { ...text, enum: ['True', 'False', 'Unknown'] },
    observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
    lastTransitionTime: { ...text, format: 'date-time' },
    reason: { ...text, minLength: 1, maxLength: 1024 },
    message: { ...text, maxLength: 32768 },
  },
};

const relatedObject: JsonObject = {
  type: 'object',
  properties: {
    apiVersion: text,
    kind: text,
    name: text,
    namespace: text,
    uid: text,
    resourceVersion: text,
    fieldPath: text,
  },
  'x-kubernetes-map-type': 'atomic',
};

/** What the operator reports (`docs/compatibility/hyperconverged.md#status-and-conditions`). */
export const statusSchema: JsonObject = {
  type: 'object',
  description: 'What the operator found and did.',
  properties: {
    alerts: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      description:
        'Alerts of the operator that fire, the most serious first; archipelago alerts prints them.',
      items: {
        type: 'object',
        properties: {
          labels: { type: 'object', additionalProperties: text },
          message: text,
          name: text,
          severity: { ...text, enum: ['critical', 'warning', 'info'] },
          since: { ...text, format: 'date-time' },
        },
      },
    },
    conditions: {
      type: 'array',
      items: condition,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    },
    dataImportCronTemplates: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      description: 'The golden images in effect: common, modified and custom.',
      items: { type: 'object', properties: { metadata: open, spec: open, status: open } },
    },
    dataImportSchedule: {
      ...text,
      description: 'When common golden images look for a newer image; drawn once.',
    },
    infrastructureHighlyAvailable: { type: 'boolean', description: 'Two workers or more.' },
    lastAccepted: {
      type: 'object',
      description:
        'The configuration that was accepted last. It stays in force while what is written is refused.',
      properties: {
        annotations: { ...kept, description: 'Those that configure something.' },
        generation: { type: 'integer', format: 'int64', description: 'Generation of the spec.' },
        omittedLength: {
          type: 'integer',
          format: 'int64',
          description: 'Characters of a configuration that is too long to be kept here.',
        },
        spec: { ...kept, description: 'With defaults.' },
      },
    },
    nodeInfo: {
      type: 'object',
      properties: {
        controlPlaneArchitectures: { ...texts, description: 'Architectures of the control-plane nodes.' },
        workloadsArchitectures: { ...texts, description: 'Architectures of the nodes that machines run on.' },
      },
    },
    observedGeneration: {
      type: 'integer',
      format: 'int64',
      description: 'Generation of the spec that was looked at last.',
    },
    relatedObjects: {
      type: 'array',
      items: relatedObject,
      'x-kubernetes-list-type': 'atomic',
      description: 'The operands.',
    },
    systemHealthStatus: { ...text, description: 'healthy, warning or error.' },
    versions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: text, version: text } },
    },
  },
};
