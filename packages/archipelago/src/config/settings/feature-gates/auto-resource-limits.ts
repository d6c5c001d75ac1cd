import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirtFeatureGates, opensGate } from './kubevirt-feature-gates.ts';

/** Gives launcher pods memory limits where a resource quota of their namespace demands limits. */
export const autoResourceLimits = setting({
  path: 'featureGates.autoResourceLimits',
  summary: 'Gives launcher pods memory limits where a resource quota of their namespace demands limits.',
  // the stored spec of a user who never heard of the gate does not name it
  schema: Type.Boolean(),
  lands: opensGate('AutoResourceLimitsGate'),
  examples: [
    {
      title: 'a namespace has a quota on memory limits',
      spec: { featureGates: { autoResourceLimits: true } },
      lands: { [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'AutoResourceLimitsGate' } },
    },
  ],
});
