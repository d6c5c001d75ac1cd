import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { kubevirtFeatureGates } from './kubevirt-feature-gates.ts';

/** Which of KubeVirt's two ways to plug volumes is on. */
export const declarativeHotplugVolumes = setting({
  path: 'featureGates.declarativeHotplugVolumes',
  summary:
    'Plugs volumes by editing the machine instead of by a subresource call; the older way is off then.',
  schema: Type.Boolean(),
  default: false,
  lands: ({ append }) => [
    append(kubevirt, kubevirtFeatureGates, 'DeclarativeHotplugVolumes', (on) => on),
    append(kubevirt, kubevirtFeatureGates, 'HotplugVolumes', (on) => !on),
  ],
  examples: [
    {
      title: 'machines are kept in Git',
      spec: { featureGates: { declarativeHotplugVolumes: true } },
      lands: { [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'DeclarativeHotplugVolumes' } },
    },
    { title: 'left out', lands: { [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'HotplugVolumes' } } },
  ],
});
