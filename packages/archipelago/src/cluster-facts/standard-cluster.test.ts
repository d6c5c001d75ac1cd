import { describe, expect, test } from 'vitest';
import { parseClusterFacts } from './parse-cluster-facts.ts';
import { nodeFacts, standardCluster, standardInputs } from './standard-cluster.ts';

const role = (name: string) => `node-role.kubernetes.io/${name}`;

test('the standard cluster has three control planes and three workers, all amd64, on plain Kubernetes', () => {
  const { nodes, ...rest } = standardCluster;
  expect(
    nodes.map(({ name, architecture, labels }) => [name, architecture, Object.keys(labels).slice(2)]),
  ).toEqual([
    ...[0, 1, 2].map((index) => [`control-plane-${index}`, 'amd64', [role('control-plane'), role('master')]]),
    ...[0, 1, 2].map((index) => [`worker-${index}`, 'amd64', [role('worker')]]),
  ]);
  expect(rest).toStrictEqual({
    platform: 'kubernetes',
    baseDomain: undefined,
    clusterNetworks: [],
    networkAttachmentDefinitions: true,
    apiServerTlsProfile: undefined,
  });
});

test('the standard deployment is that of the release', () => {
  const { facts, ...rest } = standardInputs;
  expect(facts).toBe(standardCluster);
  expect(rest).toStrictEqual({
    memory: { dataImportSchedule: '0 0/12 * * *' },
    deployment: {
      operatorNamespace: 'kubevirt-hyperconverged',
      version: '1.16.0',
      machineTypes: { amd64: 'q35', arm64: 'virt' },
      smbios: { family: 'KubeVirt', manufacturer: 'KubeVirt', product: 'None' },
      kvmEmulation: false,
      images: { passtCni: undefined, passtSidecar: undefined, waspAgent: undefined },
    },
  });
});

describe('a node', () => {
  test('is labelled with its name, architecture and roles, as a kubelet and kubeadm do', () => {
    expect(nodeFacts('n', 's390x', ['worker'])).toEqual({
      name: 'n',
      architecture: 's390x',
      labels: { 'kubernetes.io/hostname': 'n', 'kubernetes.io/arch': 's390x', [role('worker')]: '' },
    });
  });

  test('of unknown architecture has no label for it', () => {
    expect(nodeFacts('n', undefined, [])).toStrictEqual({
      name: 'n',
      architecture: undefined,
      labels: { 'kubernetes.io/hostname': 'n' },
    });
  });
});

describe('deployment parameters of a cluster file', () => {
  const { machineTypes } = standardInputs.deployment;

  test.each([
    ['none are given', {}, machineTypes],
    ['the older name is given', { MACHINETYPE: 'pc' }, { ...machineTypes, amd64: 'pc' }],
    [
      'both names are given',
      { MACHINETYPE: 'pc', AMD64_MACHINETYPE: 'q99' },
      { ...machineTypes, amd64: 'q99' },
    ],
    ['one is unset', { AMD64_MACHINETYPE: null }, { ...machineTypes, amd64: undefined }],
    ['one is empty', { ARM64_MACHINETYPE: '  ' }, { ...machineTypes, arm64: undefined }],
    ['one has blanks around it', { ARM64_MACHINETYPE: ' virt-9 ' }, { ...machineTypes, arm64: 'virt-9' }],
  ])('machine types where %s', (_, env, wanted) => {
    const parsed = parseClusterFacts({ env });
    expect(parsed.ok && parsed.inputs.deployment.machineTypes).toEqual(wanted);
  });

  test('what no parameter changes is as in the standard cluster', () => {
    const parsed = parseClusterFacts({ env: {} });
    expect(parsed.ok && parsed.inputs.deployment).toEqual(standardInputs.deployment);
  });

  test.each([
    [{ env: { MACHINETYPE: 5 } }, 'env.MACHINETYPE'],
    [{ nodes: [{ name: 'n', roles: [1] }] }, 'nodes[0].roles[0]'],
    [{ nodes: [{ name: 'n', labels: { a: 1 } }] }, 'nodes[0].labels.a'],
    [{ nodes: ['n'] }, 'nodes[0]'],
  ])('%j is refused by its field', (cluster, field) => {
    const parsed = parseClusterFacts(cluster);
    expect(parsed.ok ? [] : parsed.errors.map((error) => error.field)).toContain(field);
  });
});
