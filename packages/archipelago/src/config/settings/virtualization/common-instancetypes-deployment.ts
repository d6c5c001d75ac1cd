import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';

/** The instance types that come with KubeVirt. */
export const commonInstancetypesDeployment = setting({
  path: 'CommonInstancetypesDeployment',
  summary: 'Whether the instance types and preferences that come with KubeVirt are deployed.',
  schema: Type.Object({ enabled: Type.Optional(Type.Boolean({ description: 'On when left out.' })) }),
  lands: ({ copy }) => [copy(kubevirt, 'spec.configuration.commonInstancetypesDeployment')],
  examples: [
    {
      title: 'only types of our own',
      spec: { CommonInstancetypesDeployment: { enabled: false } },
      lands: { 'KubeVirt.spec.configuration.commonInstancetypesDeployment.enabled': false },
    },
  ],
});
