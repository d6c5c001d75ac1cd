import { type Static, Type } from '@sinclair/typebox';
import { architectures } from '../../api/architectures.ts';
import { buildSettings } from './build-settings-schema.ts';
import { rollout } from './rollout-schema.ts';
import { listByKey, named, oneOf, type Rule, setOf, textMap } from './shapes.ts';

const architecture = oneOf(architectures);

const pushSpec: Rule = {
  rule:
    "self.matches('^([a-zA-Z0-9-]+\\\\.)*[a-zA-Z0-9-]+(:[0-9]{2,5})?(/[a-zA-Z0-9-_.]{1,61})*/[a-zA-Z0-9-_.]+:[a-zA-Z0-9._-]+$') && " +
    "self.matches('^[^/]*[.:]')",
  message: 'write host[:port]/path/name:tag',
};

const repository = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: 447,
  pattern: '^[a-zA-Z0-9.-]+(:[0-9]{2,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)+$',
  description: 'host[:port]/path/name, without tag.',
});

/** What users ask for. */
export const machineOsConfigSpec = Type.Object(
  {
    machineConfigPool: Type.Optional(
      named({ description: 'Whose nodes get the image; its rendered configuration is baked in.' }),
    ),
    nodeSelector: Type.Optional(
      textMap({ description: 'Without a pool: labels of the nodes that get the image.', maxProperties: 20 }),
    ),
    imageBuilder: Type.Object(
      { imageBuilderType: oneOf(['Job'], { description: 'Job: jobs of the cluster build.' }) },
      { description: 'What builds.' },
    ),
    baseImage: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 447,
        description: "Image to start from; without it the one of the pool's rendered configuration.",
      }),
    ),
    baseImagePullSecret: Type.Optional(named({ description: 'Login of the repository of the base image.' })),
    renderedImagePushSecret: named({ description: 'Login of the final repository.' }),
    renderedImagePushSpec: Type.Unsafe<string>({
      type: 'string',
      minLength: 1,
      maxLength: 447,
      description: 'Where the image goes: host[:port]/path/name:tag.',
      'x-kubernetes-validations': [pushSpec],
    }),
    containerFile: Type.Optional(
      listByKey(
        ['containerfileArch'],
        Type.Object({
          containerfileArch: Type.Optional(
            oneOf(['ARM64', 'AMD64', 'PPC64LE', 'S390X', 'NoArch'], {
              default: 'NoArch',
              description: 'What the entry is for.',
            }),
          ),
          content: Type.String({
            maxLength: 4096,
            description: 'Lines of a Containerfile.',
          }),
        }),
        { maxItems: 5, description: 'NoArch for all; an entry of its own takes its place for one.' },
      ),
    ),
    architectures: Type.Optional(
      setOf(architecture, {
        maxItems: 4,
        description: 'What the image is built for; without it what the nodes are.',
      }),
    ),
    expectedArchitectures: Type.Optional(
      oneOf(['None', 'MachineSets'], {
        default: 'None',
        description: 'Whether machine sets without machines say what will be needed.',
      }),
    ),
    removalGracePeriodSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 31_536_000,
        default: 86_400,
        description: 'How long an architecture stays wanted after its last node has gone.',
      }),
    ),
    format: Type.Optional(
      oneOf(['OCI', 'Docker'], {
        default: 'OCI',
        description: 'In which media types the image is published.',
      }),
    ),
    singleArchitecture: Type.Optional(
      oneOf(['Manifest', 'Index'], {
        default: 'Manifest',
        description: 'What is published for one architecture, until there have been two.',
      }),
    ),
    unsupportedKernel: Type.Optional(
      oneOf(['Skip', 'Refuse'], {
        default: 'Skip',
        description: 'What happens where an architecture does not have the kernel type.',
      }),
    ),
    intermediate: Type.Optional(
      Type.Object(
        {
          repository,
          pushSecret: Type.Optional(
            named({ description: 'Login of that repository; without it that of the final one.' }),
          ),
          pullSecret: Type.Optional(named({ description: 'Without it the push secret.' })),
        },
        { description: 'Where the images of one architecture go; without it the final repository.' },
      ),
    ),
    build: Type.Optional(buildSettings),
    rollout: Type.Optional(rollout),
    successfulBuildsHistoryLimit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        default: 3,
        description: 'How many builds that succeeded are kept.',
      }),
    ),
    failedBuildsHistoryLimit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        default: 1,
        description: 'How many builds that failed are kept.',
      }),
    ),
  },
  {
    'x-kubernetes-validations': [
      {
        rule: 'has(self.machineConfigPool) != has(self.nodeSelector)',
        message: 'name a machineConfigPool, or the labels of the nodes in nodeSelector; not both',
      },
      {
        rule: 'has(self.machineConfigPool) || has(self.baseImage)',
        message: 'without a machineConfigPool a baseImage is needed',
      },
    ],
    description: 'What is built, from what, and where it goes.',
  },
);

export type MachineOsConfigSpec = Static<typeof machineOsConfigSpec>;

/** The rule on the whole object, as users know it. */
export const machineOsConfigRules: readonly Rule[] = [
  {
    rule:
      '!has(self.spec.machineConfigPool) || self.metadata.name == self.spec.machineConfigPool.name || ' +
      '(oldSelf.hasValue() && has(oldSelf.value().spec.machineConfigPool) && ' +
      'oldSelf.value().spec.machineConfigPool.name == self.spec.machineConfigPool.name)',
    message: 'the name must be that of the MachineConfigPool: a pool has one MachineOSConfig',
    optionalOldSelf: true,
  },
];
