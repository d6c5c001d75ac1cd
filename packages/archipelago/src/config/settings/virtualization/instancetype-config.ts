import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oneOf } from '../../shapes/one-of.ts';

/** What becomes of the instance type a machine refers to. */
export const instancetypeConfig = setting({
  path: 'instancetypeConfig',
  summary: 'Whether a machine keeps referring to its instance type and preference, or gets a copy of them.',
  schema: Type.Object({
    referencePolicy: Type.Optional(
      oneOf(['reference', 'expand', 'expandAll'], {
        description:
          'reference: refer to the original; expand: copy where no revision exists; expandAll: always copy.',
      }),
    ),
  }),
  lands: ({ copy }) => [copy(kubevirt, 'spec.configuration.instancetype')],
  examples: [
    {
      title: 'machines are independent of later changes',
      spec: { instancetypeConfig: { referencePolicy: 'expand' } },
      lands: { 'KubeVirt.spec.configuration.instancetype.referencePolicy': 'expand' },
    },
  ],
});
