import { type JsonObject, type JsonValue, objectAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { engines, hyperConverged } from './admission.test-support.ts';
import { specSchema } from './crd.ts';
import type { FieldFinding } from './framework/setting.ts';
import { settings } from './settings.ts';

/** What a field may be, and what it may not. In paths `[]` is an item of a list, `{}` a member of a map. */
interface Bound {
  readonly good: readonly JsonValue[];
  readonly bad: readonly JsonValue[];
}

const duration: Bound = {
  good: ['0', '10m', '+1.5h', '-1h', '1h30m5s', '.5s', '5.s', '1ns', '1us', '1µs', '1μs', '1ms'],
  bad: ['', '10', '1d', 'h', '.h', '1h ', ' 1h', '1e3s', '1H', '1h-1m', '1m\n', 5],
};
const amounts = [
  ...['0', '1', '+1', '-1', '1.', '.5', '1.5', '1e3', '1E-3', '1e+3'],
  ...['n', 'u', 'm', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map(
    (unit) => `1${unit}`,
  ),
];
const noAmounts = ['', 'x', '.', '1KiB', '1 Gi', '1ki', 'Gi', '1e', '1K', '--1', '1Gi\n'];
const amount: Bound = { good: [...amounts, 0, 5, -1], bad: [...noAmounts, 1.5, true] };
const share: Bound = {
  good: ['0', '1', '0.1', '0.05', '0.055', '0.999', '0.000'],
  bad: ['0.0555', '1.0', '0.', '.5', '2', '-0', '-0.1', '00', '01', '10', '', '0.5 ', 0, 0.5],
};
const int32: Bound = {
  good: [2_147_483_647, -2_147_483_648, 0],
  bad: [2_147_483_648, -2_147_483_649, 1.5, '1'],
};
const int64: Bound = {
  good: [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, 0],
  bad: [9_223_372_036_854_775_808n, -9_223_372_036_854_775_809n, 1.5, '1'],
};
const atLeast = (minimum: number): Bound => ({
  good: [minimum, minimum + 1, 2_147_483_648],
  bad: [minimum - 1, minimum - 0.5, minimum + 0.5, String(minimum)],
});
const count: Bound = { good: [0, 1, 2_147_483_647], bad: [-1, 2_147_483_648, 0.5] };
const words = (...good: readonly string[]): Bound => ({
  good,
  bad: [
    ...good.map((word) => word.toLowerCase()).filter((word) => !good.includes(word)),
    `${good[0]} `,
    '',
    5,
  ],
});
/** Items that are told apart. */
const distinct = (a: JsonValue, b: JsonValue, again: JsonValue = a): Bound => ({
  good: [[], [a], [a, b]],
  bad: [
    [a, again],
    [b, a, b],
  ],
});

/** So long that what is asked of every item stays affordable for an API server. */
const text = (longest: number): Bound => ({
  good: ['', 'x'.repeat(longest)],
  bad: ['x'.repeat(longest + 1), 5],
});
const list = (longest: number, item: JsonValue): Bound => ({
  good: [[], Array.from({ length: longest }, () => item)],
  bad: [Array.from({ length: longest + 1 }, () => item)],
});
const devices = 'spec.mediatedDevicesConfiguration';
const deviceLists = [devices, `${devices}.nodeMediatedDeviceTypes[]`].flatMap((where) => [
  `${where}.mediatedDeviceTypes`,
  `${where}.mediatedDevicesTypes`,
]);

const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const placements = ['spec.infra.nodePlacement', 'spec.workloads.nodePlacement'];
const weighted = ['nodeAffinity', 'podAffinity', 'podAntiAffinity'];
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution[]';

const bounds: Readonly<Record<string, Bound>> = {
  'spec.applicationAwareConfig.vmiCalcConfigName': words(
    'VmiPodUsage',
    'VirtualResources',
    'DedicatedVirtualResources',
    'IgnoreVmiCalculator',
  ),
  ...Object.fromEntries(deviceLists.map((path) => [path, list(128, 'a')])),
  ...Object.fromEntries(deviceLists.map((path) => [`${path}[]`, text(128)])),
  [`${devices}.nodeMediatedDeviceTypes`]: list(1000, { nodeSelector: {} }),
  'spec.kubeSecondaryDNSNameServerIP': text(15),
  'spec.tlsSecurityProfile.custom.ciphers': list(256, 'a'),
  'spec.tlsSecurityProfile.custom.ciphers[]': text(64),
  'spec.certConfig.ca.duration': duration,
  'spec.certConfig.ca.renewBefore': duration,
  'spec.certConfig.server.duration': duration,
  'spec.certConfig.server.renewBefore': duration,
  'spec.dataImportCronTemplates': list(256, { metadata: { name: 'a' } }),
  'spec.dataImportCronTemplates[].metadata.name': {
    good: ['a', 'x'.repeat(63)],
    bad: ['', 5, 'x'.repeat(64)],
  },
  'spec.dataImportCronTemplates[].spec.importsToKeep': int32,
  'spec.dataImportCronTemplates[].spec.template.spec.pvc.resources.limits{}': amount,
  'spec.dataImportCronTemplates[].spec.template.spec.pvc.resources.requests{}': amount,
  'spec.dataImportCronTemplates[].spec.template.spec.storage.resources.limits{}': amount,
  'spec.dataImportCronTemplates[].spec.template.spec.storage.resources.requests{}': amount,
  'spec.evictionStrategy': words('None', 'LiveMigrate', 'LiveMigrateIfPossible', 'External'),
  'spec.filesystemOverhead.global': share,
  'spec.filesystemOverhead.storageClass{}': share,
  'spec.higherWorkloadDensity.memoryOvercommitPercentage': atLeast(10),
  'spec.instancetypeConfig.referencePolicy': words('reference', 'expand', 'expandAll'),
  'spec.liveMigrationConfig.bandwidthPerMigration': { good: amounts, bad: [...noAmounts, 5] },
  'spec.liveMigrationConfig.completionTimeoutPerGiB': int64,
  'spec.liveMigrationConfig.parallelMigrationsPerCluster': count,
  'spec.liveMigrationConfig.parallelOutboundMigrationsPerNode': count,
  'spec.liveMigrationConfig.progressTimeout': int64,
  'spec.liveUpdateConfiguration.maxCpuSockets': int32,
  'spec.liveUpdateConfiguration.maxGuest': amount,
  'spec.liveUpdateConfiguration.maxHotplugRatio': int32,
  'spec.logVerbosityConfig.cdi': int32,
  'spec.logVerbosityConfig.kubevirt.nodeVerbosity{}': atLeast(0),
  'spec.logVerbosityConfig.kubevirt.virtAPI': atLeast(0),
  'spec.logVerbosityConfig.kubevirt.virtController': atLeast(0),
  'spec.logVerbosityConfig.kubevirt.virtHandler': atLeast(0),
  'spec.logVerbosityConfig.kubevirt.virtLauncher': atLeast(0),
  'spec.logVerbosityConfig.kubevirt.virtOperator': atLeast(0),
  'spec.logVerbosityConfig.kubevirt.virtSynchronizationController': atLeast(0),
  'spec.networkBinding{}.computeResourceOverhead.limits{}': amount,
  'spec.networkBinding{}.computeResourceOverhead.requests{}': amount,
  'spec.obsoleteCPUs.cpuModels': distinct('a', 'b'),
  'spec.permittedHostDevices.mediatedDevices': distinct(
    { mdevNameSelector: 'a', resourceName: 'r' },
    { mdevNameSelector: 'b', resourceName: 'r' },
    { mdevNameSelector: 'a', resourceName: 's' },
  ),
  'spec.permittedHostDevices.pciHostDevices': distinct(
    { pciDeviceSelector: 'a', resourceName: 'r' },
    { pciDeviceSelector: 'b', resourceName: 'r' },
    { pciDeviceSelector: 'a', resourceName: 's' },
  ),
  'spec.permittedHostDevices.usbHostDevices': distinct(
    { resourceName: 'a' },
    { resourceName: 'b' },
    { resourceName: 'a', disabled: true },
  ),
  'spec.resourceRequirements.storageWorkloads.claims': distinct(
    { name: 'a' },
    { name: 'b' },
    { name: 'a', request: 'r' },
  ),
  'spec.resourceRequirements.storageWorkloads.limits{}': amount,
  'spec.resourceRequirements.storageWorkloads.requests{}': amount,
  'spec.resourceRequirements.vmiCPUAllocationRatio': atLeast(1),
  'spec.storageImport.insecureRegistries': distinct('a:5000', 'b:5000'),
  'spec.tlsSecurityProfile.custom.minTLSVersion': words(
    'VersionTLS10',
    'VersionTLS11',
    'VersionTLS12',
    'VersionTLS13',
  ),
  'spec.tlsSecurityProfile.type': words('Old', 'Intermediate', 'Modern', 'Custom'),
  'spec.tuningPolicy': words('annotation', 'highBurst'),
  'spec.uninstallStrategy': words('RemoveWorkloads', 'BlockUninstallIfWorkloadsExist'),
  'spec.workloadUpdateStrategy.batchEvictionInterval': duration,
  ...Object.fromEntries(
    placements.flatMap((placement) => [
      ...requiredBounds(`${placement}.affinity.nodeAffinity.${required}.nodeSelectorTerms`),
      [`${placement}.tolerations[].tolerationSeconds`, int64],
      ...weighted.map((kind) => [`${placement}.affinity.${kind}.${preferred}.weight`, int32]),
    ]),
  ),
};

/** As long as a scheduler's rules can be asked of all of it. */
function requiredBounds(terms: string): readonly (readonly [string, Bound])[] {
  const requirement = { key: 'a', operator: 'In' };
  const lists = ['matchExpressions', 'matchFields'].map((name) => `${terms}[].${name}`);
  return [
    [terms, list(64, {})],
    ...lists.map((path) => [path, list(32, requirement)] as const),
    ...lists.map((path) => [`${path}[].key`, text(253 + 1 + 63)] as const),
  ];
}

const selector = { 'matchExpressions[]': ['key', 'operator'] };
const podTerm = {
  '': ['topologyKey'],
  'labelSelector.matchExpressions[]': ['key', 'operator'],
  'namespaceSelector.matchExpressions[]': ['key', 'operator'],
};
const nodeTerm = { 'matchExpressions[]': ['key', 'operator'], 'matchFields[]': ['key', 'operator'] };

const placementMembers = {
  [`nodeAffinity.${preferred}`]: ['preference', 'weight'],
  ...below(`nodeAffinity.${preferred}.preference`, nodeTerm),
  [`nodeAffinity.${required}`]: ['nodeSelectorTerms'],
  ...below(`nodeAffinity.${required}.nodeSelectorTerms[]`, nodeTerm),
  ...podMembers('podAffinity'),
  ...podMembers('podAntiAffinity'),
};

/** Members that an object must have. */
const members: Readonly<Record<string, readonly string[]>> = {
  ...below('spec.applicationAwareConfig.namespaceSelector', selector),
  ...below('spec.ksmConfiguration.nodeLabelSelector', selector),
  ...below('spec.resourceRequirements.autoCPULimitNamespaceLabelSelector', selector),
  ...below('spec.infra.nodePlacement.affinity', placementMembers),
  ...below('spec.workloads.nodePlacement.affinity', placementMembers),
  'spec.dataImportCronTemplates[]': ['metadata'],
  'spec.dataImportCronTemplates[].metadata': ['name'],
  'spec.dataImportCronTemplates[].spec': ['managedDataSource', 'template'],
  'spec.dataImportCronTemplates[].spec.template': ['spec'],
  'spec.mediatedDevicesConfiguration.nodeMediatedDeviceTypes[]': ['nodeSelector'],
  'spec.permittedHostDevices.mediatedDevices[]': ['resourceName', 'mdevNameSelector'],
  'spec.permittedHostDevices.pciHostDevices[]': ['resourceName', 'pciDeviceSelector'],
  'spec.permittedHostDevices.usbHostDevices[]': ['resourceName'],
  'spec.permittedHostDevices.usbHostDevices[].selectors[]': ['vendor', 'product'],
  'spec.resourceRequirements.storageWorkloads.claims[]': ['name'],
  'spec.tlsSecurityProfile': ['type'],
};

function podMembers(kind: string): Readonly<Record<string, readonly string[]>> {
  return {
    [`${kind}.${preferred}`]: ['podAffinityTerm', 'weight'],
    ...below(`${kind}.${preferred}.podAffinityTerm`, podTerm),
    ...below(`${kind}.${required}[]`, podTerm),
  };
}

function below(
  start: string,
  all: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(all).map(([path, names]) => [path === '' ? start : `${start}.${path}`, names]),
  );
}

const schema: JsonObject = specSchema(settings);

function segmentsOf(path: string): readonly string[] {
  return path.replaceAll('[]', '.[]').replaceAll('{}', '.{}').split('.').slice(1);
}

function object(value: JsonValue | undefined): JsonObject {
  return objectAt(value);
}

function schemaBelow(node: JsonObject, segment: string): JsonObject {
  if (segment === '[]') return object(node.items);
  return segment === '{}' ? object(node.additionalProperties) : object(object(node.properties)[segment]);
}

/** The least that a schema accepts. */
function least(node: JsonObject): JsonValue {
  if (node.type === 'array') return [];
  if (node.type === 'integer') return 1;
  if (node.type !== 'object') return Array.isArray(node.enum) ? (node.enum[0] ?? null) : 'x';
  const names = Array.isArray(node.required) ? node.required.map(String) : [];
  return Object.fromEntries(names.map((one) => [one, least(schemaBelow(node, one))]));
}

/** A value of the schema that has `value` at the path; undefined takes the member away. */
function built(
  node: JsonObject,
  [head, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (head === undefined) return value;
  const inner = built(schemaBelow(node, head), rest, value);
  if (head === '[]') return [inner ?? null];
  if (head === '{}') return { key: inner };
  return { ...object(least(node)), [head]: inner };
}

/** What the schema says of a spec with `value` at the path, at the path and below it. */
function findingsAt(path: string, value: JsonValue | undefined): readonly FieldFinding[] {
  const spec = object(built(schema, segmentsOf(path), value));
  const place = path.replaceAll('[]', '[0]').replaceAll('{}', '.key');
  return engines
    .structure(hyperConverged({ spec }), undefined)
    .findings.filter(
      ({ at }) => at.startsWith(place) || at.replace(/\[key\]|\["key"\]/g, '.key').startsWith(place),
    );
}

const constraints = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'enum',
  'format',
  'maxItems',
  'minItems',
];

/** Paths in the schema with constraints, and objects with required members. */
function constrained(
  node: JsonObject,
  path: string,
): { readonly paths: string[]; readonly members: [string, JsonValue][] } {
  const list = node['x-kubernetes-list-type'];
  const own = constraints.some((one) => node[one] !== undefined) || list === 'set' || list === 'map';
  const below = [
    ...Object.keys(object(node.properties)).map((one) =>
      constrained(schemaBelow(node, one), `${path}.${one}`),
    ),
    ...['[]', '{}']
      .filter((one) => Object.keys(schemaBelow(node, one)).length > 0)
      .map((one) => constrained(schemaBelow(node, one), `${path}${one}`)),
  ];
  return {
    paths: [...(own ? [path] : []), ...below.flatMap(({ paths }) => paths)],
    members: [
      ...(node.required === undefined ? [] : [[path, node.required] as [string, JsonValue]]),
      ...below.flatMap((one) => one.members),
    ],
  };
}

describe('the schema of the spec', () => {
  const found = constrained(schema, 'spec');

  it('has the bounds that are tried here, and no other', () => {
    expect(found.paths.sort()).toEqual(Object.keys(bounds).sort());
  });

  it('wants the members that are named here, and no other', () => {
    expect(Object.fromEntries(found.members)).toEqual(members);
  });

  it.each(Object.entries(bounds))('bounds %s', (path, { good, bad }) => {
    for (const value of good) expect(findingsAt(path, value), `${String(value)} is good`).toEqual([]);
    for (const value of bad)
      expect(findingsAt(path, value).length, `${JSON.stringify(String(value))} is bad`).toBeGreaterThan(0);
  });

  it('names every number that does not fit, where it stands', () => {
    const liveUpdateConfiguration = {
      maxHotplugRatio: 2_147_483_648,
      maxCpuSockets: 9_223_372_036_854_775_808n,
    };
    const logVerbosityConfig = { cdi: 2_147_483_647.5, kubevirt: { nodeVerbosity: { 'a b.c': 2n ** 64n } } };
    const found = (spec: JsonObject) =>
      engines
        .structure(hyperConverged({ spec }), undefined)
        .findings.map(({ at, message }) => [at, message])
        .sort();
    expect(found({ liveUpdateConfiguration })).toEqual(
      ['maxCpuSockets', 'maxHotplugRatio'].map((one) => [
        `spec.liveUpdateConfiguration.${one}`,
        'must be of type integer with format int32',
      ]),
    );
    expect(found({ liveUpdateConfiguration: { maxHotplugRatio: 1.5 }, evictionStrategy: 'x' })).toEqual([
      ['spec.evictionStrategy', 'is none of the values it can have'],
      ['spec.liveUpdateConfiguration.maxHotplugRatio', 'is a number, not a whole number'],
    ]);
    expect(found({ logVerbosityConfig }).map(([at]) => at)).toEqual([
      'spec.logVerbosityConfig.cdi',
      'spec.logVerbosityConfig.kubevirt.nodeVerbosity.a b.c',
    ]);
  });

  it.each(Object.entries(members).flatMap(([path, names]) => names.map((one) => [path, one] as const)))(
    'wants in %s a member %s',
    (path, one) => {
      const at = `${path}.${one}`;
      expect(findingsAt(at, undefined)).toMatchObject([{ reason: 'Missing', level: 'error' }]);
    },
  );
});
