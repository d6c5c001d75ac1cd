import { snapshotSchema } from './snapshot.ts';

const name = { type: 'string', maxLength: 253, pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$' } as const;

/** What `snapshot.json` must be: an OpenAPI v3 schema, which is a JSON Schema, too. */
export const snapshotFileSchema = {
  type: 'object',
  description: 'What a snapshot of a cluster has. Each kind that was read is a file beside it.',
  required: ['schema', 'takenAt', 'server', 'masked', 'kinds'],
  properties: {
    schema: { type: 'string', enum: [snapshotSchema], description: 'The format of this folder.' },
    takenAt: { type: 'string', format: 'date-time', description: 'When it was taken.' },
    server: { type: 'string', maxLength: 100, description: 'Version of the API server.' },
    masked: { type: 'boolean', description: 'Names were replaced.' },
    kinds: {
      type: 'array',
      maxItems: 1000,
      description: 'Every kind that was asked for.',
      items: {
        type: 'object',
        required: ['group', 'version', 'plural', 'kind', 'state'],
        properties: {
          group: {
            ...name,
            pattern: '^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$',
            description: 'Empty: the core group.',
          },
          version: { ...name, description: 'API version.' },
          plural: { ...name, description: 'As URLs name it.' },
          kind: { type: 'string', maxLength: 100, description: 'As objects name it.' },
          state: {
            type: 'string',
            enum: ['read', 'absent', 'failed'],
            description:
              'read: its objects are in the file <plural>.<version>[.<group>].json, a List. absent: the cluster has no such kind. failed: it could not be read.',
          },
          code: { type: 'integer', description: 'HTTP status of what failed; 403: a right was missing.' },
        },
      },
    },
  },
} as const;
