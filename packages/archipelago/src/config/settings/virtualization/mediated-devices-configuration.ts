import { type Static, Type } from '@sinclair/typebox';
import { type FieldFinding, setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { reviewNodeLabels } from '../../reviews/review-labels.ts';
import { listOf } from '../../shapes/list-of.ts';
import { mapOf } from '../../shapes/map-of.ts';

const types = Type.Optional(
  listOf(Type.String(), { description: 'Types to create, e.g. nvidia-222; one per physical card.' }),
);
const deprecatedTypes = Type.Optional(
  listOf(Type.String(), { description: 'The former spelling of mediatedDeviceTypes.' }),
);

const needsTypes = (where: string) => ({
  'x-kubernetes-validations': [
    {
      rule: '(has(self.mediatedDeviceTypes) && size(self.mediatedDeviceTypes) > 0) || (has(self.mediatedDevicesTypes) && size(self.mediatedDevicesTypes) > 0)',
      message: `${where} needs mediatedDeviceTypes (or mediatedDevicesTypes, its former spelling) with at least one type`,
    },
  ],
});

const perNode = Type.Object(
  {
    nodeSelector: mapOf(Type.String(), { description: 'Labels of the nodes this is for.' }),
    mediatedDeviceTypes: types,
    mediatedDevicesTypes: deprecatedTypes,
  },
  needsTypes('an entry of nodeMediatedDeviceTypes'),
);

const schema = Type.Object(
  {
    mediatedDeviceTypes: types,
    mediatedDevicesTypes: deprecatedTypes,
    nodeMediatedDeviceTypes: Type.Optional(
      listOf(perNode, { description: 'Other types for some of the nodes.' }),
    ),
  },
  needsTypes('mediatedDevicesConfiguration'),
);

type Types = Pick<Static<typeof perNode>, 'mediatedDeviceTypes' | 'mediatedDevicesTypes'>;

const root = 'spec.mediatedDevicesConfiguration';

/** Mediated devices (vGPUs) to create on the nodes; allowing them in machines is `permittedHostDevices`. */
export const mediatedDevicesConfiguration = setting({
  path: 'mediatedDevicesConfiguration',
  summary:
    'Mediated device (vGPU) types that KubeVirt creates on nodes that can; permit them with permittedHostDevices.',
  schema,
  review: (value) => [
    ...differing(root, value),
    ...(value.nodeMediatedDeviceTypes ?? []).flatMap((node, index) => [
      ...differing(`${root}.nodeMediatedDeviceTypes[${index}]`, node),
      ...reviewNodeLabels(`${root}.nodeMediatedDeviceTypes[${index}].nodeSelector`, node.nodeSelector),
    ]),
  ],
  stored: ({ nodeMediatedDeviceTypes, ...value }) => ({
    ...respelled(value),
    ...(nodeMediatedDeviceTypes === undefined
      ? {}
      : { nodeMediatedDeviceTypes: nodeMediatedDeviceTypes.map(respelled) }),
  }),
  canonical: ({ nodeMediatedDeviceTypes, ...value }) => ({
    ...renamed(value),
    ...(nodeMediatedDeviceTypes === undefined || nodeMediatedDeviceTypes.length === 0
      ? {}
      : {
          nodeMediatedDeviceTypes: nodeMediatedDeviceTypes.map(({ nodeSelector, ...node }) => ({
            nodeSelector,
            ...renamed(node),
          })),
        }),
  }),
  formerLeaf: (leaf) => leaf.map((name) => (name === 'mediatedDeviceTypes' ? 'mediatedDevicesTypes' : name)),
  lands: ({ set }) => [set(kubevirt, 'spec.configuration.mediatedDevicesConfiguration', (value) => value)],
  examples: [
    {
      title: 'two types everywhere, one of them on one node',
      spec: {
        mediatedDevicesConfiguration: {
          mediatedDeviceTypes: ['nvidia-222', 'nvidia-228'],
          nodeMediatedDeviceTypes: [
            { nodeSelector: { 'kubernetes.io/hostname': 'node1' }, mediatedDeviceTypes: ['nvidia-228'] },
          ],
        },
      },
      lands: {
        'KubeVirt.spec.configuration.mediatedDevicesConfiguration.mediatedDeviceTypes': [
          'nvidia-222',
          'nvidia-228',
        ],
      },
    },
    {
      title: 'the former spelling',
      spec: { mediatedDevicesConfiguration: { mediatedDevicesTypes: ['nvidia-222'] } },
      lands: {
        'KubeVirt.spec.configuration.mediatedDevicesConfiguration': { mediatedDeviceTypes: ['nvidia-222'] },
      },
    },
  ],
});

function nonEmpty(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** The former spelling stays, and the list stands under the new one, too. */
function respelled<T extends Types>(value: T): T {
  const former = nonEmpty(value.mediatedDevicesTypes);
  if (former === undefined || nonEmpty(value.mediatedDeviceTypes) !== undefined) return value;
  return { ...value, mediatedDeviceTypes: former };
}

function renamed({ mediatedDeviceTypes, mediatedDevicesTypes }: Types): Types {
  const wanted = nonEmpty(mediatedDeviceTypes) ?? nonEmpty(mediatedDevicesTypes);
  return wanted === undefined ? {} : { mediatedDeviceTypes: wanted };
}

function differing(
  at: string,
  { mediatedDeviceTypes, mediatedDevicesTypes }: Types,
): readonly FieldFinding[] {
  const [wanted, former] = [nonEmpty(mediatedDeviceTypes), nonEmpty(mediatedDevicesTypes)];
  if (wanted === undefined || former === undefined || wanted.join() === former.join()) return [];
  const message = `mediatedDeviceTypes (${wanted.join(', ')}) and its former spelling mediatedDevicesTypes (${former.join(', ')}) differ`;
  return [{ level: 'error', at, reason: 'Conflict', message, fix: 'remove mediatedDevicesTypes' }];
}
