import { type FieldFinding, setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { reviewLabelSelector } from '../../reviews/review-label-selector.ts';
import { labelSelector } from '../../shapes/label-selector.ts';
import { vmiCPUAllocationRatio } from './vmi-cpu-allocation-ratio.ts';

const at = 'spec.resourceRequirements.autoCPULimitNamespaceLabelSelector';

const wholeCpus: FieldFinding = {
  level: 'warning',
  at,
  reason: 'Conflict',
  message:
    'with resourceRequirements.vmiCPUAllocationRatio 1, machines can use more than one CPU per virtual CPU',
  fix: 'use a ratio above 1, or no automatic limits',
};

/** Namespaces whose launcher pods get CPU limits. */
export const autoCPULimitNamespaceLabelSelector = setting({
  path: 'resourceRequirements.autoCPULimitNamespaceLabelSelector',
  summary: 'Namespaces, by label, whose launcher pods are limited to one CPU per virtual CPU.',
  schema: labelSelector('Namespaces, by label, whose launcher pods are limited to one CPU per virtual CPU.'),
  with: [vmiCPUAllocationRatio],
  review: (selector, { read }) => [
    ...reviewLabelSelector(at, selector),
    ...(read(vmiCPUAllocationRatio) === 1 ? [wholeCpus] : []),
  ],
  lands: ({ copy }) => [copy(kubevirt, 'spec.configuration.autoCPULimitNamespaceLabelSelector')],
  examples: [
    {
      title: 'namespaces with a CPU quota',
      spec: {
        resourceRequirements: {
          autoCPULimitNamespaceLabelSelector: { matchLabels: { autocpulimit: 'true' } },
        },
      },
      lands: {
        'KubeVirt.spec.configuration.autoCPULimitNamespaceLabelSelector.matchLabels.autocpulimit': 'true',
      },
    },
  ],
});
