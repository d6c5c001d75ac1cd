import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import type { MeasuredCluster } from './measured-cluster.ts';

/** How many of each. */
interface Sizes {
  readonly nodes: number;
  readonly machines: number;
  readonly classes: number;
}

const kubevirt = { group: 'kubevirt.io', version: 'v1', namespaced: true } as const;
const machines: Resource = { ...kubevirt, plural: 'virtualmachines', kind: 'VirtualMachine' };
const instances: Resource = {
  ...kubevirt,
  plural: 'virtualmachineinstances',
  kind: 'VirtualMachineInstance',
};
const classes: Resource = {
  ...{ group: 'storage.k8s.io', version: 'v1', plural: 'storageclasses' },
  ...{ kind: 'StorageClass', namespaced: false },
};
const profiles: Resource = {
  ...{ group: 'cdi.kubevirt.io', version: 'v1beta1', plural: 'storageprofiles' },
  ...{ kind: 'StorageProfile', namespaced: false },
};
const namespaces: Resource = {
  ...{ group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
};

const architectures = ['amd64', 'arm64', 's390x'];

/** As a user writes it: disks, cloud-init, a network. */
function machine(index: number, kind: 'VirtualMachine' | 'VirtualMachineInstance'): KubernetesObject {
  const spec = {
    architecture: architectures[index % architectures.length] ?? '',
    domain: {
      cpu: { cores: 2, sockets: 1, threads: 1 },
      memory: { guest: '4Gi' },
      devices: {
        disks: ['root', 'init'].map((name) => ({ name, disk: { bus: 'virtio' } })),
        interfaces: [{ name: 'default', masquerade: {} }],
      },
    },
    networks: [{ name: 'default', pod: {} }],
    volumes: [
      { name: 'root', dataVolume: { name: `disk-${index}` } },
      { name: 'init', cloudInitNoCloud: { userData: `#cloud-config\n${'x'.repeat(1_000)}` } },
    ],
  };
  const metadata = { name: `vm-${index}`, namespace: `team-${index % 50}` };
  const base = { apiVersion: 'kubevirt.io/v1', kind, metadata };
  if (kind === 'VirtualMachine') return { ...base, spec: { runStrategy: 'Always', template: { spec } } };
  return { ...base, spec, status: { phase: 'Running', nodeName: `base-${index % 3}` } };
}

function storage(index: number): readonly (readonly [Resource, KubernetesObject])[] {
  const name = `class-${String(index).padStart(3, '0')}`;
  const provisioner = 'rook-ceph.rbd.csi.ceph.com';
  const isDefault = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  const metadata = { name, ...(index === 0 ? { annotations: isDefault } : {}) };
  const sets = [{ accessModes: ['ReadWriteMany'], volumeMode: 'Block' }];
  return [
    [classes, { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata, provisioner }],
    [
      profiles,
      {
        ...{ apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'StorageProfile', metadata: { name }, spec: {} },
        status: { provisioner, claimPropertySets: sets, cloneStrategy: 'csi-clone', storageClass: name },
      },
    ],
  ];
}

/** Sixteen at a time. */
async function create(
  { client }: MeasuredCluster,
  all: readonly (readonly [Resource, KubernetesObject])[],
): Promise<void> {
  const queue = [...all];
  const work = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const made = await client.create(...next);
      if (!made.ok) throw new Error(`${next[1].kind} ${next[1].metadata.name}: ${made.status.message}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

/** Nodes, virtual machines as users write them, with their instances, and storage classes with their profiles. */
export async function fillCluster(cluster: MeasuredCluster, sizes: Sizes): Promise<void> {
  await cluster.createNodes(sizes.nodes);
  const teams = Array.from({ length: 50 }, (_, index) => index);
  await create(
    cluster,
    teams.map((index) => [
      namespaces,
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `team-${index}` } },
    ]),
  );
  const numbers = Array.from({ length: sizes.machines }, (_, index) => index);
  await create(
    cluster,
    numbers.flatMap((index) => [
      [machines, machine(index, 'VirtualMachine')] as const,
      [instances, machine(index, 'VirtualMachineInstance')] as const,
    ]),
  );
  await create(
    cluster,
    Array.from({ length: sizes.classes }, (_, index) => index).flatMap((index) => storage(index)),
  );
}
