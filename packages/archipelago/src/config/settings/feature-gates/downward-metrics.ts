import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirtFeatureGates, opensGate } from './kubevirt-feature-gates.ts';

/** Lets guests read a limited set of metrics of their host and of themselves. */
export const downwardMetrics = setting({
  path: 'featureGates.downwardMetrics',
  summary: 'Lets guests read a limited set of metrics of their host and of themselves.',
  schema: Type.Boolean(),
  default: false,
  lands: opensGate('DownwardMetrics'),
  examples: [
    {
      title: 'guests read host metrics through a disk or a serial port',
      spec: { featureGates: { downwardMetrics: true } },
      lands: { [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'DownwardMetrics' } },
    },
  ],
});
