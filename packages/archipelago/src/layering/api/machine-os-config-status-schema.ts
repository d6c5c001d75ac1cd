import { type Static, Type } from '@sinclair/typebox';
import { architectures } from '../../api/architectures.ts';
import { objectReference } from './machine-os-config-schema.ts';
import { listByKey, oneOf, textMap, time } from './shapes.ts';

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

const number = Type.Integer({ minimum: 0 });

const machineCounts = Type.Object({
  architecture: Type.String({ description: 'One that images are built for, `other` or `unknown`.' }),
  total: number,
  upToDate: number,
  updating: number,
  outdated: number,
  failed: number,
  noImage: Type.Integer({ minimum: 0, description: 'The image has nothing for them: they are held.' }),
  unknown: Type.Integer({ minimum: 0, description: 'Their kubelets have not reported an architecture.' }),
  withoutAgent: Type.Integer({ minimum: 0, description: 'Of the outdated ones: nobody there updates them.' }),
});

const exception = Type.Object({
  name: Type.String(),
  architecture: Type.String(),
  state: oneOf(['Failed', 'NoImageForArchitecture', 'Updating', 'Unknown', 'Outdated', 'UpToDate']),
  message: Type.Optional(Type.String({ maxLength: 4096 })),
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
  machineCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Nodes that get the image.' })),
  updatedMachineCount: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Of them, those that have it.' }),
  ),
  updatingMachineCount: Type.Optional(number),
  degradedMachineCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Whose update failed.' })),
  machineCounts: Type.Optional(
    listByKey(['architecture'], machineCounts, { maxItems: 6, description: 'The same by architecture.' }),
  ),
  exceptions: Type.Optional(
    listByKey(['name'], exception, {
      maxItems: 10,
      description: 'The first of the nodes that are not up to date, the worst before the others.',
    }),
  ),
  moreExceptions: Type.Optional(
    Type.Integer({ minimum: 0, description: 'How many more are not up to date.' }),
  ),
});

export type MachineOsConfigStatus = Static<typeof machineOsConfigStatus>;
