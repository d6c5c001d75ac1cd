import { type Static, Type } from '@sinclair/typebox';
import { architectures } from '../../api/architectures.ts';
import { objectReference } from './machine-os-config-schema.ts';
import { digest, listByKey, oneOf, textMap, time } from './shapes.ts';

/** meta/v1 Condition. */
export const condition = Type.Object({
  type: Type.String({ maxLength: 316 }),
  status: oneOf(['True', 'False', 'Unknown']),
  observedGeneration: Type.Optional(Type.Integer({ minimum: 0 })),
  lastTransitionTime: time(),
  reason: Type.String({ minLength: 1, maxLength: 1024 }),
  message: Type.String({ maxLength: 32_768 }),
});

export type Condition = Static<typeof condition>;

const rolloutNode = Type.Object({
  name: Type.String(),
  architecture: Type.String(),
  state: oneOf(['UpToDate', 'Outdated', 'NoImageForArchitecture', 'Unknown']),
  child: Type.Optional(digest({ description: 'What its architecture resolves to in the current image.' })),
});

/** Texts of registries are not bounded: what one says must not keep a status from being written. */
const recordedBase = Type.Object({
  reference: Type.String({ description: 'As the config, or its rendered configuration, names it.' }),
  image: Type.String({ description: 'What it was, by digest.' }),
  time: time({ description: 'When its registry said so; it may have said the same since.' }),
  architecture: Type.Optional(oneOf(architectures, { description: 'Of an image that is no index.' })),
  children: Type.Optional(
    listByKey(
      ['architecture'],
      Type.Object({
        architecture: oneOf(architectures),
        variant: Type.Optional(Type.String()),
        digest: Type.String(),
      }),
      { maxItems: 4, description: 'Of an index.' },
    ),
  ),
});

/** What the controller found and did. */
export const machineOsConfigStatus = Type.Object({
  observedGeneration: Type.Optional(Type.Integer({ minimum: 0 })),
  conditions: Type.Optional(listByKey(['type'], condition)),
  architectures: Type.Optional(
    listByKey(
      ['name'],
      Type.Object({
        name: oneOf(architectures),
        nodes: Type.Integer({ minimum: 0 }),
        ready: Type.Integer({ minimum: 0 }),
        source: oneOf(['Nodes', 'Expected', 'Explicit', 'Departed']),
        goneSince: Type.Optional(time()),
      }),
      { description: 'What images are wanted for, and why.' },
    ),
  ),
  topology: Type.Optional(oneOf(['Heterogeneous', 'Homogeneous', 'Unknown'])),
  currentImagePullSpec: Type.Optional(Type.String({ minLength: 1, maxLength: 447 })),
  machineOSBuild: Type.Optional(objectReference),
  machineConfig: Type.Optional(
    Type.String({ description: 'The rendered configuration that the current image is good for.' }),
  ),
  multiArch: Type.Optional(Type.Boolean({ description: 'Whether the current image is an index.' })),
  children: Type.Optional(textMap({ description: 'Digest by architecture of the current image.' })),
  imageCheckedAt: Type.Optional(
    time({ description: 'When its registry was last seen to have the current image as it was published.' }),
  ),
  baseImages: Type.Optional(
    listByKey(['reference'], recordedBase, {
      maxItems: 2,
      description: 'What the base image, and that of extensions, were found to be.',
    }),
  ),
  nodes: Type.Optional(
    listByKey(['name'], rolloutNode, { description: 'What each node has of the current image.' }),
  ),
});

export type MachineOsConfigStatus = Static<typeof machineOsConfigStatus>;
