import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirtFeatureGates, opensGate } from './kubevirt-feature-gates.ts';

/** Leaves mediated devices alone: something else creates them on the nodes. */
export const disableMDevConfiguration = setting({
  path: 'featureGates.disableMDevConfiguration',
  summary: 'Leaves mediated devices alone: something else creates them on the nodes.',
  schema: Type.Boolean(),
  default: false,
  lands: opensGate('DisableMDEVConfiguration'),
  examples: [
    {
      title: 'a vendor operator creates the vGPUs',
      spec: { featureGates: { disableMDevConfiguration: true } },
      lands: { [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'DisableMDEVConfiguration' } },
    },
  ],
});
