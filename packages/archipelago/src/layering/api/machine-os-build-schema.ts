import { type Static, Type } from '@sinclair/typebox';
import { architectures } from '../../api/architectures.ts';
import { buildKey, digest, listByKey, named, oneOf } from './shapes.ts';

const wantedPlatform = Type.Object({
  architecture: oneOf(architectures, { description: 'What it is built for.' }),
  variant: Type.Optional(Type.String({ maxLength: 16, description: 'Variant of the architecture.' })),
  key: buildKey(),
  containerfile: oneOf(['ARM64', 'AMD64', 'PPC64LE', 'S390X', 'NoArch', 'None'], {
    description: 'Which entry of containerFile is used; None: there is none.',
  }),
  base: Type.Object(
    {
      image: Type.String({ minLength: 1, maxLength: 600, description: 'As it is named.' }),
      digest: digest({ description: 'What it was when the build was planned.' }),
    },
    { description: 'What the image starts from.' },
  ),
});

/** What is built; never changes. */
export const machineOsBuildSpec = Type.Object(
  {
    machineOSConfig: named({ description: 'The MachineOSConfig that wants it.' }),
    machineConfig: Type.Optional(named({ description: 'The rendered configuration that is baked in.' })),
    renderedImagePushSpec: Type.String({
      minLength: 1,
      maxLength: 447,
      description: 'Where the image goes: host[:port]/path/name:tag.',
    }),
    renderedImagePushSecret: Type.Optional(named({ description: 'Login of the final repository.' })),
    intermediateSecret: Type.Optional(named({ description: 'Login of the repository of parts.' })),
    intermediateRepository: Type.String({
      minLength: 1,
      maxLength: 447,
      description: 'Where the images of one architecture go.',
    }),
    buildKey: buildKey(),
    retry: Type.Integer({ minimum: 0, description: 'How many builds of the same key were before.' }),
    format: oneOf(['OCI', 'Docker'], { description: 'In which media types the image is published.' }),
    publish: oneOf(['Manifest', 'Index'], {
      description: 'Whether one architecture is published as an index.',
    }),
    platforms: listByKey(['architecture'], wantedPlatform, {
      maxItems: 4,
      description: 'What is built, by architecture.',
    }),
  },
  {
    'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'what is built never changes' }],
    description: 'What is built; it never changes.',
  },
);

export type MachineOsBuildSpec = Static<typeof machineOsBuildSpec>;
