import {
  controlPlane,
  hyperConverged,
  withObjects,
  withoutKind,
  worker,
} from '../healthy-cluster.test-support.ts';
import {
  fromImage,
  kubeVirt,
  machine,
  named,
  old,
  others,
  source,
  templated,
  workloads,
} from './case-objects.test-support.ts';
import type { CheckCases } from './check-case.test-support.ts';

/** A HyperConverged whose spec has a boot image of the release, as consoles write it. */
function copied(architectures: string, enabled = 'true') {
  const annotations = {
    'ssp.kubevirt.io/dict.architectures': architectures,
    'dataimportcrontemplate.kubevirt.io/enable': enabled,
  };
  const template = { metadata: { name: 'fedora', annotations } };
  return hyperConverged(
    { featureGates: { enableMultiArchBootImageImport: true }, dataImportCronTemplates: [template] },
    { dataImportCronTemplates: [{ ...template, status: { commonTemplate: true, modified: true } }] },
  );
}

/** Cases of checks of architecture. */
export const architectureCases: CheckCases = {
  VD801: {
    found: withObjects(worker('w0', { kvm: '0' })),
    params: { nodes: ['w0'], architectures: ['amd64'] },
    severity: 'warning',
    near: withObjects(controlPlane('c0')),
  },
  VD802: {
    found: withObjects(worker('w0', { heartbeat: old })),
    params: { node: 'w0' },
    near: withObjects(worker('w0', { heartbeat: old, cordoned: true })),
  },
  VD804: {
    found: withObjects(hyperConverged({ defaultCPUModel: 'EPYC' })),
    params: { model: 'EPYC', arch: 'amd64', count: 0, all: 2 },
    severity: 'critical',
    near: withObjects(hyperConverged({ defaultCPUModel: 'Skylake' })),
  },
  VD805: {
    found: withObjects(worker('w0', { labels: { 'host-model-cpu.node.kubevirt.io/EPYC': 'true' } })),
    params: { arch: 'amd64', models: ['EPYC', 'Skylake'] },
    near: withObjects(worker('w0')),
  },
  VD808: {
    found: withObjects(others(false)),
    params: { architectures: ['amd64', 'arm64'], field: 'spec.featureGates.enableMultiArchBootImageImport' },
    near: withObjects(hyperConverged({ enableCommonBootImageImport: false })),
  },
  VD809: {
    found: withObjects(templated({ 'ssp.kubevirt.io/dict.architectures': 'amd64, arm64' })),
    params: { template: 'fedora', problem: 'the annotation has spaces' },
    near: withObjects(templated({ 'ssp.kubevirt.io/dict.architectures': 's390x,arm64' })),
  },
  VD810: {
    found: withObjects(machine({ architecture: 's390x' })),
    params: { namespace: 'app', vm: 'vm', arch: 's390x' },
    severity: 'critical',
    near: withObjects(machine({ architecture: 'arm64' })),
  },
  VD812: {
    found: withObjects(machine({ architecture: 'arm64', domain: { cpu: { model: 'EPYC' } } })),
    params: { namespace: 'app', vm: 'vm', model: 'EPYC' },
    near: withObjects(machine({ architecture: 'arm64', domain: { cpu: { model: 'host-passthrough' } } })),
  },
  VD813: {
    found: withObjects(
      kubeVirt({ developerConfiguration: { featureGates: ['CrossArchitectureVirtualization'] } }),
      worker('w0', { labels: { 'kubevirt.io/vm-arch-s390x': 'true' } }),
      machine({ architecture: 's390x' }),
    ),
    params: { namespace: 'app', vm: 'vm', arch: 's390x', nodes: ['w0'] },
    near: withObjects(
      kubeVirt({ developerConfiguration: { featureGates: ['CrossArchitectureVirtualization'] } }),
      worker('w0', { labels: { 'kubevirt.io/vm-arch-arm64': 'true' } }),
      machine({ architecture: 'arm64' }),
    ),
  },
  VD814: {
    found: withObjects(copied('amd64')),
    params: { template: 'fedora', architectures: ['amd64'] },
    near: withObjects(copied('amd64', 'false')),
    alsoFound: [{ objects: withObjects(copied('amd64,arm64')), severity: 'info', params: {} }],
  },
  VD803: {
    found: withObjects(worker('w0', { without: 'model' })),
    params: { node: 'w0', why: 'it has no CPU model' },
    near: withObjects(worker('a0', { architecture: 'arm64', without: 'model' })),
    alsoFound: [
      {
        objects: withObjects(
          worker('w0', { annotations: { 'node-labeller.kubevirt.io/skip-node': 'true' } }),
        ),
        params: { node: 'w0' },
      },
      { objects: withObjects(worker('a0', { architecture: 'arm64', without: 'machine-type' })) },
    ],
    alsoNear: [withoutKind('Node', worker('w0', { without: 'machine-type' }))],
  },
  VD806: {
    found: withObjects(kubeVirt({ machineType: 'q35' })),
    params: { type: 'q35', arch: 'arm64' },
    near: withObjects(
      kubeVirt({ machineType: 'q35' }),
      ...['a0', 'a1'].map((name) =>
        worker(name, { architecture: 'arm64', labels: { 'machine-type.node.kubevirt.io/q35': 'true' } }),
      ),
    ),
    alsoFound: [
      {
        objects: withObjects(kubeVirt({}), machine({ domain: { machine: { type: 'pc' } } })),
        severity: 'warning',
        params: { vm: 'vm', type: 'pc', arch: 'amd64' },
      },
    ],
  },
  VD807: {
    found: withObjects(kubeVirt({ developerConfiguration: { useEmulation: true } })),
    params: { count: 4 },
    near: withObjects(kubeVirt({ developerConfiguration: { useEmulation: false } })),
    alsoNear: [
      withoutKind(
        'Node',
        kubeVirt({ developerConfiguration: { useEmulation: true } }),
        worker('w0', { kvm: '0' }),
      ),
    ],
  },
  VD811: {
    found: withObjects(named('vm', {}, fromImage), source({})),
    params: { vm: 'vm', arch: 'amd64', others: ['arm64'], source: 'images/fedora' },
    near: withObjects(named('vm', {}, fromImage), source({ 'template.kubevirt.io/architecture': 'arm64' })),
    alsoNear: [
      withObjects(named('vm', { architecture: 'arm64' }, fromImage), source({})),
      withObjects(named('vm', {}), source({})),
      withObjects(
        workloads({ nodeSelector: { 'kubernetes.io/arch': 'amd64' } }),
        named('vm', {}, fromImage),
        source({}),
      ),
    ],
  },
};
