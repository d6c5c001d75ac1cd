import { Type } from '@sinclair/typebox';
import { architectures } from '../../api/architectures.ts';
import { listByKey, listOf, oneOf, quantityMap, textMap } from './shapes.ts';

const toleration = Type.Object({
  key: Type.Optional(
    Type.String({ maxLength: 317, description: 'Key of the taint; empty, with Exists, means all.' }),
  ),
  operator: Type.Optional(oneOf(['Exists', 'Equal'], { description: 'Equal where it is left out.' })),
  value: Type.Optional(Type.String({ maxLength: 63, description: 'Value of the taint; empty with Exists.' })),
  effect: Type.Optional(
    oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute'], {
      description: 'Effect of the taint; all where it is left out.',
    }),
  ),
  tolerationSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How long a NoExecute taint is tolerated; for ever when left out.',
    }),
  ),
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
  tolerations: Type.Optional(
    listOf(toleration, {
      maxItems: 20,
      description: 'Taints of nodes on which images are built all the same.',
    }),
  ),
  resources: Type.Optional(
    Type.Object(
      {
        limits: Type.Optional(quantityMap({ description: 'Most that a build may use.' })),
        requests: Type.Optional(quantityMap({ description: 'What a build is guaranteed.' })),
      },
      { description: 'Resources of the step that builds.' },
    ),
  ),
};

const perArchitecture = Type.Object({
  architecture: oneOf(architectures, { description: 'What it is about.' }),
  variant: Type.Optional(
    Type.String({
      pattern: '^v[0-9]{1,2}$',
      maxLength: 3,
      description: 'Variant of the architecture, such as v8 of arm64.',
    }),
  ),
  buildArguments: Type.Optional(
    textMap({ maxProperties: 50, description: 'Values for ARG of the Containerfile, by name.' }),
  ),
  ...placement,
});

const seconds = (description: string, standard: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 2_592_000, default: standard, description }));

/** `spec.build`. */
export const buildSettings = Type.Object(
  {
    ...placement,
    buildArguments: Type.Optional(
      textMap({ maxProperties: 50, description: 'Values for ARG of the Containerfile, by name.' }),
    ),
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
