import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { reviewNodeLabels } from '../../reviews/review-labels.ts';
import { listOf } from '../../shapes/list-of.ts';
import { mapOf } from '../../shapes/map-of.ts';
import { type Rule, withRules } from '../../shapes/rule.ts';

const most = { maxItems: 128 };
const typeName = Type.String({ maxLength: 128 });
const types = Type.Optional(
  listOf(typeName, { description: 'Types to create, e.g. nvidia-222; one per physical card.', ...most }),
);
const deprecatedTypes = Type.Optional(
  listOf(typeName, { description: 'The former spelling of mediatedDeviceTypes.', ...most }),
);

interface Types {
  readonly mediatedDeviceTypes?: readonly string[];
  readonly mediatedDevicesTypes?: readonly string[];
}

const isGiven = (name: keyof Types) => `(has(self.${name}) && size(self.${name}) > 0)`;

const rules = (where: string): readonly Rule<Types>[] => [
  {
    reason: 'Missing',
    holds: ({ mediatedDeviceTypes = [], mediatedDevicesTypes = [] }) =>
      mediatedDeviceTypes.length + mediatedDevicesTypes.length > 0,
    cel: `${isGiven('mediatedDeviceTypes')} || ${isGiven('mediatedDevicesTypes')}`,
    message: `${where} has no type`,
    fix: 'add mediatedDeviceTypes (or mediatedDevicesTypes, its former spelling) with at least one type',
  },
  {
    reason: 'Conflict',
    holds: ({ mediatedDeviceTypes, mediatedDevicesTypes }) => {
      const [wanted, former] = [nonEmpty(mediatedDeviceTypes), nonEmpty(mediatedDevicesTypes)];
      return wanted === undefined || former === undefined || isEqual(wanted, former);
    },
    cel: `!${isGiven('mediatedDeviceTypes')} || !${isGiven('mediatedDevicesTypes')} || self.mediatedDeviceTypes == self.mediatedDevicesTypes`,
    message: {
      says: ({ mediatedDeviceTypes = [], mediatedDevicesTypes = [] }) =>
        `mediatedDeviceTypes (${mediatedDeviceTypes.join(', ')}) and its former spelling mediatedDevicesTypes (${mediatedDevicesTypes.join(', ')}) differ`,
      cel: "'mediatedDeviceTypes (' + self.mediatedDeviceTypes.join(', ') + ') and its former spelling mediatedDevicesTypes (' + self.mediatedDevicesTypes.join(', ') + ') differ'",
    },
    fix: 'remove mediatedDevicesTypes',
  },
];

const perNode = withRules(
  Type.Object({
    nodeSelector: mapOf(Type.String(), { description: 'Labels of the nodes this is for.' }),
    mediatedDeviceTypes: types,
    mediatedDevicesTypes: deprecatedTypes,
  }),
  rules('an entry of nodeMediatedDeviceTypes'),
);

const schema = withRules(
  Type.Object({
    mediatedDeviceTypes: types,
    mediatedDevicesTypes: deprecatedTypes,
    nodeMediatedDeviceTypes: Type.Optional(
      listOf(perNode, { description: 'Other types for some of the nodes.', maxItems: 1000 }),
    ),
  }),
  rules('mediatedDevicesConfiguration'),
);

const root = 'spec.mediatedDevicesConfiguration';

/** Mediated devices (vGPUs) to create on the nodes; allowing them in machines is `permittedHostDevices`. */
export const mediatedDevicesConfiguration = setting({
  path: 'mediatedDevicesConfiguration',
  summary:
    'Mediated device (vGPU) types that KubeVirt creates on nodes that can; permit them with permittedHostDevices.',
  schema,
  review: (value) =>
    (value.nodeMediatedDeviceTypes ?? []).flatMap((node, index) =>
      reviewNodeLabels(`${root}.nodeMediatedDeviceTypes[${index}].nodeSelector`, node.nodeSelector),
    ),
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

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

function nonEmpty(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

function renamed({ mediatedDeviceTypes, mediatedDevicesTypes }: Types): Types {
  const wanted = nonEmpty(mediatedDeviceTypes) ?? nonEmpty(mediatedDevicesTypes);
  return wanted === undefined ? {} : { mediatedDeviceTypes: wanted };
}
