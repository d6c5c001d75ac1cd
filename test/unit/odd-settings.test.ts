import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/api/json-value.ts';
import { parseFieldPath } from '../../src/config/field-path.ts';
import { readAt } from '../../src/config/read-at.ts';
import { run } from './vectors.test-support.ts';

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
    return readAt(
      items.find((item) => item.kind === kind),
      path,
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

describe('odd settings', () => {
  it.each(landings)('%s', async (_, given, target, value) => {
    const { code, err, at } = await render(given);
    expect(code, err).toBe(0);
    expect(at(target)).toEqual(value);
  });

  it.each(refusals)('refused: %s', async (_, given, field) => {
    const { code, err } = await render(given);
    expect(code).toBe(2);
    expect(err).toContain(`${field}: `);
  });

  it('warns of two spellings only where both say something', async () => {
    const both = { deployVmConsoleProxy: true, featureGates: { deployVmConsoleProxy: false } };
    expect((await render({ spec: both })).err).toContain('warning: spec.featureGates.deployVmConsoleProxy');
    const one = { deployVmConsoleProxy: null, featureGates: { deployVmConsoleProxy: true } };
    const { err, at } = await render({ spec: one });
    expect(err).not.toContain('warning');
    expect(at('SSP.spec.tokenGenerationService.enabled')).toBe(true);
  });

  it('reads thousands of golden images in a moment', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => image(`i${index}`, { schedule: '0 0 * * *' }));
    const started = performance.now();
    expect((await render({ spec: { dataImportCronTemplates: many } })).code).toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
