import { parseGoDuration } from '@archipelago/apimachinery';
import { Type } from '@sinclair/typebox';
import type { FieldFinding } from '../../framework/setting.ts';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oddValue } from '../../reviews/odd-value.ts';
import { goDuration } from '../../shapes/go-duration.ts';

const at = 'spec.workloadUpdateStrategy';
const methods = ['LiveMigrate', 'Evict'];

/** How running machines follow an update of KubeVirt. */
export const workloadUpdateStrategy = setting({
  path: 'workloadUpdateStrategy',
  summary: 'How running machines get onto an updated launcher: migrated, evicted, or not at all.',
  schema: Type.Object({
    workloadUpdateMethods: Type.Optional(
      Type.Unsafe<readonly string[]>({
        type: 'array',
        items: { type: 'string' },
        'x-kubernetes-list-type': 'atomic',
        default: ['LiveMigrate'],
        description:
          'LiveMigrate, Evict or both (then only machines that cannot migrate are evicted); empty: machines stay.',
      }),
    ),
    batchEvictionSize: Type.Optional(
      Type.Integer({ default: 10, description: 'Machines evicted at a time.' }),
    ),
    batchEvictionInterval: Type.Optional(
      goDuration({ default: '1m0s', description: 'Time between two batches.' }),
    ),
  }),
  default: {},
  review: ({ batchEvictionInterval, batchEvictionSize, workloadUpdateMethods = [] }) => [
    ...reviewInterval(batchEvictionInterval),
    ...(batchEvictionSize === undefined || batchEvictionSize >= 1
      ? []
      : [oddValue(`${at}.batchEvictionSize`, batchEvictionSize, 'evicts no machine', 'write 1 or more')]),
    ...workloadUpdateMethods.flatMap((method, index) =>
      methods.includes(method)
        ? []
        : [
            oddValue(
              `${at}.workloadUpdateMethods[${index}]`,
              method,
              'is a way that KubeVirt does not know, so it updates no machine',
              `write ${methods.join(' or ')}`,
            ),
          ],
    ),
  ],
  lands: ({ copy }) => [copy(kubevirt, 'spec.workloadUpdateStrategy')],
  examples: [
    {
      title: 'machines that cannot migrate are restarted',
      spec: {
        workloadUpdateStrategy: {
          workloadUpdateMethods: ['LiveMigrate', 'Evict'],
          batchEvictionInterval: '1m',
        },
      },
      lands: {
        'KubeVirt.spec.workloadUpdateStrategy': {
          workloadUpdateMethods: ['LiveMigrate', 'Evict'],
          batchEvictionSize: 10,
          batchEvictionInterval: '1m0s',
        },
      },
    },
  ],
});

function reviewInterval(interval: string | undefined): readonly FieldFinding[] {
  if (interval === undefined || parseGoDuration(interval).ok) return [];
  return [
    {
      level: 'error',
      at: `${at}.batchEvictionInterval`,
      reason: 'Invalid',
      value: interval,
      message: 'is longer than a duration can be, about 292 years',
      fix: 'write one such as 1m or 1h30m',
    },
  ];
}
