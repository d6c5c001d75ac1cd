import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { reviewLabelSelector } from '../../reviews/review-label-selector.ts';
import { labelSelector } from '../../shapes/label-selector.ts';

/** Kernel same-page merging. */
export const ksmConfiguration = setting({
  path: 'ksmConfiguration',
  summary: 'Nodes whose kernel merges equal memory pages: none when left out, all with an empty selector.',
  schema: Type.Object({
    nodeLabelSelector: Type.Optional(labelSelector('Nodes, by their labels; empty means all.')),
  }),
  review: (value) => reviewLabelSelector('spec.ksmConfiguration.nodeLabelSelector', value.nodeLabelSelector),
  lands: ({ copy }) => [copy(kubevirt, 'spec.configuration.ksmConfiguration')],
  examples: [
    {
      title: 'every node',
      spec: { ksmConfiguration: { nodeLabelSelector: {} } },
      lands: { 'KubeVirt.spec.configuration.ksmConfiguration': { nodeLabelSelector: {} } },
    },
  ],
});
