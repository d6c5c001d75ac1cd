import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import {
  parseFieldPath,
  printFieldPath,
} from '../../packages/archipelago/src/config/framework/field-path.ts';
import { run } from './run-command.test-support.ts';

const worker = (name: string, arch: string) => ({ name, roles: ['worker'], arch });
const openshift: JsonObject = {
  openshift: true,
  nodes: [
    { name: 'c0', roles: ['control-plane'], arch: 'amd64' },
    worker('w0', 'amd64'),
    worker('w1', 'arm64'),
  ],
};

interface Given {
  readonly spec?: JsonObject;
  readonly annotations?: JsonObject;
  readonly cluster?: JsonObject;
}

async function render({ spec = {}, annotations = {}, cluster = {} }: Given) {
  const input = {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', annotations },
    spec,
  };
  const files = { input, cluster: { ...openshift, ...cluster } };
  const { code, out, err } = await run(
    ['render', '-f', 'input', '--cluster', 'cluster', '-o', 'json'],
    files,
  );
  const items: readonly JsonObject[] = code === 0 ? JSON.parse(out).items : [];
  const at = (target: string): JsonValue | undefined => {
    const [kind, ...path] = parseFieldPath(target);
    return valueAt(
      items.find((item) => item.kind === kind),
      ...path,
    );
  };
  return { code, err, at };
}

const limits = (cpu: JsonValue, memory: JsonValue) => ({ limits: { cpu, memory } });
const image = (name: string, spec: JsonObject): JsonObject => ({
  metadata: { name },
  spec: { managedDataSource: name, template: { spec: {} }, ...spec },
});
const images = 'SSP.spec.commonTemplates.dataImportCronTemplates';

const landings: readonly (readonly [
  title: string,
  given: Given,
  target: string,
  value: JsonValue | undefined,
])[] = [
  [
    'amounts of storage workloads have one spelling',
    { spec: { resourceRequirements: { storageWorkloads: limits(1, '2048Mi') } } },
    'CDI.spec.config.podResourceRequirements',
    limits('1', '2Gi'),
  ],
  [
    'amounts of a golden image, too',
    {
      spec: {
        enableCommonBootImageImport: false,
        dataImportCronTemplates: [
          image('a', {
            schedule: '',
            template: { spec: { storage: { resources: { requests: { storage: '10240Mi' } }, other: 1 } } },
          }),
        ],
      },
    },
    `${images}[0].spec.template.spec.storage`,
    { resources: { requests: { storage: '10Gi' } }, other: 1 },
  ],
  [
    'an empty schedule of a custom image is kept',
    { spec: { enableCommonBootImageImport: false, dataImportCronTemplates: [image('a', { schedule: '' })] } },
    `${images}[0].spec.schedule`,
    '',
  ],
  ['no CPU model', { spec: { defaultCPUModel: '' } }, 'KubeVirt.spec.configuration.cpuModel', undefined],
  [
    'no registries',
    { spec: { storageImport: { insecureRegistries: [] } } },
    'CDI.spec.config.insecureRegistries',
    undefined,
  ],
  [
    'a placement of empty lists',
    { spec: { infra: { nodePlacement: { nodeSelector: {}, tolerations: [] } } } },
    'KubeVirt.spec.infra.nodePlacement',
    {},
  ],
  [
    "the API server's profile without its stanza",
    { cluster: { apiServerTLSProfile: { type: 'Modern' } } },
    'CDI.spec.config.tlsSecurityProfile',
    { type: 'Modern' },
  ],
];

const smbios = 'KubeVirt.spec.configuration.smbios';
const amd64 = 'KubeVirt.spec.configuration.architectureConfiguration.amd64.machineType';
const env = (parameters: JsonObject): Given => ({ cluster: { env: parameters } });

const parameters: typeof landings = [
  ['SMBIOS as YAML', env({ SMBIOS: 'family: F\nsku: "1"\nother: x' }), smbios, { family: 'F', sku: '1' }],
  ['SMBIOS as JSON', env({ SMBIOS: '{"product": "P"}' }), smbios, { product: 'P' }],
  ['SMBIOS unset', env({ SMBIOS: null }), smbios, undefined],
  ['SMBIOS of blanks', env({ SMBIOS: ' ' }), smbios, undefined],
  ['the former name of the machine type', env({ MACHINETYPE: 'pc' }), amd64, 'pc'],
  ['both names', env({ MACHINETYPE: 'pc', AMD64_MACHINETYPE: 'q35' }), amd64, 'q35'],
  ['one name unset, the other written', env({ MACHINETYPE: 'pc', AMD64_MACHINETYPE: null }), amd64, 'pc'],
  ['a machine type unset', env({ AMD64_MACHINETYPE: null }), amd64, undefined],
  ['a machine type unset by its former name', env({ MACHINETYPE: null }), amd64, undefined],
];

const refusals: readonly (readonly [title: string, given: Given, field: string])[] = [
  [
    'a custom TLS profile without a version',
    {
      spec: { tlsSecurityProfile: { type: 'Custom', custom: { ciphers: ['ECDHE-RSA-AES128-GCM-SHA256'] } } },
    },
    'spec.tlsSecurityProfile.custom.minTLSVersion',
  ],
  [
    'a duration that does not fit',
    { spec: { workloadUpdateStrategy: { batchEvictionInterval: '99999999999h' } } },
    'spec.workloadUpdateStrategy.batchEvictionInterval',
  ],
  [
    'a rate that is no number',
    {
      spec: { tuningPolicy: 'annotation' },
      annotations: { 'hco.kubevirt.io/tuningPolicy': '{"qps":1e400,"burst":1}' },
    },
    'metadata.annotations["hco.kubevirt.io/tuningPolicy"]',
  ],
  [
    'a custom image without schedule',
    { spec: { dataImportCronTemplates: [image('a', {})] } },
    'spec.dataImportCronTemplates[0].spec.schedule',
  ],
];

const switchedOff = { pciDeviceSelector: 'a', resourceName: 'r/a', disabled: true };
const permitted = { pciDeviceSelector: 'b', resourceName: 'r/b' };
const devices = 'KubeVirt.spec.configuration';

const causes: readonly (readonly [title: string, spec: JsonObject, leaf: string, cause: JsonObject])[] = [
  [
    'a device behind one that is switched off',
    { permittedHostDevices: { pciHostDevices: [switchedOff, permitted] } },
    `${devices}.permittedHostDevices.pciHostDevices[0].pciVendorSelector`,
    { kind: 'written', by: 'spec.permittedHostDevices.pciHostDevices[1].pciDeviceSelector' },
  ],
  [
    'the former spelling of mediated devices',
    { mediatedDevicesConfiguration: { mediatedDevicesTypes: ['t'] } },
    `${devices}.mediatedDevicesConfiguration.mediatedDeviceTypes[0]`,
    { kind: 'written', by: 'spec.mediatedDevicesConfiguration.mediatedDevicesTypes[0]' },
  ],
  [
    'the namespace of a common image',
    { commonBootImageNamespace: 'ns' },
    `${images}[0].metadata.namespace`,
    { kind: 'written', by: 'spec.commonBootImageNamespace' },
  ],
  [
    'the schedule of a common image',
    { dataImportCronTemplates: [image('centos-stream10-image-cron', {})] },
    `${images}[0].spec.schedule`,
    { kind: 'fact', fact: 'schedule of the common golden images' },
  ],
  [
    'a custom image behind the common ones',
    { dataImportCronTemplates: [image('z', { schedule: '0 0 * * *' })] },
    `${images}[3].spec.schedule`,
    { kind: 'written', by: 'spec.dataImportCronTemplates[0].spec.schedule' },
  ],
];

describe('causes of odd settings', () => {
  it.each(causes)('%s', async (_, spec, target, cause) => {
    const metadata = { name: 'kubevirt-hyperconverged' };
    const input = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata, spec };
    const argv = ['render', '-f', 'input', '--cluster', 'cluster', '-o', 'json', '--why'];
    const { out, err } = await run(argv, { input, cluster: openshift });
    const why: Readonly<Record<string, JsonObject>> = JSON.parse(out === '' ? '{}' : out).why ?? {};
    const [kind, ...leaf] = parseFieldPath(target);
    const object = Object.keys(why).find((key) => key.startsWith(`${kind}/`)) ?? '';
    expect(why[object]?.[printFieldPath(leaf)], err).toEqual(cause);
  });
});

describe('odd settings', () => {
  it.each([...landings, ...parameters])('%s', async (_, given, target, value) => {
    const { code, err, at } = await render(given);
    expect(code, err).toBe(0);
    expect(at(target)).toEqual(value);
  });

  it.each(refusals)('refused: %s', async (_, given, field) => {
    const { code, err } = await render(given);
    expect(code).toBe(2);
    expect(err).toContain(`${field}: `);
  });

  it.each([': [', 'text', 'family: 5'])('refuses SMBIOS %j', async (text) => {
    const { code, err } = await render(env({ SMBIOS: text }));
    expect(code).toBe(2);
    expect(err).toContain(`env.SMBIOS: ${JSON.stringify(text)} must`);
  });

  it('warns of a former spelling, and lets it count where the other says nothing', async () => {
    const both = { deployVmConsoleProxy: true, featureGates: { deployVmConsoleProxy: false } };
    expect((await render({ spec: both })).err).toContain('warning: spec.featureGates.deployVmConsoleProxy');
    const one = { deployVmConsoleProxy: null, featureGates: { deployVmConsoleProxy: true } };
    const { err, at } = await render({ spec: one });
    expect(err).toContain(
      'fix: write spec.deployVmConsoleProxy: true and remove spec.featureGates.deployVmConsoleProxy',
    );
    expect(at('SSP.spec.tokenGenerationService.enabled')).toBe(true);
  });

  it('names keys with dots, and what stands there', async () => {
    const nodeSelector = { 'kubernetes.io/arch': 5 };
    const { err } = await render({ spec: { infra: { nodePlacement: { nodeSelector } } } });
    expect(err).toContain('kubernetes.io/arch: 5: is a number, not text');
    expect(err).toContain('fix: write text');
  });

  it('says nothing of rules that wait for other errors', async () => {
    const { err } = await render({ spec: { dataImportCronTemplates: [{ metadata: { name: 5 } }] } });
    expect(err).toContain('spec.dataImportCronTemplates[0].metadata.name: 5: is a number, not text');
    expect(err).not.toContain('rules');
  });

  it('warns of architectures that SSP does not know', async () => {
    const cluster = { nodes: [worker('w0', 'ppc64le'), worker('w1', 'amd64')] };
    const { err, at } = await render({ cluster });
    expect(at('SSP.spec.cluster.workloadArchitectures')).toEqual(['amd64', 'ppc64le']);
    expect(err).toContain(
      'warning: spec.workloads.nodePlacement: the cluster has nodes of the architecture "ppc64le"',
    );
    expect((await render({ cluster: { ...cluster, openshift: false } })).err).not.toContain('ppc64le');
  });

  it('refuses a name that Kubernetes would make up', async () => {
    const metadata = { generateName: 'kubevirt-' };
    const input = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata };
    const { code, out } = await run(['validate', '-f', 'input', '-o', 'json'], { input });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ allowed: false, field: 'metadata.name' });
  });

  it('counts unknown fields as reasons where they are refused', async () => {
    const metadata = { name: 'kubevirt-hyperconverged' };
    const input = {
      apiVersion: 'hco.kubevirt.io/v1beta1',
      kind: 'HyperConverged',
      metadata,
      spec: { nope: 1 },
    };
    const argv = ['validate', '-f', 'input'];
    expect((await run(argv, { input })).out).toBe('accepted, with 1 unknown field\n');
    expect((await run([...argv, '--strict'], { input })).out).toBe('refused: 1 reason\n');
  });
});
