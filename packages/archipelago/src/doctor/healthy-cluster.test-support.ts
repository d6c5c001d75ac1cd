import type { JsonObject, JsonValue } from '@archipelago/apimachinery';

/** `true` as labels write it. */
const yes = 'true';

/** An object of a kind in a namespace, or in none. */
export function object(
  apiVersion: string,
  kind: string,
  name: string,
  { namespace, labels, annotations, ...rest }: Record<string, JsonValue | undefined> = {},
): JsonObject {
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  const defined = Object.entries(rest).filter(
    (member): member is [string, JsonValue] => member[1] !== undefined,
  );
  return { apiVersion, kind, metadata, ...Object.fromEntries(defined) };
}

interface NodeParts {
  readonly labels?: Readonly<Record<string, string>>;
  readonly architecture?: string;
  readonly taints?: readonly JsonObject[];
  readonly kvm?: string;
  readonly heartbeat?: string;
  readonly swap?: number;
  readonly cordoned?: boolean;
  readonly annotations?: JsonObject;
  readonly allocatable?: JsonObject;
  /** Labels of the node labeller that it lacks: those that begin so. */
  readonly without?: string;
}

/** A worker on which virtual machines run. */
export function worker(name: string, parts: NodeParts = {}): JsonObject {
  const { architecture = 'amd64', labels = {}, taints = [], kvm = '110', heartbeat = '$NOW', swap } = parts;
  const type = architecture === 'arm64' ? 'virt' : 'q35';
  const labelled = Object.entries({
    'cpu-model.node.kubevirt.io/Skylake': yes,
    'host-model-cpu.node.kubevirt.io/Skylake': yes,
    [`machine-type.node.kubevirt.io/${type}`]: yes,
  }).filter(([label]) => parts.without === undefined || !label.includes(parts.without));
  return object('v1', 'Node', name, {
    labels: {
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': architecture,
      'node-role.kubernetes.io/worker': '',
      'kubevirt.io/schedulable': yes,
      ...Object.fromEntries(labelled),
      ...labels,
    },
    annotations: { 'kubevirt.io/heartbeat': heartbeat, ...parts.annotations },
    spec: { taints, ...(parts.cordoned === true ? { unschedulable: true } : {}) },
    status: {
      allocatable: { 'devices.kubevirt.io/kvm': kvm, ...parts.allocatable },
      capacity: { memory: '64Gi' },
      nodeInfo: { architecture, ...(swap === undefined ? {} : { swap: { capacity: swap } }) },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  });
}

/** A control plane with the taint of its role. */
export function controlPlane(name: string, taints: readonly JsonObject[] = [roleTaint]): JsonObject {
  return object('v1', 'Node', name, {
    labels: {
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
      'node-role.kubernetes.io/control-plane': '',
    },
    spec: { taints },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  });
}

const roleTaint = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' };

/** The HyperConverged of API v1beta1, healthy unless conditions say otherwise. */
export function hyperConverged(
  spec: JsonObject = {},
  { annotations, ...status }: Record<string, JsonValue> = {},
): JsonObject {
  const conditions = [
    { type: 'Available', status: 'True' },
    { type: 'Degraded', status: 'False' },
    { type: 'ReconcileComplete', status: 'True' },
  ];
  return object('hco.kubevirt.io/v1beta1', 'HyperConverged', 'kubevirt-hyperconverged', {
    namespace: 'kubevirt-hyperconverged',
    annotations,
    spec,
    status: { conditions, ...status },
  });
}

/** A StorageClass; `isDefault` for everything, `isVirtual` for disks of virtual machines. */
export function storageClass(
  name: string,
  parts: {
    readonly provisioner?: string;
    readonly isDefault?: boolean;
    readonly isVirtual?: boolean;
    readonly parameters?: JsonObject;
    readonly binding?: string;
    readonly created?: string;
  } = {},
): JsonObject {
  const { provisioner = 'rook-ceph.rbd.csi.ceph.com', created = '2026-01-01T00:00:00Z' } = parts;
  const annotations = {
    ...(parts.isDefault === true ? { 'storageclass.kubernetes.io/is-default-class': yes } : {}),
    ...(parts.isVirtual === true ? { 'storageclass.kubevirt.io/is-default-virt-class': yes } : {}),
  };
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, annotations, creationTimestamp: created },
    provisioner,
    parameters: parts.parameters ?? { mapOptions: 'krbd:rxbounce' },
    volumeBindingMode: parts.binding ?? 'WaitForFirstConsumer',
  };
}

/** Ways of a class, as `ReadWriteMany/Block`. */
function sets(ways: readonly string[]): readonly JsonObject[] {
  return ways.map((way) => {
    const [mode = '', volumeMode = ''] = way.split('/');
    return { accessModes: [mode], ...(volumeMode === '' ? {} : { volumeMode }) };
  });
}

const usual = ['ReadWriteMany/Block', 'ReadWriteOnce/Filesystem'];

/** A StorageProfile that CDI has completed. */
export function storageProfile(
  name: string,
  parts: {
    readonly provisioner?: string;
    readonly ways?: readonly string[];
    readonly written?: readonly string[];
    readonly status?: JsonObject;
    readonly spec?: JsonObject;
  } = {},
): JsonObject {
  const { provisioner = 'rook-ceph.rbd.csi.ceph.com', ways = usual, written } = parts;
  return object('cdi.kubevirt.io/v1beta1', 'StorageProfile', name, {
    spec: { ...(written === undefined ? {} : { claimPropertySets: sets(written) }), ...parts.spec },
    status: { provisioner, claimPropertySets: sets(ways), cloneStrategy: 'csi-clone', ...parts.status },
  });
}

export function snapshotClass(
  name: string,
  driver = 'rook-ceph.rbd.csi.ceph.com',
  annotations: JsonObject = {},
) {
  return object('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', name, { annotations, driver });
}

/** A cluster in which all is well: two workers of each of two architectures, three control planes, one class. */
export const healthy: readonly JsonObject[] = [
  hyperConverged({ featureGates: { enableMultiArchBootImageImport: true } }),
  ...['c0', 'c1', 'c2'].map((name) => controlPlane(name)),
  ...['w0', 'w1'].map((name) => worker(name)),
  ...['a0', 'a1'].map((name) => worker(name, { architecture: 'arm64' })),
  storageClass('rbd', { isDefault: true }),
  storageProfile('rbd'),
  object('storage.k8s.io/v1', 'CSIDriver', 'rook-ceph.rbd.csi.ceph.com'),
];

/** The healthy cluster with these objects, which take the place of those of the same kind and name. */
export function withObjects(...changed: readonly JsonObject[]): readonly JsonObject[] {
  const key = ({ kind, metadata }: JsonObject) => JSON.stringify([kind, metadata]);
  const id = (one: JsonObject) => key({ kind: one.kind ?? '', metadata: nameOf(one) });
  const ids = new Set(changed.map(id));
  return [...healthy.filter((one) => !ids.has(id(one))), ...changed];
}

/** The healthy cluster without the objects of a kind. */
export function withoutKind(kind: string, ...added: readonly JsonObject[]): readonly JsonObject[] {
  return [...healthy.filter((one) => one.kind !== kind), ...added];
}

function nameOf({ metadata }: JsonObject): JsonValue {
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata ? (metadata.name ?? '') : '';
}
