import { type Static, Type } from '@sinclair/typebox';
import { architectures } from '../../api/architectures.ts';
import { objectReference } from './object-reference.ts';
import { listByKey, oneOf, textMap, time } from './shapes.ts';

/** meta/v1 Condition. */
export const condition = Type.Object({
  type: Type.String({ maxLength: 316, description: 'What it is about.' }),
  status: oneOf(['True', 'False', 'Unknown'], { description: 'Whether it is so.' }),
  observedGeneration: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Generation of the object that it is about.' }),
  ),
  lastTransitionTime: time({ description: 'Since when the status is what it is.' }),
  reason: Type.String({ minLength: 1, maxLength: 1024, description: 'Why, in one word for programs.' }),
  message: Type.String({ maxLength: 32_768, description: 'Why, in words for people.' }),
});

export type Condition = Static<typeof condition>;

const number = (description: string) => Type.Integer({ minimum: 0, description });

const machineCounts = Type.Object({
  architecture: Type.String({ description: 'One that images are built for, `other` or `unknown`.' }),
  total: number('All nodes of it.'),
  upToDate: number('They have the image.'),
  updating: number('The image is being brought to them.'),
  outdated: number('They have another image.'),
  failed: number('Their update failed.'),
  noImage: Type.Integer({ minimum: 0, description: 'The image has nothing for them: they are held.' }),
  unknown: Type.Integer({ minimum: 0, description: 'Their kubelets have not reported an architecture.' }),
  withoutAgent: Type.Integer({ minimum: 0, description: 'Of the outdated ones: nobody there updates them.' }),
});

const exception = Type.Object({
  name: Type.String({ description: 'Name of the node.' }),
  architecture: Type.String({ description: 'What the node is; empty where its kubelet has not reported.' }),
  state: oneOf(['Failed', 'NoImageForArchitecture', 'Updating', 'Unknown', 'Outdated', 'UpToDate'], {
    description: 'How the node is.',
  }),
  message: Type.Optional(
    Type.String({ maxLength: 4096, description: 'What happens to the node, or why nothing does.' }),
  ),
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
        architecture: oneOf(architectures, { description: 'What the image is for.' }),
        variant: Type.Optional(Type.String({ description: 'Variant of the architecture.' })),
        digest: Type.String({ description: 'Digest of the image for it.' }),
      }),
      { maxItems: 4, description: 'Of an index.' },
    ),
  ),
});

/** What the controller found and did. */
export const machineOsConfigStatus = Type.Object(
  {
    observedGeneration: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Generation of the spec that was looked at last.' }),
    ),
    conditions: Type.Optional(
      listByKey(['type'], condition, {
        description: 'How things stand: ImageReady, NodesUpdated and others.',
      }),
    ),
    architectures: Type.Optional(
      listByKey(
        ['name'],
        Type.Object({
          name: oneOf(architectures, { description: 'The architecture.' }),
          nodes: Type.Integer({ minimum: 0, description: 'Nodes of it.' }),
          ready: Type.Integer({ minimum: 0, description: 'Of them, those that are ready.' }),
          source: oneOf(['Nodes', 'Expected', 'Explicit', 'Departed'], {
            description:
              'Nodes have it, machine sets will, spec.architectures names it, or nodes had it a while ago.',
          }),
          goneSince: Type.Optional(time({ description: 'Since when no node has it.' })),
        }),
        { description: 'What images are wanted for, and why.' },
      ),
    ),
    topology: Type.Optional(
      oneOf(['Heterogeneous', 'Homogeneous', 'Unknown'], {
        description: 'Whether the nodes have several architectures, one, or nobody knows.',
      }),
    ),
    currentImagePullSpec: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 447,
        description: 'The image that nodes are to have, by digest.',
      }),
    ),
    machineOSBuild: Type.Optional(objectReference('The build that made it.')),
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
    updatingMachineCount: Type.Optional(number('Of them, those that the image is being brought to.')),
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
  },
  { description: 'What the controller found and did.' },
);

export type MachineOsConfigStatus = Static<typeof machineOsConfigStatus>;
