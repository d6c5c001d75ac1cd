import { type JsonObject, textAt, valueAt } from '@archipelago/apimachinery';
import { millisecondsAt } from './moments.ts';

/** Annotations that make a class a default. Only the exact text "true" counts. */
const defaultAnnotations = {
  kubernetes: 'storageclass.kubernetes.io/is-default-class',
  virtualization: 'storageclass.kubevirt.io/is-default-virt-class',
} as const;

/** A StorageClass as checks see it. */
export interface StorageClassView {
  readonly name: string;
  readonly provisioner: string;
  readonly isDefault: boolean;
  /** The default of disks of virtual machines. */
  readonly isVirtualizationDefault: boolean;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly bindsImmediately: boolean;
  readonly object: JsonObject;
  parameter(name: string): string;
}

/** Reads a StorageClass. */
export function storageClassView(object: JsonObject, now: number): StorageClassView {
  const isTrue = (annotation: string) => textAt(object, 'metadata', 'annotations', annotation) === 'true';
  return {
    name: textAt(object, 'metadata', 'name'),
    provisioner: textAt(object, 'provisioner'),
    isDefault: isTrue(defaultAnnotations.kubernetes),
    isVirtualizationDefault: isTrue(defaultAnnotations.virtualization),
    created: millisecondsAt(textAt(object, 'metadata', 'creationTimestamp'), now) ?? 0,
    bindsImmediately: (valueAt(object, 'volumeBindingMode') ?? 'Immediate') === 'Immediate',
    object,
    parameter: (name) => textAt(object, 'parameters', name),
  };
}

/** Of several defaults the newest is taken, then the first by name, by Kubernetes as by CDI. */
export function winnerOf(classes: readonly StorageClassView[]): StorageClassView | undefined {
  return [...classes].sort((a, b) => b.created - a.created || (a.name < b.name ? -1 : 1))[0];
}

/** Classes that hold no disks: CDI does not miss their capabilities. */
const withoutDisks = new Set([
  'openshift-storage.noobaa.io/obc',
  'openshift-storage.ceph.rook.io/bucket',
  'rook-ceph.ceph.rook.io/bucket',
  'stork-snapshot',
  'kubernetes.io/no-provisioner',
]);

/** Whether disks can be made of the class. */
export function holdsDisks(provisioner: string): boolean {
  return !withoutDisks.has(provisioner);
}

export function isCephBlock({ provisioner }: StorageClassView): boolean {
  return provisioner.includes('rbd.csi.ceph.com');
}

/** Without it Windows rewrites blocks again and again. */
export function hasRxbounce(one: StorageClassView): boolean {
  return one.parameter('mapOptions').includes('krbd:rxbounce');
}

const hostPath = ['kubevirt.io.hostpath-provisioner', 'kubevirt.io/hostpath-provisioner'];

export function isHostPath({ provisioner }: StorageClassView): boolean {
  return hostPath.includes(provisioner);
}

const onOneNode = [
  'k8s.io/minikube-hostpath',
  'topolvm.io',
  'topolvm.cybozu.com',
  'kubernetes.io/no-provisioner',
  'directpv-min-io',
  'rancher.io/local-path',
  'openebs.io/local',
  'local.csi.openebs.io',
];

/** Its volumes are on a disk of one node, and cannot be used from another. */
export function isNodeLocal(one: StorageClassView): boolean {
  return (isHostPath(one) && one.parameter('overlayCSI') === '') || onOneNode.includes(one.provisioner);
}

/** A class as the object of a finding. */
export function classReference({ name }: StorageClassView) {
  return { kind: 'StorageClass', name };
}

/** A finding about a class as a whole. */
export function aboutClass(one: StorageClassView) {
  return { object: classReference(one), params: { class: one.name, provisioner: one.provisioner } };
}
