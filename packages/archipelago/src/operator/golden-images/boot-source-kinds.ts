import type { Resource } from '@archipelago/kube-client';

function cdi(plural: string, kind: string): Resource {
  return { group: 'cdi.kubevirt.io', version: 'v1beta1', plural, kind, namespaced: true };
}

function rbac(plural: string, kind: string, namespaced: boolean): Resource {
  return { group: 'rbac.authorization.k8s.io', version: 'v1', plural, kind, namespaced };
}

/** What boot sources are made of. */
export const bootSourceKinds = {
  dataImportCrons: cdi('dataimportcrons', 'DataImportCron'),
  dataSources: cdi('datasources', 'DataSource'),
  dataVolumes: cdi('datavolumes', 'DataVolume'),
  claims: {
    group: '',
    version: 'v1',
    plural: 'persistentvolumeclaims',
    kind: 'PersistentVolumeClaim',
    namespaced: true,
  },
  snapshots: {
    group: 'snapshot.storage.k8s.io',
    version: 'v1',
    plural: 'volumesnapshots',
    kind: 'VolumeSnapshot',
    namespaced: true,
  },
} as const satisfies Readonly<Record<string, Resource>>;

export type BootSourceKind = keyof typeof bootSourceKinds;

/** What boot sources need around them. */
export const supportKinds = {
  namespaces: { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
  roles: rbac('roles', 'Role', true),
  roleBindings: rbac('rolebindings', 'RoleBinding', true),
} as const satisfies Readonly<Record<string, Resource>>;
