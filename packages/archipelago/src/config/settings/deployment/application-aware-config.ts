import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { aaq } from '../../operands/aaq/aaq.ts';
import { reviewLabelSelector } from '../../reviews/review-label-selector.ts';
import { labelSelector } from '../../shapes/label-selector.ts';
import { oneOf } from '../../shapes/one-of.ts';

const standard = 'DedicatedVirtualResources';

/** How the application aware quota counts. */
export const applicationAwareConfig = setting({
  path: 'applicationAwareConfig',
  summary: 'How the application aware quota counts machines, and in which namespaces.',
  schema: Type.Object({
    vmiCalcConfigName: Type.Optional(
      oneOf(['VmiPodUsage', 'VirtualResources', 'DedicatedVirtualResources', 'IgnoreVmiCalculator'], {
        default: standard,
        description:
          'VmiPodUsage: the pod without what migration needs; VirtualResources: memory and CPUs of the guest; DedicatedVirtualResources: the same, as resources of their own (/vm); IgnoreVmiCalculator: like any pod.',
      }),
    ),
    namespaceSelector: Type.Optional(
      labelSelector('Namespaces in which machines are counted, by their labels; empty means all.'),
    ),
    allowApplicationAwareClusterResourceQuota: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Allow quotas over several namespaces; costs performance.',
      }),
    ),
  }),
  review: (value) =>
    reviewLabelSelector('spec.applicationAwareConfig.namespaceSelector', value.namespaceSelector),
  lands: ({ always, part }) => [
    always(
      aaq,
      'spec.configuration.vmiCalculatorConfiguration.configName',
      (value) => value?.vmiCalcConfigName ?? standard,
    ),
    ...part('namespaceSelector', ({ copy }) => [copy(aaq, 'spec.namespaceSelector')]),
    ...part('allowApplicationAwareClusterResourceQuota', ({ set }) => [
      set(aaq, 'spec.configuration.allowApplicationAwareClusterResourceQuota', (on) =>
        on ? true : undefined,
      ),
    ]),
  ],
  examples: [
    {
      title: 'count pods, in some namespaces',
      spec: {
        enableApplicationAwareQuota: true,
        applicationAwareConfig: {
          vmiCalcConfigName: 'VmiPodUsage',
          namespaceSelector: { matchLabels: { team: 'a' } },
          allowApplicationAwareClusterResourceQuota: true,
        },
      },
      lands: {
        'AAQ.spec.configuration.vmiCalculatorConfiguration.configName': 'VmiPodUsage',
        'AAQ.spec.namespaceSelector': { matchLabels: { team: 'a' } },
        'AAQ.spec.configuration.allowApplicationAwareClusterResourceQuota': true,
      },
    },
  ],
});
