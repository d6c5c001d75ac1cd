import { applyMergePatch, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { causeAt, desiredOf, type Given, renderedAt, verdictOf } from './admission.test-support.ts';
import { configure } from './configure.ts';
import { contextFor } from './framework/resolve.ts';
import { setting } from './framework/setting.ts';
import { vmiCPUAllocationRatio } from './settings/virtualization/vmi-cpu-allocation-ratio.ts';
import { settings } from './settings.ts';

const openshift = { platform: 'openshift' } as const;
const gates = 'KubeVirt.spec.configuration.developerConfiguration.featureGates';

describe('a switch with two spellings', () => {
  const switches: readonly (readonly [name: string, standard: boolean, isOn: (given: Given) => boolean])[] = [
    [
      'enableApplicationAwareQuota',
      false,
      (given) => desiredOf(given).operands.some(({ operand: { kind } }) => kind === 'AAQ'),
    ],
    [
      'deployVmConsoleProxy',
      false,
      (given) => renderedAt(desiredOf(given).operands, 'SSP.spec.tokenGenerationService.enabled') === true,
    ],
    [
      'enableCommonBootImageImport',
      true,
      (given) =>
        renderedAt(desiredOf(given).operands, 'SSP.spec.commonTemplates.dataImportCronTemplates') !==
        undefined,
    ],
  ];
  const spellings = [undefined, null, true, false];

  it.each(switches)('%s: the one that differs from %s counts', (name, standard, isOn) => {
    for (const own of spellings) {
      for (const gate of spellings) {
        const spec: JsonObject = {
          ...(own === undefined ? {} : { [name]: own }),
          ...(gate === undefined ? {} : { featureGates: { [name]: gate } }),
        };
        const expected = own === !standard || gate === !standard ? !standard : standard;
        expect(isOn({ spec, cluster: openshift }), JSON.stringify(spec)).toBe(expected);
      }
    }
  });

  it('names the spelling that counts as the cause', () => {
    const cause = (spec: JsonObject) =>
      causeAt(desiredOf({ spec, cluster: openshift }).operands, 'SSP.spec.tokenGenerationService.enabled');
    expect(cause({ deployVmConsoleProxy: true })).toEqual({
      kind: 'written',
      by: 'spec.deployVmConsoleProxy',
    });
    const former = { kind: 'written', by: 'spec.featureGates.deployVmConsoleProxy' };
    expect(cause({ featureGates: { deployVmConsoleProxy: true } })).toEqual(former);
    expect(cause({ deployVmConsoleProxy: false, featureGates: { deployVmConsoleProxy: true } })).toEqual(
      former,
    );
    expect(cause({ deployVmConsoleProxy: true, featureGates: { deployVmConsoleProxy: true } })).toEqual({
      kind: 'written',
      by: 'spec.deployVmConsoleProxy',
    });
  });
});

/** What lands where nothing is written. */
const standards: readonly (readonly [target: string, value: JsonValue | undefined, by: string])[] = [
  ['KubeVirt.spec.uninstallStrategy', 'BlockUninstallIfWorkloadsExist', 'spec.uninstallStrategy'],
  ['CDI.spec.uninstallStrategy', 'BlockUninstallIfWorkloadsExist', 'spec.uninstallStrategy'],
  [
    'KubeVirt.spec.workloadUpdateStrategy.workloadUpdateMethods[0]',
    'LiveMigrate',
    'spec.workloadUpdateStrategy.workloadUpdateMethods[0]',
  ],
  [
    'KubeVirt.spec.workloadUpdateStrategy.batchEvictionSize',
    10,
    'spec.workloadUpdateStrategy.batchEvictionSize',
  ],
  [
    'KubeVirt.spec.workloadUpdateStrategy.batchEvictionInterval',
    '1m0s',
    'spec.workloadUpdateStrategy.batchEvictionInterval',
  ],
  [
    'KubeVirt.spec.configuration.migrations.parallelMigrationsPerCluster',
    5,
    'spec.liveMigrationConfig.parallelMigrationsPerCluster',
  ],
  [
    'KubeVirt.spec.configuration.migrations.parallelOutboundMigrationsPerNode',
    2,
    'spec.liveMigrationConfig.parallelOutboundMigrationsPerNode',
  ],
  [
    'KubeVirt.spec.configuration.migrations.completionTimeoutPerGiB',
    800,
    'spec.liveMigrationConfig.completionTimeoutPerGiB',
  ],
  ['KubeVirt.spec.configuration.migrations.progressTimeout', 150, 'spec.liveMigrationConfig.progressTimeout'],
  [
    'KubeVirt.spec.configuration.migrations.allowAutoConverge',
    false,
    'spec.liveMigrationConfig.allowAutoConverge',
  ],
  ['KubeVirt.spec.configuration.migrations.allowPostCopy', false, 'spec.liveMigrationConfig.allowPostCopy'],
  [
    'KubeVirt.spec.configuration.developerConfiguration.cpuAllocationRatio',
    10,
    'spec.resourceRequirements.vmiCPUAllocationRatio',
  ],
  [
    'KubeVirt.spec.configuration.developerConfiguration.memoryOvercommit',
    100,
    'spec.higherWorkloadDensity.memoryOvercommitPercentage',
  ],
  [
    'KubeVirt.spec.configuration.virtualMachineOptions.disableSerialConsoleLog',
    {},
    'spec.virtualMachineOptions.disableSerialConsoleLog',
  ],
  [
    'KubeVirt.spec.certificateRotateStrategy.selfSigned.ca.duration',
    '48h0m0s',
    'spec.certConfig.ca.duration',
  ],
  [
    'KubeVirt.spec.certificateRotateStrategy.selfSigned.ca.renewBefore',
    '24h0m0s',
    'spec.certConfig.ca.renewBefore',
  ],
  ['CDI.spec.certConfig.server.duration', '24h0m0s', 'spec.certConfig.server.duration'],
  ['CDI.spec.certConfig.server.renewBefore', '12h0m0s', 'spec.certConfig.server.renewBefore'],
  [
    'NetworkAddonsConfig.spec.selfSignConfiguration.caRotateInterval',
    '48h0m0s',
    'spec.certConfig.ca.duration',
  ],
  [
    'NetworkAddonsConfig.spec.selfSignConfiguration.caOverlapInterval',
    '24h0m0s',
    'spec.certConfig.ca.renewBefore',
  ],
  [
    'NetworkAddonsConfig.spec.selfSignConfiguration.certRotateInterval',
    '24h0m0s',
    'spec.certConfig.server.duration',
  ],
  [
    'NetworkAddonsConfig.spec.selfSignConfiguration.certOverlapInterval',
    '12h0m0s',
    'spec.certConfig.server.renewBefore',
  ],
  ['KubeVirt.spec.configuration.evictionStrategy', 'LiveMigrate', 'spec.evictionStrategy'],
  ['SSP.spec.enableMultipleArchitectures', false, 'spec.featureGates.enableMultiArchBootImageImport'],
  [
    'AAQ.spec.configuration.vmiCalculatorConfiguration.configName',
    'DedicatedVirtualResources',
    'spec.applicationAwareConfig',
  ],
];

describe('what nobody writes', () => {
  const nothing = desiredOf({ cluster: openshift, spec: { enableApplicationAwareQuota: true } }).operands;

  it.each(standards)('%s is %j by default', (target, value, by) => {
    expect(renderedAt(nothing, target)).toEqual(value);
    expect(causeAt(nothing, target)).toEqual({ kind: 'default', by });
  });

  it.each([
    ['null', null],
    ['an empty object', {}],
  ])('is by default where a whole setting is %s', (_, written) => {
    const wholes = [
      'liveMigrationConfig',
      'workloadUpdateStrategy',
      'certConfig',
      'virtualMachineOptions',
      'applicationAwareConfig',
    ];
    const spec = Object.fromEntries(wholes.map((name) => [name, written]));
    const { operands } = desiredOf({
      cluster: openshift,
      spec: { ...spec, enableApplicationAwareQuota: true },
    });
    for (const [target, value, by] of standards) {
      expect(renderedAt(operands, target), target).toEqual(value);
      expect(causeAt(operands, target), target).toEqual({ kind: 'default', by });
    }
  });

  it('is by default beside a member that is written', () => {
    const spec = { liveMigrationConfig: { progressTimeout: 1 }, certConfig: { ca: { duration: '72h' } } };
    const { operands } = desiredOf({ spec });
    const migrations = 'KubeVirt.spec.configuration.migrations';
    expect(renderedAt(operands, migrations)).toEqual({
      parallelMigrationsPerCluster: 5,
      parallelOutboundMigrationsPerNode: 2,
      completionTimeoutPerGiB: 800,
      progressTimeout: 1,
      allowAutoConverge: false,
      allowPostCopy: false,
    });
    expect(causeAt(operands, `${migrations}.progressTimeout`)?.kind).toBe('written');
    expect(causeAt(operands, `${migrations}.allowPostCopy`)?.kind).toBe('default');
    expect(renderedAt(operands, 'CDI.spec.certConfig')).toEqual({
      ca: { duration: '72h0m0s', renewBefore: '24h0m0s' },
      server: { duration: '24h0m0s', renewBefore: '12h0m0s' },
    });
  });

  it('does not land at all, where there is no default', () => {
    const absent = [
      'KubeVirt.spec.configuration.cpuModel',
      'KubeVirt.spec.configuration.defaultRuntimeClass',
      'KubeVirt.spec.configuration.vmStateStorageClass',
      'KubeVirt.spec.configuration.apiConfiguration',
      'KubeVirt.spec.configuration.permittedHostDevices',
      'KubeVirt.spec.configuration.ksmConfiguration',
      'KubeVirt.spec.configuration.liveUpdateConfiguration',
      'KubeVirt.spec.configuration.minCPUModel',
      'KubeVirt.spec.configuration.virtualMachineOptions.disableFreePageReporting',
      'KubeVirt.spec.workloads',
      'CDI.spec.config.filesystemOverhead',
      'CDI.spec.config.insecureRegistries',
      'CDI.spec.config.scratchSpaceStorageClass',
      'CDI.spec.config.podResourceRequirements',
      'CDI.spec.config.logVerbosity',
      'NetworkAddonsConfig.spec.ovs',
      'NetworkAddonsConfig.spec.kubeSecondaryDNS',
      'NetworkAddonsConfig.spec.placementConfiguration',
      'SSP.spec.tokenGenerationService.enabled',
      'SSP.spec.templateValidator.placement',
      'AAQ.spec.namespaceSelector',
      'AAQ.spec.configuration.allowApplicationAwareClusterResourceQuota',
    ];
    for (const target of absent) expect(renderedAt(nothing, target), target).toBeUndefined();
  });

  it('opens the gates that are always open, and the older way to plug volumes', () => {
    const opened = [
      'CPUManager',
      'Snapshot',
      'ExpandDisks',
      'HostDevices',
      'VMExport',
      'KubevirtSeccompProfile',
      'VMPersistentState',
      'InstancetypeReferencePolicy',
    ];
    const hardware = ['WithHostModelCPU', 'HypervStrictCheck'];
    expect(renderedAt(nothing, gates)).toEqual([...opened, ...hardware, 'HotplugVolumes']);
    const emulated = desiredOf({ deployment: { kvmEmulation: true } }).operands;
    expect(renderedAt(emulated, gates)).toEqual([...opened, 'HotplugVolumes']);
    expect(renderedAt(emulated, 'KubeVirt.spec.configuration.developerConfiguration.useEmulation')).toBe(
      true,
    );
    expect(
      renderedAt(nothing, 'KubeVirt.spec.configuration.developerConfiguration.useEmulation'),
    ).toBeUndefined();
  });
});

const openers: readonly (readonly [name: string, gate: string])[] = [
  ['downwardMetrics', 'DownwardMetrics'],
  ['disableMDevConfiguration', 'DisableMDEVConfiguration'],
  ['persistentReservation', 'PersistentReservation'],
  ['autoResourceLimits', 'AutoResourceLimitsGate'],
  ['alignCPUs', 'AlignCPUs'],
  ['decentralizedLiveMigration', 'DecentralizedLiveMigration'],
  ['enableMultiArchBootImageImport', 'MultiArchitecture'],
  ['declarativeHotplugVolumes', 'DeclarativeHotplugVolumes'],
];

describe('a feature gate', () => {
  const gatesOf = (featureGates: JsonObject) => {
    const found = renderedAt(desiredOf({ spec: { featureGates } }).operands, gates);
    return Array.isArray(found) ? found.slice(10) : [];
  };

  it.each(openers)('%s opens %s when it is on, and only then', (name, gate) => {
    const volumes = name === 'declarativeHotplugVolumes' ? [] : ['HotplugVolumes'];
    expect(new Set(gatesOf({ [name]: true }))).toEqual(new Set([gate, ...volumes]));
    expect(gatesOf({ [name]: false })).toEqual(['HotplugVolumes']);
    expect(gatesOf({ [name]: null })).toEqual(['HotplugVolumes']);
    expect(gatesOf({})).toEqual(['HotplugVolumes']);
  });

  it('stands in one order with the others', () => {
    const all = Object.fromEntries(openers.map(([name]) => [name, true]));
    expect(gatesOf(all)).toEqual(openers.map(([, gate]) => gate));
    expect(gatesOf(Object.fromEntries(Object.entries(all).reverse()))).toEqual(
      openers.map(([, gate]) => gate),
    );
  });

  it('that is on says so as the cause, the others remain opinions', () => {
    const { operands } = desiredOf({ spec: { featureGates: { alignCPUs: true } } });
    const at = (gate: string) => {
      const list = renderedAt(operands, gates);
      return causeAt(operands, `${gates}[${Array.isArray(list) ? list.indexOf(gate) : -1}]`);
    };
    expect(at('AlignCPUs')).toEqual({ kind: 'written', by: 'spec.featureGates.alignCPUs' });
    expect(at('Snapshot')).toMatchObject({ kind: 'opinion' });
    expect(at('HotplugVolumes')).toEqual({
      kind: 'default',
      by: 'spec.featureGates.declarativeHotplugVolumes',
    });
  });
});

describe('an annotation', () => {
  const key = 'hco.kubevirt.io/deployPasstNetworkBinding';
  const resolved = (annotations: Readonly<Record<string, string>>) =>
    configure({ written: {}, spec: {}, annotations }, standardInputs).resolution.get(key);

  it('is a value that was written, and its own cause', () => {
    const found = resolved({ [key]: 'true' });
    expect(found).toMatchObject({ value: true, raw: true, written: true });
    expect(found?.causeAt([])).toEqual({ kind: 'written', by: `metadata.annotations["${key}"]` });
  });

  it('that is not there has no value', () => {
    expect(resolved({})).toMatchObject({ value: undefined, raw: undefined, written: false });
  });
});

describe('the former spelling of a leaf', () => {
  const types = 'KubeVirt.spec.configuration.mediatedDevicesConfiguration';
  const nodeSelector = { a: 'b' };
  const cause = (mediatedDevicesConfiguration: JsonObject, leaf: string) =>
    causeAt(desiredOf({ spec: { mediatedDevicesConfiguration } }).operands, `${types}.${leaf}`);
  const written = (leaf: string) => ({ kind: 'written', by: `spec.mediatedDevicesConfiguration.${leaf}` });

  it.each<[string, JsonObject, string, string]>([
    ['is the cause', { mediatedDevicesTypes: ['a'] }, 'mediatedDeviceTypes[0]', 'mediatedDevicesTypes[0]'],
    [
      'is the cause for one node, too',
      {
        mediatedDevicesTypes: ['b'],
        nodeMediatedDeviceTypes: [{ nodeSelector, mediatedDevicesTypes: ['a'] }],
      },
      'nodeMediatedDeviceTypes[0].mediatedDeviceTypes[0]',
      'nodeMediatedDeviceTypes[0].mediatedDevicesTypes[0]',
    ],
    [
      'is not where the new one is written',
      { mediatedDevicesTypes: ['a'], mediatedDeviceTypes: ['a'] },
      'mediatedDeviceTypes[0]',
      'mediatedDeviceTypes[0]',
    ],
    [
      'is not that of another leaf',
      {
        mediatedDevicesTypes: ['b'],
        nodeMediatedDeviceTypes: [{ nodeSelector, mediatedDevicesTypes: ['a'] }],
      },
      'nodeMediatedDeviceTypes[0].nodeSelector.a',
      'nodeMediatedDeviceTypes[0].nodeSelector.a',
    ],
  ])('%s', (_, configuration, leaf, by) => {
    expect(cause(configuration, leaf)).toEqual(written(by));
  });
});

describe('a setting that reads another', () => {
  it('has to name it', () => {
    const configured = configure({ written: {}, spec: {}, annotations: {} }, standardInputs);
    const reader = setting({ path: 'a', summary: '', schema: Type.String(), examples: [] });
    const { read } = contextFor(reader, configured.resolution, configured);
    expect(() => read(vmiCPUAllocationRatio)).toThrow(
      'spec.a reads spec.resourceRequirements.vmiCPUAllocationRatio without naming it',
    );
  });

  it.each<[string, JsonObject, JsonValue | undefined]>([
    [
      'an address with its switch',
      { kubeSecondaryDNSNameServerIP: '1.2.3.4', featureGates: { deployKubeSecondaryDNS: true } },
      { nameServerIP: '1.2.3.4' },
    ],
    ['an address without its switch', { kubeSecondaryDNSNameServerIP: '1.2.3.4' }, undefined],
    [
      'an address with its switch off',
      { kubeSecondaryDNSNameServerIP: '1.2.3.4', featureGates: { deployKubeSecondaryDNS: false } },
      undefined,
    ],
    [
      'the switch with an empty address',
      { kubeSecondaryDNSNameServerIP: '', featureGates: { deployKubeSecondaryDNS: true } },
      {},
    ],
    ['the switch alone', { featureGates: { deployKubeSecondaryDNS: true } }, {}],
  ])('%s', (_, spec, expected) => {
    expect(renderedAt(desiredOf({ spec }).operands, 'NetworkAddonsConfig.spec.kubeSecondaryDNS')).toEqual(
      expected,
    );
  });
});

describe('what is stored', () => {
  const stored = (given: Given): JsonObject => {
    const verdict = verdictOf(given);
    return verdict.allowed ? (verdict.object.spec as JsonObject) : {};
  };

  it('has the strategy that fits the cluster once, and keeps it', () => {
    const one = { nodes: standardInputs.facts.nodes.slice(0, 4) };
    expect(stored({ cluster: one }).evictionStrategy).toBe('None');
    expect(stored({ spec: { evictionStrategy: null }, cluster: one }).evictionStrategy).toBe('None');
    expect(stored({}).evictionStrategy).toBe('LiveMigrate');
    expect(stored({ spec: { evictionStrategy: 'External' }, cluster: one }).evictionStrategy).toBe(
      'External',
    );
    expect(stored({ spec: stored({ cluster: one }) }).evictionStrategy).toBe('None');
  });

  it('holds what was written as it was written: a list that differs is a difference to kubectl apply, for ever', () => {
    const written = {
      mediatedDevicesConfiguration: {
        mediatedDevicesTypes: ['a'],
        nodeMediatedDeviceTypes: [{ nodeSelector: { a: 'b' }, mediatedDevicesTypes: ['b'] }],
      },
      dataImportCronTemplates: [
        { metadata: { name: 'a' }, spec: { schedule: '', managedDataSource: 'a', template: { spec: {} } } },
        { metadata: { name: 'b', annotations: { 'dataimportcrontemplate.kubevirt.io/enable': 'false' } } },
      ],
    };
    const spec = stored({ spec: written });
    expect(spec).toMatchObject(written);
    expect(spec.dataImportCronTemplates).toEqual(written.dataImportCronTemplates);
    expect(spec.mediatedDevicesConfiguration).toEqual(written.mediatedDevicesConfiguration);
    expect(stored({ spec })).toEqual(spec);
  });

  const examples = settings.flatMap(({ name, examples }) =>
    examples.map((example) => [`${name}: ${example.title}`, example] as const),
  );
  it.each(examples)('keeps %s', (_, { spec = {}, annotations = {}, cluster }) => {
    const kept = stored({ spec, annotations, ...(cluster === undefined ? {} : { cluster }) });
    // as kubectl sees it: what is missing in the manifest is not compared, and a list is one value
    expect(applyMergePatch(kept, spec)).toEqual(kept);
  });
});
