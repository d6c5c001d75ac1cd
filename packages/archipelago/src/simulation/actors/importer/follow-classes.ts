import type { Clock, KubernetesObject } from '@archipelago/apimachinery';
import {
  createInformer,
  type Informer,
  type KubernetesClient,
  type Resource,
} from '@archipelago/kube-client';

const storageClasses: Resource = {
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'storageclasses',
  kind: 'StorageClass',
  namespaced: false,
};

/** Make a class the default of what names none: of everything, and of virtual machines' disks. */
const defaults = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.kubevirt.io/is-default-virt-class',
];

interface FollowOptions {
  readonly client: Pick<KubernetesClient, 'listPageOf' | 'watch'>;
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly onProblem: (problem: string) => void;
}

/** Follows the StorageClasses that are a default. */
export function followClasses({
  client,
  clock,
  onChange,
  onProblem,
}: FollowOptions): Informer<KubernetesObject> {
  return createInformer({
    client,
    resource: storageClasses,
    clock,
    trim: (one: KubernetesObject) => one,
    onEvent: onChange,
    onProblem: ({ doing, message }) => onProblem(`simulated importer: ${doing}: ${message}`),
  });
}

/** Whether what names no class gets none. */
export function lacksDefault(classes: Informer<KubernetesObject> | undefined): boolean {
  return classes?.store.list().some(isDefault) === false;
}

function isDefault({ metadata: { annotations = {} } }: KubernetesObject): boolean {
  return defaults.some((name) => annotations[name] === 'true');
}
