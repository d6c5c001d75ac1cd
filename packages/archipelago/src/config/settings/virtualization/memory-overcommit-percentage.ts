import { Type } from '@sinclair/typebox';
import { absent, setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { waspAgent } from '../../operands/wasp-agent/wasp-agent.ts';

/** Overcommitment of memory. */
export const memoryOvercommitPercentage = setting({
  path: 'higherWorkloadDensity.memoryOvercommitPercentage',
  summary:
    'Memory a guest sees per memory its pod requests, in percent; above 100 nodes swap, on OpenShift with the wasp agent.',
  schema: Type.Integer({ minimum: 10 }),
  default: 100,
  lands: ({ copy, exists }) => [
    copy(kubevirt, 'spec.configuration.developerConfiguration.memoryOvercommit'),
    ...waspAgent.map((object) =>
      exists(object, (percentage) => percentage !== undefined && percentage > 100),
    ),
  ],
  examples: [
    {
      title: 'guests see half as much again',
      spec: { higherWorkloadDensity: { memoryOvercommitPercentage: 150 } },
      cluster: { platform: 'openshift' },
      lands: {
        'KubeVirt.spec.configuration.developerConfiguration.memoryOvercommit': 150,
        'DaemonSet.spec.selector.matchLabels.name': 'wasp-agent',
        'ClusterRole.rules[0].verbs': ['watch', 'list'],
      },
    },
    { title: 'left out', cluster: { platform: 'openshift' }, lands: { DaemonSet: absent } },
  ],
});
