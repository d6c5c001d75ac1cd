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
    type: { ...text, maxLength: 316, description: 'What it is about: Available, Degraded, …' },
    status: { ...text, enum: ['True', 'False', 'Unknown'], description: 'Whether it is so.' },
    observedGeneration: {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      description: 'Generation of the object that it is about.',
    },
    lastTransitionTime: { ...text, format: 'date-time', description: 'Since when the status is what it is.' },
    reason: { ...text, minLength: 1, maxLength: 1024, description: 'Why, in one word for programs.' },
    message: { ...text, maxLength: 32768, description: 'Why, in words for people.' },
  },
};

const relatedObject: JsonObject = {
  type: 'object',
  properties: {
    apiVersion: { ...text, description: 'Group and version of the object.' },
    kind: { ...text, description: 'Kind of the object.' },
    name: { ...text, description: 'Name of the object.' },
    namespace: { ...text, description: 'Namespace of the object, where its kind has one.' },
    uid: { ...text, description: 'What tells the object from others of its name, before and after it.' },
    resourceVersion: { ...text, description: 'Version of the object that was seen.' },
    fieldPath: { ...text, description: 'A part of the object; empty for the whole.' },
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
          labels: { type: 'object', additionalProperties: text, description: 'What it is about.' },
          message: { ...text, description: 'What is wrong, in words.' },
          name: {
            ...text,
            description: 'Name of the alert; archipelago runbook prints what to do about it.',
          },
          severity: {
            ...text,
            enum: ['critical', 'warning', 'info'],
            description: 'How serious it is.',
          },
          since: { ...text, format: 'date-time', description: 'Since when it is so.' },
        },
      },
    },
    conditions: {
      type: 'array',
      items: condition,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      description: 'How things stand: Available, Progressing, Degraded, Upgradeable and others.',
    },
    dataImportCronTemplates: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      description: 'The golden images in effect: common, modified and custom.',
      items: {
        type: 'object',
        properties: {
          metadata: { ...open, description: 'Name, labels and annotations.' },
          spec: { ...open, description: 'What is imported, as it is in effect.' },
          status: {
            ...open,
            description:
              'Where it comes from, and the architectures that the image has and that are imported.',
          },
        },
      },
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
      description: 'Which architectures the nodes have.',
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
      description: 'What runs, and in which version.',
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: {
            ...text,
            description:
              'operator: the version whose behaviour the operator has that configured the cluster last; archipelago: its release.',
          },
          version: { ...text, description: 'Its version.' },
        },
      },
    },
  },
};
