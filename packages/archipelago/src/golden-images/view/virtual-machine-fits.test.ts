import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { virtualMachineFits } from './virtual-machine-fits.ts';

const node = (architecture: string, labels: Readonly<Record<string, string>> = {}) => ({
  name: `node-${architecture}`,
  labels: { 'kubernetes.io/arch': architecture, ...labels },
  architecture,
});
const source = (
  name: string,
  architecture: string | undefined,
  spec: JsonObject = {},
  ready = true,
): KubernetesObject => ({
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataSource',
  metadata: {
    name,
    namespace: 'images',
    labels: architecture === undefined ? {} : { 'template.kubevirt.io/architecture': architecture },
  },
  spec: { source: { pvc: { name: 'disk' }, ...spec } },
  status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
});
const pointer = (name: string, to: string, namespace = 'images') =>
  source(name, undefined, { pvc: undefined, dataSource: { name: to, namespace } });
const dataSources = [
  source('fedora-amd64', 'amd64'),
  source('fedora-arm64', 'arm64'),
  pointer('fedora', 'fedora-arm64'),
  pointer('twice', 'fedora'),
  pointer('away', 'fedora-arm64', 'elsewhere'),
  pointer('lost', 'gone'),
  source('odd', undefined),
  source('soon-amd64', 'amd64', {}, false),
];
interface Case {
  readonly architecture?: string;
  readonly from?: string;
  readonly pod?: JsonObject;
  readonly created?: boolean;
  readonly runsOn: string;
  readonly findings: readonly string[];
}
const cases: Readonly<Record<string, Case>> = {
  'by the label behind the pointer': { from: 'fedora', runsOn: 'arm64 bootSource', findings: [] },
  'by its own word': { from: 'fedora-amd64', architecture: 'amd64', runsOn: 'amd64 machine', findings: [] },
  'by default': { runsOn: 'amd64 default', findings: [] },
  'the disk is of another architecture': {
    from: 'fedora',
    architecture: 'amd64',
    runsOn: 'amd64 machine',
    findings: ['error WrongBootSource'],
  },
  'nowhere to run': {
    architecture: 's390x',
    runsOn: 's390x machine',
    findings: ['error NoNodeOfArchitecture'],
  },
  'an architecture that KubeVirt does not know': {
    architecture: 'ppc64le',
    runsOn: 'ppc64le machine',
    findings: ['error UnsupportedArchitecture', 'error NoNodeOfArchitecture'],
  },
  'a node selector that excludes it': {
    from: 'fedora',
    pod: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
    runsOn: 'arm64 bootSource',
    findings: ['error PlacementExcludesArchitecture'],
  },
  'an affinity that lets it': {
    from: 'fedora',
    pod: {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] }] },
            ],
          },
        },
      },
    },
    runsOn: 'arm64 bootSource',
    findings: [],
  },
  'no such DataSource': { from: 'nothing', runsOn: 'amd64 default', findings: ['error BootSourceMissing'] },
  'a pointer to nothing': { from: 'lost', runsOn: 'amd64 default', findings: ['error BootSourceMissing'] },
  'not missing any more when the disks are made': {
    from: 'nothing',
    created: true,
    runsOn: 'amd64 default',
    findings: [],
  },
  'a pointer to a pointer': { from: 'twice', runsOn: 'amd64 default', findings: ['error BootSourceBroken'] },
  'a pointer into another namespace': {
    from: 'away',
    runsOn: 'amd64 default',
    findings: ['error BootSourceBroken'],
  },
  'not imported yet': {
    from: 'soon-amd64',
    runsOn: 'amd64 bootSource',
    findings: ['warning BootSourceNotReady'],
  },
  'a disk of unknown architecture': {
    from: 'odd',
    runsOn: 'amd64 default',
    findings: ['warning BootSourceArchitectureUnknown'],
  },
};

function machineOf({ architecture, from, pod = {}, created = false }: Case): KubernetesObject {
  const disks =
    from === undefined
      ? []
      : [{ spec: { sourceRef: { kind: 'DataSource', name: from, namespace: 'images' } } }];
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web', namespace: 'team' },
    spec: { dataVolumeTemplates: disks, template: { spec: { ...pod, architecture } } },
    status: { created },
  };
}

describe('machine, boot source and nodes', () => {
  test.each(Object.entries(cases))('%s', (_, asked) => {
    const machine = machineOf(asked);
    const nodes = [node('amd64'), node('arm64')];
    const [fit] = virtualMachineFits({
      machines: [machine],
      dataSources,
      nodes,
      defaultArchitecture: 'amd64',
    });
    expect(`${fit?.architecture} ${fit?.decidedBy}`).toBe(asked.runsOn);
    expect(fit?.findings.map(({ level, reason }) => `${level} ${reason}`)).toEqual(asked.findings);
    for (const { message, fix } of fit?.findings ?? [])
      expect(`${message} ${fix}`).not.toMatch(/undefined|\[object/);
  });

  test.each(['fedora', 'fedora-arm64'])('names the DataSource that would fit in the place of %s', (asked) => {
    const machine: KubernetesObject = {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachine',
      metadata: { name: 'web', namespace: 'images' },
      spec: {
        dataVolumeTemplates: [{ spec: { sourceRef: { kind: 'DataSource', name: asked } } }],
        template: { spec: { architecture: 'amd64' } },
      },
    };
    const [fit] = virtualMachineFits({
      machines: [machine],
      dataSources,
      nodes: [node('amd64')],
      defaultArchitecture: undefined,
    });
    expect(fit?.findings[0]?.fix).toBe(
      'boot from fedora-amd64, or set spec.template.spec.architecture to arm64',
    );
  });

  test.each([
    [true, []],
    [false, ['NoNodeOfArchitecture']],
  ])('a foreign architecture has nodes where it is emulated: %s', (crossesArchitectures, reasons) => {
    const [fit] = virtualMachineFits({
      machines: [machineOf({ architecture: 's390x', runsOn: '', findings: [] })],
      dataSources,
      nodes: [node('amd64', { 'kubevirt.io/vm-arch-s390x': 'true' })],
      defaultArchitecture: 'amd64',
      crossesArchitectures,
    });
    expect(fit?.findings.map(({ reason }) => reason)).toEqual(reasons);
  });

  test('odd machines are looked at, too', () => {
    const odd = [
      null,
      7,
      { dataVolumeTemplates: 'x' },
      { dataVolumeTemplates: [null, { spec: { sourceRef: 1 } }] },
    ];
    const machines = odd.map((spec) => ({
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachine',
      metadata: { name: 'x' },
      spec,
    }));
    expect(
      virtualMachineFits({ machines, dataSources: [], nodes: [], defaultArchitecture: undefined }),
    ).toHaveLength(4);
  });
});
