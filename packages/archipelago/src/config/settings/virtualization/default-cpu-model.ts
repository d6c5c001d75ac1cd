import { Type } from '@sinclair/typebox';
import { unlessEmpty } from '../../canonical/unless-empty.ts';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';

/** CPU model of machines that name none. */
export const defaultCPUModel = setting({
  path: 'defaultCPUModel',
  summary: 'CPU model of machines that name none.',
  schema: Type.String(),
  lands: ({ set }) => [set(kubevirt, 'spec.configuration.cpuModel', unlessEmpty)],
  examples: [
    {
      title: 'hosts of several generations',
      spec: { defaultCPUModel: 'EPYC' },
      lands: { 'KubeVirt.spec.configuration.cpuModel': 'EPYC' },
    },
  ],
});
