import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { NodeFacts } from '../cluster-facts/cluster-facts.ts';
import { nodeFacts, standardCluster } from '../cluster-facts/standard-cluster.ts';
import { goldenImagesOf } from '../golden-images/golden-images-of.ts';
import { desiredOf, type Given, renderedAt } from './admission.test-support.ts';
import { architecturesOfNodes, deriveFacts } from './derive-facts.ts';

const worker = (
  name: string,
  arch: string | undefined,
  labels: Readonly<Record<string, string>> = {},
): NodeFacts => {
  const facts = nodeFacts(name, arch, ['worker']);
  return { ...facts, labels: { ...facts.labels, ...labels } };
};
const control = (name: string, arch: string | undefined, role = 'control-plane') =>
  nodeFacts(name, arch, [role]);
const both = (name: string, arch: string) => nodeFacts(name, arch, ['control-plane', 'worker']);
const facts = (nodes: readonly NodeFacts[], placement?: JsonObject) =>
  deriveFacts({ ...standardCluster, nodes }, placement);
const required = (...terms: readonly JsonObject[]): JsonObject => ({
  affinity: {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
  },
});
const expression = (key: string, operator: string, ...values: readonly string[]): JsonObject => ({
  matchExpressions: [{ key, operator, ...(values.length === 0 ? {} : { values }) }],
});
const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

describe('topology', () => {
  it.each([
    [
      0,
      0,
      {
        controlPlaneNodeExists: false,
        controlPlaneHighlyAvailable: false,
        infrastructureHighlyAvailable: false,
      },
    ],
    [
      0,
      2,
      {
        controlPlaneNodeExists: false,
        controlPlaneHighlyAvailable: false,
        infrastructureHighlyAvailable: true,
      },
    ],
    [
      1,
      0,
      {
        controlPlaneNodeExists: true,
        controlPlaneHighlyAvailable: false,
        infrastructureHighlyAvailable: false,
      },
    ],
    [
      1,
      1,
      {
        controlPlaneNodeExists: true,
        controlPlaneHighlyAvailable: false,
        infrastructureHighlyAvailable: false,
      },
    ],
    [
      2,
      2,
      {
        controlPlaneNodeExists: true,
        controlPlaneHighlyAvailable: false,
        infrastructureHighlyAvailable: true,
      },
    ],
    [
      3,
      1,
      {
        controlPlaneNodeExists: true,
        controlPlaneHighlyAvailable: true,
        infrastructureHighlyAvailable: false,
      },
    ],
    [
      3,
      3,
      {
        controlPlaneNodeExists: true,
        controlPlaneHighlyAvailable: true,
        infrastructureHighlyAvailable: true,
      },
    ],
    [
      4,
      3,
      {
        controlPlaneNodeExists: true,
        controlPlaneHighlyAvailable: true,
        infrastructureHighlyAvailable: true,
      },
    ],
  ])('of %i control planes and %i workers', (controls, workers, expected) => {
    const nodes = [
      ...names(controls).map((name) => control(`c-${name}`, 'amd64')),
      ...names(workers).map((name) => worker(`w-${name}`, 'amd64')),
    ];
    expect(facts(nodes)).toMatchObject(expected);
  });

  it('counts the role by its former name, and a node with both names once', () => {
    expect(facts(names(3).map((name) => control(name, 'amd64', 'master'))).controlPlaneHighlyAvailable).toBe(
      true,
    );
    const twice = names(2).map((name) => nodeFacts(name, 'amd64', ['control-plane', 'master']));
    expect(facts(twice)).toMatchObject({ controlPlaneNodeExists: true, controlPlaneHighlyAvailable: false });
  });

  it('counts a node that is both as both', () => {
    const nodes = names(3).map((name) => both(name, 'amd64'));
    expect(facts(nodes)).toMatchObject({
      controlPlaneHighlyAvailable: true,
      infrastructureHighlyAvailable: true,
    });
  });

  it('does not depend on where workloads may run', () => {
    const nodes = [worker('a', 'amd64'), worker('b', 'arm64'), control('c', 's390x')];
    const chosen = facts(nodes, { nodeSelector: { 'kubernetes.io/arch': 'arm64' } });
    expect(chosen).toMatchObject({
      infrastructureHighlyAvailable: true,
      controlPlaneArchitectures: ['s390x'],
    });
  });
});

const mixed = [
  control('c', 's390x'),
  worker('w1', 'arm64', { zone: 'a', size: '5' }),
  worker('w2', 'amd64', { zone: 'b', size: '10' }),
  worker('w3', 'amd64', { zone: 'b' }),
  nodeFacts('edge', 'ppc64le', []),
];

describe('architectures that workloads can run on', () => {
  it.each<[string, JsonObject | undefined, readonly string[]]>([
    ['those of the workers', undefined, ['amd64', 'arm64']],
    ['those of the workers, with an empty placement', {}, ['amd64', 'arm64']],
    ['those of the workers, with an empty selector', { nodeSelector: {} }, ['amd64', 'arm64']],
    ['those of the nodes with a label', { nodeSelector: { zone: 'a' } }, ['arm64']],
    ['those of the nodes with all labels', { nodeSelector: { zone: 'b', size: '10' } }, ['amd64']],
    ['none where no node has all labels', { nodeSelector: { zone: 'a', size: '10' } }, []],
    ['those of nodes that are no workers', { nodeSelector: { 'kubernetes.io/arch': 's390x' } }, ['s390x']],
    ['those of nodes without a role', { nodeSelector: { 'kubernetes.io/hostname': 'edge' } }, ['ppc64le']],
    ['those that an affinity asks for', required(expression('zone', 'In', 'a')), ['arm64']],
    [
      'those of all nodes that an affinity leaves',
      required(expression('zone', 'DoesNotExist')),
      ['ppc64le', 's390x'],
    ],
    [
      'those of one term or the other',
      required(expression('zone', 'In', 'a'), expression('size', 'Gt', '7')),
      ['amd64', 'arm64'],
    ],
    [
      'those that have the labels and what the affinity asks for',
      { nodeSelector: { zone: 'b' }, ...required(expression('size', 'Lt', '7')) },
      [],
    ],
    [
      'those that have the labels, where the affinity agrees',
      { nodeSelector: { zone: 'b' }, ...required(expression('size', 'Exists')) },
      ['amd64'],
    ],
    ['none with an affinity of no terms', required(), []],
    ['none with an affinity that cannot be read', required(expression('zone', 'Near', 'a')), []],
    [
      'those of the workers, whatever is tolerated',
      { tolerations: [{ operator: 'Exists' }] },
      ['amd64', 'arm64'],
    ],
    [
      'those of the workers, whatever is preferred',
      {
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, preference: expression('zone', 'In', 'a') },
            ],
          },
        },
      },
      ['amd64', 'arm64'],
    ],
    ['those of the workers, whatever pods are near', { affinity: { podAffinity: {} } }, ['amd64', 'arm64']],
    [
      'those of the workers, with null for everything',
      { nodeSelector: null, affinity: { nodeAffinity: null } },
      ['amd64', 'arm64'],
    ],
    [
      'by name',
      required({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['w1'] }] }),
      ['arm64'],
    ],
  ])('are %s', (_, placement, expected) => {
    expect(facts(mixed, placement).workloadArchitectures).toEqual(expected);
    expect(facts([...mixed].reverse(), placement).workloadArchitectures).toEqual(expected);
  });

  it('leave out nodes that have not said theirs', () => {
    const nodes = [
      worker('a', undefined),
      worker('b', ''),
      worker('c', 'arm64'),
      control('d', undefined),
      control('e', ''),
    ];
    expect(facts(nodes)).toMatchObject({ workloadArchitectures: ['arm64'], controlPlaneArchitectures: [] });
  });

  it('are those of control planes that are workers, too', () => {
    expect(facts([both('a', 'arm64')])).toMatchObject({
      workloadArchitectures: ['arm64'],
      controlPlaneArchitectures: ['arm64'],
    });
    expect(facts([control('a', 'arm64')]).workloadArchitectures).toEqual([]);
  });

  it('are counted by node', () => {
    const all = facts(mixed);
    expect(architecturesOfNodes(all, undefined)).toEqual([
      { name: 'amd64', nodes: 2, controlPlane: false },
      { name: 'arm64', nodes: 1, controlPlane: false },
    ]);
    const placement = { nodeSelector: { 'kubernetes.io/hostname': 'c' } };
    expect(architecturesOfNodes(facts(mixed, placement), placement)).toEqual([
      { name: 's390x', nodes: 1, controlPlane: true },
    ]);
    expect(architecturesOfNodes(facts([worker('a', undefined)]), undefined)).toEqual([]);
    expect(architecturesOfNodes(all, { nodeSelector: { zone: 'a' } })).toEqual([
      { name: 'amd64', nodes: 0, controlPlane: false },
      { name: 'arm64', nodes: 1, controlPlane: false },
    ]);
  });
});

describe('operands follow the nodes', () => {
  const multi = { featureGates: { enableMultiArchBootImageImport: true } };
  const at = (given: Given, target: string) => renderedAt(desiredOf(given).operands, target);
  const openshift = (nodes: readonly NodeFacts[]) => ({ platform: 'openshift', nodes }) as const;
  const images = (given: Given) =>
    goldenImagesOf(desiredOf(given)).flatMap(({ template }) => (template === undefined ? [] : [template]));
  const dict = 'ssp.kubevirt.io/dict.architectures';

  it.each<[string, readonly NodeFacts[], readonly [number | undefined, JsonObject | undefined, string]]>([
    ['one node', [both('a', 'amd64')], [1, undefined, 'None']],
    [
      'one control plane and two workers',
      [control('c', 'amd64'), worker('a', 'amd64'), worker('b', 'amd64')],
      [1, undefined, 'LiveMigrate'],
    ],
    ['two control planes', [both('a', 'amd64'), both('b', 'amd64')], [1, undefined, 'LiveMigrate']],
    [
      'three control planes, no workers',
      names(3).map((name) => control(name, 'amd64')),
      [undefined, undefined, 'None'],
    ],
    [
      'three control planes and one worker',
      [...names(3).map((name) => control(name, 'amd64')), worker('w', 'amd64')],
      [undefined, undefined, 'None'],
    ],
    ['workers only', [worker('a', 'amd64'), worker('b', 'amd64')], [undefined, {}, 'LiveMigrate']],
    ['one worker only', [worker('a', 'amd64')], [1, {}, 'None']],
    ['no nodes', [], [1, {}, 'None']],
  ])('%s', (_, nodes, [replicas, placement, strategy]) => {
    for (const platform of ['kubernetes', 'openshift'] as const) {
      const given = { cluster: { platform, nodes } };
      expect(at(given, 'KubeVirt.spec.infra.replicas')).toBe(replicas);
      expect(at(given, 'KubeVirt.spec.infra.nodePlacement')).toEqual(placement);
      expect(at(given, 'KubeVirt.spec.configuration.evictionStrategy')).toBe(strategy);
    }
  });

  it('SSP knows both kinds of architectures, as placement leaves them', () => {
    const cluster = openshift(mixed);
    expect(at({ cluster }, 'SSP.spec.cluster')).toEqual({
      controlPlaneArchitectures: ['s390x'],
      workloadArchitectures: ['amd64', 'arm64'],
    });
    const spec = { workloads: { nodePlacement: { nodeSelector: { zone: 'a' } } } };
    expect(at({ cluster, spec }, 'SSP.spec.cluster.workloadArchitectures')).toEqual(['arm64']);
    expect(at({ cluster: openshift([]) }, 'SSP.spec.cluster')).toBeUndefined();
  });

  it('golden images have the architectures that placement leaves', () => {
    const cluster = openshift(mixed);
    const dicts = (given: Given) =>
      images(given).map(({ metadata }) => JSON.parse(JSON.stringify(metadata)).annotations[dict]);
    expect(dicts({ cluster, spec: multi })).toEqual(['amd64,arm64', 'amd64,arm64', 'arm64,amd64']);
    const spec = { ...multi, workloads: { nodePlacement: { nodeSelector: { zone: 'a' } } } };
    expect(dicts({ cluster, spec })).toEqual(['arm64', 'arm64', 'arm64']);
    const infra = { ...multi, infra: { nodePlacement: { nodeSelector: { zone: 'a' } } } };
    expect(dicts({ cluster, spec: infra })).toEqual(['amd64,arm64', 'amd64,arm64', 'arm64,amd64']);
    const nowhere = { ...multi, workloads: { nodePlacement: { nodeSelector: { zone: 'c' } } } };
    expect(dicts({ cluster, spec: nowhere })).toEqual([]);
  });

  it('golden images are imported by SSP, by ourselves, or by nobody', () => {
    const list = 'SSP.spec.commonTemplates.dataImportCronTemplates';
    const cases = [
      ['openshift', undefined, 3, 3],
      ['openshift', 'ssp', 3, 3],
      ['openshift', 'builtin', 3, undefined],
      ['kubernetes', 'builtin', 3, undefined],
      ['kubernetes', 'ssp', 0, undefined],
      ['kubernetes', undefined, 0, undefined],
    ] as const;
    for (const [platform, goldenImageImporter, count, inSsp] of cases) {
      const deployment = goldenImageImporter === undefined ? {} : { goldenImageImporter };
      const desired = desiredOf({ cluster: { platform }, deployment });
      const { operands } = desired;
      const goldenImages = goldenImagesOf(desired);
      const title = `${platform} ${goldenImageImporter}`;
      expect(goldenImages.length, title).toBe(count);
      const given = renderedAt(operands, list);
      expect(Array.isArray(given) ? given.length : undefined, title).toBe(inSsp);
    }
  });

  it('the platform decides paths and namespaces', () => {
    const annotations = { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' };
    const volume = 'DaemonSet.spec.template.spec.volumes[0].hostPath.path';
    const account = 'DaemonSet.spec.template.spec.serviceAccountName';
    const nad = 'NetworkAddonsConfig.spec.kubevirtIpamController';
    const onOpenShift = { annotations, cluster: { platform: 'openshift' } } as const;
    expect([volume, account, nad].map((one) => at(onOpenShift, one))).toEqual([
      '/var/lib/cni/bin',
      'passt-binding-cni',
      { defaultNetworkNADNamespace: 'openshift-ovn-kubernetes' },
    ]);
    expect([volume, account, nad].map((one) => at({ annotations }, one))).toEqual([
      '/opt/cni/bin',
      undefined,
      {},
    ]);
  });
});
