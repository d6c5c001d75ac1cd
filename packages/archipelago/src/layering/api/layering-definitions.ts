import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { TSchema } from '@sinclair/typebox';
import { objectTexts } from '../../api/object-texts.ts';
import type { LayeringGroup } from './layering-names.ts';
import { machineOsBuildSpec } from './machine-os-build-schema.ts';
import { machineOsBuildStatus } from './machine-os-build-status-schema.ts';
import { machineOsConfigRules, machineOsConfigSpec } from './machine-os-config-schema.ts';
import { machineOsConfigStatus } from './machine-os-config-status-schema.ts';

/** The CustomResourceDefinitions of both kinds in one group. */
export function layeringDefinitions(group: LayeringGroup): readonly JsonObject[] {
  return [configDefinition(group), buildDefinition(group)];
}

function configDefinition(group: LayeringGroup): JsonObject {
  const columns = [
    column('Topology', '.status.topology'),
    column('Image', '.status.currentImagePullSpec', 1),
    column('Ready', '.status.conditions[?(@.type=="ImageReady")].status'),
    column('Degraded', '.status.conditions[?(@.type=="Degraded")].status'),
    age,
  ];
  const schema = {
    type: 'object',
    description: 'What the operating system image of a pool of nodes is made of and where it goes.',
    required: ['spec'],
    'x-kubernetes-validations': machineOsConfigRules.map((rule) => ({ ...rule })),
    properties: objectProperties(machineOsConfigSpec, machineOsConfigStatus),
  };
  return definition(group, 'MachineOSConfig', columns, schema);
}

function buildDefinition(group: LayeringGroup): JsonObject {
  const columns = [
    column('Phase', '.status.phase'),
    ...['Prepared', 'Building', 'Succeeded', 'Interrupted', 'Failed'].map((type) =>
      column(type, `.status.conditions[?(@.type=="${type}")].status`, 1),
    ),
    column('Message', '.status.message', 1),
    age,
  ];
  const schema = {
    type: 'object',
    description: 'One build of an image: a job for each architecture that is not there yet, and one index.',
    required: ['spec'],
    properties: objectProperties(machineOsBuildSpec, machineOsBuildStatus),
  };
  return definition(group, 'MachineOSBuild', columns, schema);
}

const age: JsonObject = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

function column(name: string, jsonPath: string, priority = 0): JsonObject {
  return { name, type: 'string', jsonPath, ...(priority === 0 ? {} : { priority }) };
}

function objectProperties(spec: TSchema, status: TSchema): JsonObject {
  return {
    ...objectTexts,
    spec: schemaOf(spec),
    status: schemaOf(status),
  };
}

/** TypeBox's schemas are JSON Schema plus symbols, which nobody who reads JSON sees. */
export function schemaOf(schema: TSchema): JsonObject {
  const plain: unknown = schema;
  return objectAt(plain);
}

/** Tells our definition from that of the Machine Config Operator, whose objects are not ours to act on. */
export const ourLabels: Readonly<Record<string, string>> = { 'app.kubernetes.io/part-of': 'archipelago' };

function definition(
  group: LayeringGroup,
  kind: string,
  columns: readonly JsonObject[],
  schema: JsonObject,
): JsonObject {
  const singular = kind.toLowerCase();
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}`, labels: ourLabels },
    spec: {
      group,
      scope: 'Cluster',
      names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  };
}
