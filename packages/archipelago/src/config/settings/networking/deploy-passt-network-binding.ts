import { Type } from '@sinclair/typebox';
import { absent, annotationSetting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { passt, passtNetworkAttachment } from '../../operands/passt/passt.ts';
import { kubevirtFeatureGates } from '../feature-gates/kubevirt-feature-gates.ts';

const key = 'hco.kubevirt.io/deployPasstNetworkBinding';

/** The passt binding for primary networks that users define. */
export const deployPasstNetworkBinding = annotationSetting<boolean>({
  key,
  summary:
    'Deploys the passt network binding, for machines on a primary network that users define, when it is exactly "true".',
  schema: Type.String(),
  decode: (text) => text === 'true',
  lands: ({ set, append, exists }) => [
    append(kubevirt, kubevirtFeatureGates, 'PasstIPStackMigration', (on) => on),
    set(kubevirt, 'spec.configuration.network.binding.passt', (on, { deployment }) => {
      if (!on) return undefined;
      const { passtSidecar } = deployment.images;
      return {
        ...(passtSidecar === undefined ? {} : { sidecarImage: passtSidecar }),
        networkAttachmentDefinition: passtNetworkAttachment,
        computeResourceOverhead: { requests: { memory: '250Mi' } },
        migration: {},
      };
    }),
    ...passt.map((object) => exists(object, (on) => on === true)),
  ],
  examples: [
    {
      title: 'machines on a primary network of their own',
      annotations: { [key]: 'true' },
      lands: {
        'KubeVirt.spec.configuration.network.binding.passt.networkAttachmentDefinition':
          passtNetworkAttachment,
        [`KubeVirt.${kubevirtFeatureGates}`]: { contains: 'PasstIPStackMigration' },
        'DaemonSet.spec.selector.matchLabels.name': 'passt-binding-cni',
      },
    },
    { title: 'left out', lands: { DaemonSet: absent } },
  ],
});
