import { type Static, Type } from '@sinclair/typebox';
import { fieldBelow } from '../../framework/field-path.ts';
import { type FieldFinding, setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oddValue } from '../../reviews/odd-value.ts';
import { reviewNetworkName } from '../../reviews/review-network-name.ts';
import { mapOf } from '../../shapes/map-of.ts';
import { quantity } from '../../shapes/quantity.ts';
import { deployPasstNetworkBinding } from './deploy-passt-network-binding.ts';

const overhead = Type.Object(
  {
    limits: Type.Optional(mapOf(quantity(), { description: 'Added to the most that the pod may use.' })),
    requests: Type.Optional(mapOf(quantity(), { description: 'Added to what the pod is guaranteed.' })),
  },
  { description: 'What the plugin adds to the resources of the launcher pod.' },
);

const bindingPlugin = Type.Object({
  sidecarImage: Type.Optional(
    Type.String({ description: 'Image that sets the interface up inside the launcher pod.' }),
  ),
  networkAttachmentDefinition: Type.Optional(
    Type.String({ description: 'Where the plugin is configured: name, or namespace/name.' }),
  ),
  domainAttachmentType: Type.Optional(
    Type.String({ description: 'How the domain is attached: tap or managedTap.' }),
  ),
  downwardAPI: Type.Optional(
    Type.String({ description: 'What the sidecar is told about the pod: device-info.' }),
  ),
  migration: Type.Optional(
    Type.Object(
      {
        method: Type.Optional(
          Type.String({
            description: 'link-refresh: the guest sees its link go down and up after a migration.',
          }),
        ),
      },
      { description: 'Present: machines with this binding can migrate.' },
    ),
  ),
  computeResourceOverhead: Type.Optional(overhead),
});

/** Plugins besides the ones that come with the product. */
export const networkBinding = setting({
  path: 'networkBinding',
  summary:
    'Plugins that bind machine interfaces to networks, by name; the names that ship with the product stay as they are.',
  schema: mapOf(bindingPlugin),
  review: (plugins, context) =>
    Object.entries(plugins).flatMap(([name, plugin]) => [
      ...reviewNetworkName(
        `${fieldBelow('spec.networkBinding', name)}.networkAttachmentDefinition`,
        plugin.networkAttachmentDefinition ?? '',
        context,
      ),
      ...unknownWords(fieldBelow('spec.networkBinding', name), plugin),
    ]),
  with: [deployPasstNetworkBinding],
  lands: ({ set }) => [
    set(kubevirt, 'spec.configuration.network.binding', (plugins, { read }) => {
      const ours = read(deployPasstNetworkBinding) === true ? ['l2bridge', 'passt'] : ['l2bridge'];
      return Object.fromEntries(Object.entries(plugins).filter(([name]) => !ours.includes(name)));
    }),
  ],
  examples: [
    {
      title: 'a plugin with a sidecar',
      spec: {
        networkBinding: { 'custom-binding1': { sidecarImage: 'registry.example.com/custom-binding1' } },
      },
      lands: {
        'KubeVirt.spec.configuration.network.binding["custom-binding1"].sidecarImage':
          'registry.example.com/custom-binding1',
        'KubeVirt.spec.configuration.network.binding.l2bridge.domainAttachmentType': 'managedTap',
      },
    },
  ],
});

function unknownWords(at: string, plugin: Static<typeof bindingPlugin>): readonly FieldFinding[] {
  const { domainAttachmentType, downwardAPI, migration } = plugin;
  const words: readonly (readonly [leaf: string, value: string | undefined, known: readonly string[]])[] = [
    ['domainAttachmentType', domainAttachmentType, ['tap', 'managedTap']],
    ['downwardAPI', downwardAPI, ['device-info']],
    ['migration.method', migration?.method, ['link-refresh']],
  ];
  return words.flatMap(([leaf, value, known]) =>
    value === undefined || value === '' || known.includes(value)
      ? []
      : [
          oddValue(
            `${at}.${leaf}`,
            value,
            'is no word that KubeVirt knows here, so the binding does not work',
            `write ${known.join(' or ')}`,
          ),
        ],
  );
}
