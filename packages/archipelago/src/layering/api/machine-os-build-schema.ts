import { type Static, Type } from '@sinclair/typebox';
import { architectures } from '../../api/architectures.ts';
import { objectReference } from './machine-os-config-schema.ts';
import { condition } from './machine-os-config-status-schema.ts';
import { digest, listByKey, listOf, named, objectName, oneOf, time } from './shapes.ts';

const key = Type.Unsafe<string>({ type: 'string', pattern: '^[a-f0-9]{64}$' });

const wantedPlatform = Type.Object({
  architecture: oneOf(architectures),
  variant: Type.Optional(Type.String({ maxLength: 16 })),
  key,
  containerfile: oneOf(['ARM64', 'AMD64', 'PPC64LE', 'S390X', 'NoArch', 'None']),
  base: Type.Object({ image: Type.String({ minLength: 1, maxLength: 600 }), digest: digest() }),
});

/** What is built; never changes. */
export const machineOsBuildSpec = Type.Object(
  {
    machineOSConfig: Type.Object({ name: objectName() }),
    machineConfig: Type.Optional(named({ description: 'The rendered configuration that is baked in.' })),
    renderedImagePushSpec: Type.String({ minLength: 1, maxLength: 447 }),
    renderedImagePushSecret: Type.Optional(named()),
    intermediateSecret: Type.Optional(named()),
    intermediateRepository: Type.String({ minLength: 1, maxLength: 447 }),
    buildKey: key,
    retry: Type.Integer({ minimum: 0, description: 'How many builds of the same key were before.' }),
    format: oneOf(['OCI', 'Docker']),
    publish: oneOf(['Manifest', 'Index']),
    platforms: listByKey(['architecture'], wantedPlatform, { maxItems: 4 }),
  },
  { 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'what is built never changes' }] },
);

export type MachineOsBuildSpec = Static<typeof machineOsBuildSpec>;

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
const jobReference = Type.Object({
  name: Type.String(),
  namespace: Type.Optional(Type.String()),
  uid: Type.String(),
});

/** One job that has ended. */
const attempt = Type.Object({
  job: Type.String(),
  uid: Type.String(),
  end: time(),
  exitCode: Type.Optional(Type.Integer()),
  reason: Type.String({ maxLength: 100 }),
  architecture: Type.Optional(Type.String()),
  message: Type.Optional(Type.String({ maxLength: 1024 })),
});

const platformStatus = Type.Object({
  architecture: oneOf(architectures),
  state: oneOf(platformStates),
  key,
  message: Type.Optional(Type.String({ maxLength: 2048 })),
  job: Type.Optional(jobReference),
  node: Type.Optional(Type.String()),
  attempts: Type.Optional(listOf(attempt, { maxItems: 50 })),
  waitingSince: Type.Optional(time({ description: 'Since when there has been no node to build on.' })),
  image: Type.Optional(
    Type.Object({
      tag: Type.String(),
      digest: digest(),
      mediaType: Type.String(),
      size: Type.Integer({ minimum: 0 }),
      variant: Type.Optional(Type.String()),
    }),
  ),
});

const check = Type.Object({
  name: Type.String(),
  architecture: Type.Optional(Type.String()),
  ok: Type.Boolean(),
  detail: Type.String({ maxLength: 2048 }),
});

/** How far the build is. */
export const machineOsBuildStatus = Type.Object(
  {
    phase: Type.Optional(oneOf(buildPhases)),
    reason: Type.Optional(Type.String({ maxLength: 100 })),
    message: Type.Optional(Type.String({ maxLength: 4096 })),
    conditions: Type.Optional(
      Type.Unsafe<readonly Static<typeof condition>[]>({
        type: 'array',
        maxItems: 8,
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
      time({ 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'a build starts once' }] }),
    ),
    buildEnd: Type.Optional(
      time({ 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'a build ends once' }] }),
    ),
    builder: Type.Optional(
      Type.Object({ imageBuilderType: oneOf(['Job']), job: Type.Optional(objectReference) }),
    ),
    relatedObjects: Type.Optional(listByKey(['name', 'resource'], objectReference, { maxItems: 10 })),
    digestedImagePushSpec: Type.Optional(Type.String({ minLength: 1, maxLength: 600 })),
    platforms: Type.Optional(listByKey(['architecture'], platformStatus, { maxItems: 4 })),
    assembly: Type.Optional(
      Type.Object({
        job: Type.Optional(jobReference),
        attempts: Type.Optional(listOf(attempt, { maxItems: 100 })),
        published: Type.Optional(digest({ description: 'What the job says it has published.' })),
      }),
    ),
    index: Type.Optional(
      Type.Object({
        digest: digest(),
        mediaType: Type.String(),
        size: Type.Integer({ minimum: 0 }),
        pullSpec: Type.String(),
        entries: listByKey(
          ['architecture'],
          Type.Object({
            architecture: oneOf(architectures),
            variant: Type.Optional(Type.String()),
            digest: digest(),
          }),
        ),
      }),
    ),
    verification: Type.Optional(
      Type.Object({ time: time(), ok: Type.Boolean(), checks: listOf(check, { maxItems: 64 }) }),
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
  },
);

export type MachineOsBuildStatus = Static<typeof machineOsBuildStatus>;
