import type { JsonObject } from '@archipelago/apimachinery';
import {
  ageColumn,
  openObject,
  type PrinterColumn,
  type ResourceDefinition,
} from '../declaration/resource-definition.ts';
import pool from './machine-config-pool.gen.json' with { type: 'json' };
import osBuild from './machine-os-build.gen.json' with { type: 'json' };
import osConfig from './machine-os-config.gen.json' with { type: 'json' };

interface Content {
  readonly shortName?: string;
  readonly columns: readonly PrinterColumn[];
  readonly members: Readonly<Record<string, JsonObject>>;
  readonly rules?: readonly JsonObject[];
  /** Whether it has a spec that must be there, and a status. */
  readonly isPlain?: boolean;
}

function kindOf(kind: string, { shortName, columns, members, rules = [], isPlain = false }: Content) {
  return {
    group: 'machineconfiguration.openshift.io',
    version: 'v1',
    kind,
    plural: `${kind.toLowerCase()}s`,
    shortNames: shortName === undefined ? [] : [shortName],
    inCategoryAll: false,
    namespaced: false,
    statusSubresource: !isPlain,
    columns,
    members,
    required: isPlain ? [] : ['spec'],
    rules,
  } satisfies ResourceDefinition;
}

function condition(type: string): PrinterColumn {
  return { name: type, type: 'string', jsonPath: `.status.conditions[?(@.type=="${type}")].status` };
}

function count(name: string, field: string): PrinterColumn {
  return { name, type: 'number', jsonPath: `.status.${field}` };
}

const texts = { type: 'array', nullable: true, items: { type: 'string' } };

const machineConfigSpec: JsonObject = {
  type: 'object',
  properties: {
    baseOSExtensionsContainerImage: { type: 'string' },
    /** Ignition's. */
    config: openObject,
    extensions: texts,
    fips: { type: 'boolean' },
    kernelArguments: texts,
    kernelType: { type: 'string' },
    osImageURL: { type: 'string' },
  },
};

/** Configuration of machines, hand-written or rendered. */
const machineConfig = kindOf('MachineConfig', {
  shortName: 'mc',
  columns: [
    {
      name: 'GeneratedByController',
      type: 'string',
      jsonPath: '.metadata.annotations.machineconfiguration\\.openshift\\.io/generated-by-controller-version',
    },
    { name: 'IgnitionVersion', type: 'string', jsonPath: '.spec.config.ignition.version' },
    ageColumn,
  ],
  members: { spec: machineConfigSpec },
  isPlain: true,
});

const machineConfigPool = kindOf('MachineConfigPool', {
  shortName: 'mcp',
  columns: [
    { name: 'Config', type: 'string', jsonPath: '.status.configuration.name' },
    condition('Updated'),
    condition('Updating'),
    condition('Degraded'),
    count('MachineCount', 'machineCount'),
    count('ReadyMachineCount', 'readyMachineCount'),
    count('UpdatedMachineCount', 'updatedMachineCount'),
    count('DegradedMachineCount', 'degradedMachineCount'),
    ageColumn,
  ],
  ...pool,
});

const machineOsConfig = kindOf('MachineOSConfig', { columns: [], ...osConfig });

const machineOsBuild = kindOf('MachineOSBuild', {
  columns: [...['Prepared', 'Building', 'Succeeded', 'Interrupted', 'Failed'].map(condition), ageColumn],
  ...osBuild,
});

/** What the Machine Config Operator brings, with its schemas: its own MachineOSConfig is not the product's. */
export const machineConfigKinds: readonly ResourceDefinition[] = [
  machineConfig,
  machineConfigPool,
  machineOsConfig,
  machineOsBuild,
];
