import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedKind, hyperConvergedName } from '../api/hyper-converged-kind.ts';
import { objectTexts } from '../api/object-texts.ts';
import { jsonSchema } from './framework/json-schema.ts';
import type { Setting } from './framework/setting.ts';
import { statusSchema } from './status-schema.ts';

/** The spec's structural schema: a fold over the settings. */
export function specSchema(settings: readonly Setting[]): JsonObject {
  const root: Group = { members: new Map() };
  for (const setting of settings) {
    if (setting.source.in === 'annotation') continue;
    place(root, setting.source.path.split('.'), leafSchema(setting));
    for (const alias of setting.aliases) place(root, alias.path.split('.'), jsonSchema(alias.schema));
  }
  return { ...groupSchema(root), description: 'What the cluster is to be like.' };
}

interface Group {
  readonly members: Map<string, Group | JsonObject>;
}

function isGroup(node: Group | JsonObject | undefined): node is Group {
  return node !== undefined && 'members' in node && node.members instanceof Map;
}

function place(group: Group, [head, ...rest]: readonly string[], schema: JsonObject): void {
  if (head === undefined) return;
  if (rest.length === 0) {
    group.members.set(head, schema);
    return;
  }
  const below = group.members.get(head);
  const inner: Group = isGroup(below) ? below : { members: new Map() };
  group.members.set(head, inner);
  place(inner, rest, schema);
}

/** What settings of one group are about, by their path. */
const groupTexts: Readonly<Record<string, string>> = {
  featureGates: 'What can be switched on and off.',
  higherWorkloadDensity: 'More machines than there is memory for.',
  resourceRequirements: 'How much of a node components may use.',
  storageImport: 'How disks are imported.',
};

function groupSchema({ members }: Group, path = ''): JsonObject {
  const properties = Object.fromEntries(
    [...members]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, node]) => [
        name,
        isGroup(node) ? groupSchema(node, path === '' ? name : `${path}.${name}`) : node,
      ]),
  );
  const hasDefaults = Object.values(properties).some((schema) => 'default' in schema);
  // the empty default opens the object, so that the defaults inside it apply
  const description = groupTexts[path];
  const text = description === undefined ? {} : { description };
  return { type: 'object', ...text, properties, ...(hasDefaults ? { default: {} } : {}) };
}

/** A schema with a text of its own is explained by it, else by the setting's summary. */
function leafSchema(setting: Setting): JsonObject {
  const description =
    setting.deprecated === undefined
      ? setting.summary
      : `${setting.summary} Deprecated: ${setting.deprecated}.`;
  return {
    description,
    ...jsonSchema(setting.schema),
    ...(setting.default === undefined ? {} : { default: setting.default }),
  };
}

/** The whole object's schema. */
export function hyperConvergedSchema(settings: readonly Setting[]): JsonObject {
  return {
    type: 'object',
    description: 'HyperConverged configures virtualization on the whole cluster.',
    properties: {
      ...objectTexts,
      metadata: {
        ...objectTexts.metadata,
        properties: {
          name: {
            type: 'string',
            enum: [hyperConvergedName],
            description: 'A cluster has one of this name.',
          },
        },
      },
      spec: specSchema(settings),
      status: statusSchema,
    },
  };
}

const printerColumns = [
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  { name: 'Available', type: 'string', jsonPath: '.status.conditions[?(@.type=="Available")].status' },
  {
    name: 'Progressing',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Progressing")].status',
    priority: 1,
  },
  {
    name: 'Degraded',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Degraded")].status',
    priority: 1,
  },
  { name: 'Architectures', type: 'string', jsonPath: '.status.nodeInfo.workloadsArchitectures', priority: 1 },
] as const;

/** The CustomResourceDefinition of `hco.kubevirt.io/v1beta1` HyperConverged. */
export function hyperConvergedDefinition(settings: readonly Setting[]): JsonObject {
  const { group, version, plural, kind } = hyperConvergedKind;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: 'hyperconverged',
        shortNames: ['hco', 'hcos'],
        categories: ['all'],
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: printerColumns,
          schema: { openAPIV3Schema: hyperConvergedSchema(settings) },
        },
      ],
    },
  };
}
