import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { ssp } from '../../operands/ssp/ssp.ts';
import { kubevirtFeatureGates } from './kubevirt-feature-gates.ts';

/** One boot image per architecture instead of one for all. */
export const enableMultiArchBootImageImport = setting({
  path: 'featureGates.enableMultiArchBootImageImport',
  summary:
    'Imports every golden image once for each architecture that both the workload nodes and the image have.',
  schema: Type.Boolean(),
  default: false,
  lands: ({ append, copy }) => [
    append(kubevirt, kubevirtFeatureGates, 'MultiArchitecture', (on) => on),
    copy(ssp, 'spec.enableMultipleArchitectures'),
  ],
  examples: [
    {
      title: 'amd64 and arm64 workers',
      spec: { featureGates: { enableMultiArchBootImageImport: true } },
      cluster: { platform: 'openshift' },
      lands: {
        'SSP.spec.enableMultipleArchitectures': true,
        [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'MultiArchitecture' },
      },
    },
  ],
});
