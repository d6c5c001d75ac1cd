import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';

/** Overcommitment of CPUs. */
export const vmiCPUAllocationRatio = setting({
  path: 'resourceRequirements.vmiCPUAllocationRatio',
  summary: 'Virtual CPUs per requested CPU: 1 gives each virtual CPU a whole one, 10 a tenth of one.',
  schema: Type.Integer({ minimum: 1 }),
  default: 10,
  lands: ({ copy }) => [copy(kubevirt, 'spec.configuration.developerConfiguration.cpuAllocationRatio')],
  examples: [
    {
      title: 'machines that are mostly idle',
      spec: { resourceRequirements: { vmiCPUAllocationRatio: 16 } },
      lands: { 'KubeVirt.spec.configuration.developerConfiguration.cpuAllocationRatio': 16 },
    },
  ],
});
