import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { kubevirtFeatureGates } from './kubevirt-feature-gates.ts';

const evenParity = 'alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity';

/** Up to two more dedicated CPUs, so that the emulator thread leaves the guest an even number. */
export const alignCPUs = setting({
  path: 'featureGates.alignCPUs',
  summary:
    'Requests up to two more dedicated CPUs, so that their number is even when the emulator thread is isolated.',
  schema: Type.Boolean(),
  default: false,
  lands: ({ append, annotate }) => [
    append(kubevirt, kubevirtFeatureGates, 'AlignCPUs', (on) => on),
    // KubeVirt asks for both: the gate allows what the annotation requests
    annotate(kubevirt, evenParity, (on) => (on ? '' : undefined)),
  ],
  examples: [
    {
      title: 'hosts with hyper-threading',
      spec: { featureGates: { alignCPUs: true } },
      lands: {
        [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'AlignCPUs' },
        [`KubeVirt.metadata.annotations["${evenParity}"]`]: '',
      },
    },
  ],
});
