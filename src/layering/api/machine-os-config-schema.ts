import { type Static, Type } from '@sinclair/typebox';
import { architectures } from '../architecture.ts';
import {
  listByKey,
  listOf,
  named,
  objectName,
  oneOf,
  quantityMap,
  type Rule,
  setOf,
  textMap,
} from './shapes.ts';

const architecture = oneOf(architectures);

const pushSpec: Rule = {
  rule:
    "self.matches('^([a-zA-Z0-9-]+\\\\.)*[a-zA-Z0-9-]+(:[0-9]{2,5})?(/[a-zA-Z0-9-_.]{1,61})*/[a-zA-Z0-9-_.]+:[a-zA-Z0-9._-]+$') && " +
    "(self.contains('.') || self.contains(':'))",
  message: 'write host[:port]/path/name:tag',
};

const repository = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: 447,
  pattern: '^[a-zA-Z0-9.-]+(:[0-9]{2,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)+$',
  description: 'host[:port]/path/name, without tag.',
});

const toleration = Type.Object({
  key: Type.Optional(Type.String({ maxLength: 317 })),
  operator: Type.Optional(oneOf(['Exists', 'Equal'])),
  value: Type.Optional(Type.String({ maxLength: 63 })),
  effect: Type.Optional(oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])),
  tolerationSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
});

const placement = {
  nodeSelector: Type.Optional(
    textMap({
      description: 'Labels that nodes must have on which images are built, besides their architecture.',
      maxProperties: 20,
      'x-kubernetes-validations': [
        {
          rule: "!('kubernetes.io/arch' in self) && !('kubernetes.io/os' in self)",
          message: 'the architecture and linux are chosen for each build; leave them out',
        },
      ],
    } as const),
  ),
  tolerations: Type.Optional(listOf(toleration, { maxItems: 20 })),
  resources: Type.Optional(
    Type.Object({ limits: Type.Optional(quantityMap()), requests: Type.Optional(quantityMap()) }),
  ),
};

const perArchitecture = Type.Object({
  architecture,
  variant: Type.Optional(Type.String({ pattern: '^v[0-9]{1,2}$', maxLength: 3 })),
  buildArguments: Type.Optional(textMap({ maxProperties: 50 })),
  ...placement,
});

const seconds = (description: string, standard: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 2_592_000, default: standard, description }));

const build = Type.Object(
  {
    ...placement,
    buildArguments: Type.Optional(textMap({ maxProperties: 50 })),
    perArchitecture: Type.Optional(
      listByKey(['architecture'], perArchitecture, {
        maxItems: 4,
        description: 'What differs; labels and arguments are added, tolerations and resources replaced.',
      }),
    ),
    maxParallel: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 16, description: 'Builds at the same time; without it, all.' }),
    ),
    attempts: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10, default: 3, description: 'Of each architecture.' }),
    ),
    schedulingDeadlineSeconds: seconds('How long a node of an architecture is waited for.', 3600),
    deadlineSeconds: seconds('How long one attempt may run.', 7200),
    onSiblingFailure: Type.Optional(
      oneOf(['Continue', 'Cancel'], {
        default: 'Continue',
        description: 'What happens to running builds when one architecture has failed for good.',
      }),
    ),
    onDeletedJob: Type.Optional(
      oneOf(['Recreate', 'Interrupt'], {
        default: 'Recreate',
        description: 'What happens when somebody deletes the job of a build.',
      }),
    ),
  },
  { description: 'Where and how the images are built.' },
);

/** What users ask for. */
export const machineOsConfigSpec = Type.Object(
  {
    machineConfigPool: Type.Optional(
      named({ description: 'Whose nodes get the image; its rendered configuration is baked in.' }),
    ),
    nodeSelector: Type.Optional(
      textMap({ description: 'Without a pool: labels of the nodes that get the image.', maxProperties: 20 }),
    ),
    imageBuilder: Type.Object({ imageBuilderType: oneOf(['Job']) }),
    baseImage: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 447,
        description: "Image to start from; without it the one of the pool's rendered configuration.",
      }),
    ),
    baseImagePullSecret: Type.Optional(named()),
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
          containerfileArch: oneOf(['ARM64', 'AMD64', 'PPC64LE', 'S390X', 'NoArch'], { default: 'NoArch' }),
          content: Type.String({ maxLength: 4096 }),
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
    format: Type.Optional(oneOf(['OCI', 'Docker'], { default: 'OCI' })),
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
          pushSecret: Type.Optional(named()),
          pullSecret: Type.Optional(named({ description: 'Without it the push secret.' })),
        },
        { description: 'Where the images of one architecture go; without it the final repository.' },
      ),
    ),
    build: Type.Optional(build),
    successfulBuildsHistoryLimit: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 3 })),
    failedBuildsHistoryLimit: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 1 })),
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

/** `{group, resource, namespace?, name}`. */
export const objectReference = Type.Object({
  group: Type.String({ maxLength: 253 }),
  resource: Type.String({ minLength: 1, maxLength: 63 }),
  namespace: Type.Optional(Type.String({ minLength: 1, maxLength: 63 })),
  name: objectName(),
});
