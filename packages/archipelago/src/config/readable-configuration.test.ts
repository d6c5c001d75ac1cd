import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { configure } from './configure.ts';
import { desire } from './desire.ts';
import { readableConfiguration } from './readable-configuration.ts';
import { review } from './review.ts';

const kept = { defaultCPUModel: 'Haswell' };
const placed = (nodePlacement: JsonObject) => ({ workloads: { nodePlacement } });
const required = (terms: JsonObject | string) =>
  placed({
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
    },
  });

function read(spec: JsonObject) {
  const whole = { ...kept, ...spec };
  return readableConfiguration({ written: whole, spec: whole, annotations: {} });
}

describe('a stored configuration', () => {
  it('is the very one where everything has its shape, also what rules refuse', () => {
    const spec = { kubeSecondaryDNSNameServerIP: 'a', certConfig: { ca: { duration: '1m' } } };
    const configuration = { written: spec, spec, annotations: {} };
    const read_ = readableConfiguration(configuration);
    expect(read_.configuration).toBe(configuration);
    expect(read_.misshapen).toEqual([]);
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ['a text in place of a group', { workloads: 'x' }, ['spec.workloads']],
    [
      'a text in place of a list',
      { permittedHostDevices: { pciHostDevices: 'x' } },
      ['spec.permittedHostDevices.pciHostDevices'],
    ],
    [
      'an item without its members',
      { permittedHostDevices: { pciHostDevices: [{}] } },
      [
        'spec.permittedHostDevices.pciHostDevices[0].resourceName',
        'spec.permittedHostDevices.pciHostDevices[0].pciDeviceSelector',
      ],
    ],
    [
      'a template without its parts',
      { dataImportCronTemplates: [{ spec: {} }] },
      [
        'spec.dataImportCronTemplates[0].spec.managedDataSource',
        'spec.dataImportCronTemplates[0].spec.template',
        'spec.dataImportCronTemplates[0].metadata',
      ],
    ],
    [
      'a value that there is none of',
      { tlsSecurityProfile: { type: 'Ancient' } },
      ['spec.tlsSecurityProfile.type'],
    ],
    ['a text in place of durations', { certConfig: 'x' }, ['spec.certConfig']],
    [
      'registries that are no list',
      { storageImport: { insecureRegistries: 'x' } },
      ['spec.storageImport.insecureRegistries'],
    ],
    [
      'tolerations that are no list',
      placed({ tolerations: 'x' }),
      ['spec.workloads.nodePlacement.tolerations'],
    ],
    [
      'terms that are no list',
      required('x'),
      [
        'spec.workloads.nodePlacement.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
      ],
    ],
    [
      'an object in place of a value, told once',
      { resourceRequirements: { storageWorkloads: { limits: { cpu: {} } } } },
      ['spec.resourceRequirements.storageWorkloads.limits.cpu'],
    ],
    ['an object in place of a name, told once', { uninstallStrategy: {} }, ['spec.uninstallStrategy']],
    ['a former spelling', { localStorageClassName: 7 }, ['spec.localStorageClassName']],
    ['two of them', { infra: 7, obsoleteCPUs: 'x' }, ['spec.infra', 'spec.obsoleteCPUs']],
  ])('is computed without %s, and says so', (_, spec, fields) => {
    const { configuration, misshapen } = read(spec);
    expect(misshapen.map(({ level, at }) => `${level} ${at}`)).toEqual(fields.map((at) => `error ${at}`));
    expect(configuration.spec).toMatchObject(kept);
    expect(configuration.written).toEqual(configuration.spec);
    const configured = configure(configuration, standardInputs);
    expect(review(configured).filter(({ level }) => level === 'error')).toEqual([]);
    const owner = { name: 'kubevirt-hyperconverged', namespace: 'here', uid: undefined };
    const kubevirt = desire(configured, owner).operands.find(({ operand }) => operand.kind === 'KubeVirt');
    expect(valueAt(kubevirt?.manifest, 'spec', 'configuration', 'cpuModel')).toBe('Haswell');
  });

  it('keeps the settings beside one that is left out', () => {
    const { configuration } = read({ featureGates: { downwardMetrics: 'x', alignCPUs: true } });
    expect(configuration.spec).toEqual({ ...kept, featureGates: { alignCPUs: true } });
  });
});
