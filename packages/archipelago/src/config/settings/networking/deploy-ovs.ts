import { Type } from '@sinclair/typebox';
import { absent, annotationSetting } from '../../framework/setting.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';

/** Open vSwitch on the workload nodes. */
export const deployOVS = annotationSetting<boolean>({
  key: 'deployOVS',
  summary: 'Deploys the Open vSwitch CNI plugin on all workload nodes when it is exactly "true".',
  schema: Type.String(),
  decode: (text) => text === 'true',
  lands: ({ set }) => [set(networkAddonsConfig, 'spec.ovs', (on) => (on ? {} : undefined))],
  examples: [
    {
      title: 'bridges of Open vSwitch',
      annotations: { deployOVS: 'true' },
      lands: { 'NetworkAddonsConfig.spec.ovs': {} },
    },
    {
      title: 'any other text is off',
      annotations: { deployOVS: 'True' },
      lands: { 'NetworkAddonsConfig.spec.ovs': absent },
    },
  ],
});
