import { type Static, Type } from '@sinclair/typebox';
import { architectures } from '../../api/architectures.ts';
import { condition } from './machine-os-config-status-schema.ts';
import { objectReference } from './object-reference.ts';
import { buildKey, digest, listByKey, listOf, oneOf, time } from './shapes.ts';

export const platformStates = [
  'Pending',
  'Reused',
  'WaitingForNode',
  'Unschedulable',
  'Running',
  'Retrying',
  'Succeeded',
  'Failed',
  'Cancelled',
] as const;

export const buildPhases = [
  'Pending',
  'WaitingForNodes',
  'Building',
  'Assembling',
  'Verifying',
  'Succeeded',
  'Failed',
  'Interrupted',
  'Superseded',
] as const;

/** A job, and its namespace; a release that built in the operator's own did not say which. */
const jobReference = Type.Object(
  {
    name: Type.String({ description: 'Name of the job.' }),
    namespace: Type.Optional(Type.String({ description: 'Where the job is.' })),
    uid: Type.String({ description: 'What tells it from others of its name.' }),
  },
  { description: 'The job that does the work, or did it.' },
);

/** One job that has ended. */
const attempt = Type.Object({
  job: Type.String({ description: 'Name of the job.' }),
  uid: Type.String({ description: 'What tells it from others of its name.' }),
  end: time({ description: 'When it ended.' }),
  exitCode: Type.Optional(Type.Integer({ description: 'Of the step that failed.' })),
  reason: Type.String({ maxLength: 100, description: 'How it ended, in one word for programs.' }),
  architecture: Type.Optional(Type.String({ description: 'The architecture that it was about.' })),
  message: Type.Optional(Type.String({ maxLength: 1024, description: 'How it ended, in words.' })),
});

const platformStatus = Type.Object({
  architecture: oneOf(architectures, { description: 'What it is built for.' }),
  state: oneOf(platformStates, { description: 'How far it is.' }),
  key: buildKey(),
  message: Type.Optional(Type.String({ maxLength: 2048, description: 'Why, in words.' })),
  job: Type.Optional(jobReference),
  node: Type.Optional(Type.String({ description: 'Node that it is built on, or was.' })),
  attempts: Type.Optional(listOf(attempt, { maxItems: 50, description: 'Jobs that have ended.' })),
  waitingSince: Type.Optional(time({ description: 'Since when there has been no node to build on.' })),
  image: Type.Optional(
    Type.Object(
      {
        tag: Type.String({ description: 'Its tag in the repository of parts.' }),
        digest: digest({ description: 'Digest of its manifest.' }),
        mediaType: Type.String({ description: 'Media type of its manifest.' }),
        size: Type.Integer({ minimum: 0, description: 'Bytes of its manifest.' }),
        variant: Type.Optional(Type.String({ description: 'Variant of the architecture.' })),
      },
      { description: 'What has become of it.' },
    ),
  ),
});

const check = Type.Object({
  name: Type.String({ description: 'What was checked.' }),
  architecture: Type.Optional(Type.String({ description: 'For one architecture.' })),
  ok: Type.Boolean({ description: 'Whether it passed.' }),
  detail: Type.String({ maxLength: 2048, description: 'What was found.' }),
});

/** How far the build is. */
export const machineOsBuildStatus = Type.Object(
  {
    phase: Type.Optional(oneOf(buildPhases, { description: 'How far the build is.' })),
    reason: Type.Optional(Type.String({ maxLength: 100, description: 'Why, in one word for programs.' })),
    message: Type.Optional(Type.String({ maxLength: 4096, description: 'Why, in words for people.' })),
    conditions: Type.Optional(
      Type.Unsafe<readonly Static<typeof condition>[]>({
        type: 'array',
        maxItems: 8,
        description: 'How things stand: Prepared, Building, Succeeded, Interrupted and Failed.',
        items: condition,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-validations': ['Failed', 'Interrupted', 'Succeeded'].map((type) => ({
          rule: `oldSelf.exists(x, x.type == '${type}' && x.status == 'True') ? self == oldSelf : true`,
          message: `a build that is ${type} stays so; a retry is a new build`,
        })),
      }),
    ),
    buildStart: Type.Optional(
      time({
        description: 'When its first job was made.',
        'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'a build starts once' }],
      }),
    ),
    buildEnd: Type.Optional(
      time({
        description: 'When it succeeded, failed or was given up.',
        'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'a build ends once' }],
      }),
    ),
    builder: Type.Optional(
      Type.Object(
        {
          imageBuilderType: oneOf(['Job'], { description: 'Job: jobs of the cluster build.' }),
          job: Type.Optional(objectReference('The newest of its jobs.')),
        },
        { description: 'What builds.' },
      ),
    ),
    relatedObjects: Type.Optional(
      listByKey(['name', 'resource'], objectReference('What belongs to the build.'), {
        maxItems: 10,
        description: 'What belongs to the build, beside its jobs.',
      }),
    ),
    digestedImagePushSpec: Type.Optional(
      Type.String({ minLength: 1, maxLength: 600, description: 'What was published, by digest.' }),
    ),
    platforms: Type.Optional(
      listByKey(['architecture'], platformStatus, { maxItems: 4, description: 'The same by architecture.' }),
    ),
    assembly: Type.Optional(
      Type.Object(
        {
          job: Type.Optional(jobReference),
          attempts: Type.Optional(listOf(attempt, { maxItems: 100, description: 'Jobs that have ended.' })),
          published: Type.Optional(digest({ description: 'What the job says it has published.' })),
        },
        { description: 'The job that makes one image of those of all architectures.' },
      ),
    ),
    index: Type.Optional(
      Type.Object(
        {
          digest: digest({ description: 'Digest of what was published.' }),
          mediaType: Type.String({ description: 'Its media type.' }),
          size: Type.Integer({ minimum: 0, description: 'Its bytes.' }),
          pullSpec: Type.String({ description: 'What to pull: repository@digest.' }),
          entries: listByKey(
            ['architecture'],
            Type.Object({
              architecture: oneOf(architectures, { description: 'What the image is for.' }),
              variant: Type.Optional(Type.String({ description: 'Variant of the architecture.' })),
              digest: digest({ description: 'Digest of the image for it.' }),
            }),
            { description: 'The images in it.' },
          ),
        },
        { description: 'What was published.' },
      ),
    ),
    verification: Type.Optional(
      Type.Object(
        {
          time: time({ description: 'When it was looked at.' }),
          ok: Type.Boolean({ description: 'Whether all checks passed.' }),
          checks: listOf(check, { maxItems: 64, description: 'What was checked, one by one.' }),
        },
        { description: 'What was found of the published image before nodes may have it.' },
      ),
    ),
    credentials: Type.Optional(
      Type.String({
        description: 'Stands for the logins that a failed build had; others are a reason to retry.',
      }),
    ),
  },
  {
    'x-kubernetes-validations': [
      {
        rule: 'has(self.buildEnd) ? has(self.buildStart) && timestamp(self.buildStart) < timestamp(self.buildEnd) : true',
        message: 'a build ends after its start',
      },
    ],
    description: 'How far the build is.',
  },
);

export type MachineOsBuildStatus = Static<typeof machineOsBuildStatus>;
