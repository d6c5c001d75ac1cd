import { Type } from '@sinclair/typebox';
import { oneOf } from './shapes.ts';

const rolloutSeconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 60, maximum: 604_800, default: 3600, description }));

/** How nodes get a new image, where no other operator rolls it out. */
export const rollout = Type.Object(
  {
    mode: Type.Optional(
      oneOf(['Automatic', 'Manual'], {
        default: 'Automatic',
        description: 'Manual: nodes are left to somebody else, who keeps the annotations of the contract.',
      }),
    ),
    maxUnavailable: Type.Optional(
      Type.Unsafe<number | string>({
        'x-kubernetes-int-or-string': true,
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        pattern: '^(0|[1-9][0-9]{0,5}|(100|[1-9]?[0-9])%)$',
        default: 1,
        description:
          'How many nodes may be unavailable at the same time, for whatever reason, or how many of a hundred; the pool has its own.',
      }),
    ),
    drainTimeoutSeconds: rolloutSeconds('How long pods may take to leave a node.'),
    updateTimeoutSeconds: rolloutSeconds(
      'How long a node may take to fetch the image, and to come back with it.',
    ),
  },
  { description: 'How nodes get a new image, where no other operator rolls it out.' },
);
