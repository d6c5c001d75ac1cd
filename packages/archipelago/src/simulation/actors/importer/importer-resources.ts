import type { Resource } from '@archipelago/kube-client';
import type { ImporterKind } from './importer-world.ts';

function cdi(plural: string, kind: string): Resource {
  return { group: 'cdi.kubevirt.io', version: 'v1beta1', plural, kind, namespaced: true };
}

/** What the simulated importer deals with, as the API has it. */
export const importerResources: Readonly<Record<ImporterKind, Resource>> = {
  DataImportCron: cdi('dataimportcrons', 'DataImportCron'),
  DataSource: cdi('datasources', 'DataSource'),
  DataVolume: cdi('datavolumes', 'DataVolume'),
  PersistentVolumeClaim: {
    group: '',
    version: 'v1',
    plural: 'persistentvolumeclaims',
    kind: 'PersistentVolumeClaim',
    namespaced: true,
  },
};

export const importerKinds: readonly ImporterKind[] = [
  'DataImportCron',
  'DataSource',
  'DataVolume',
  'PersistentVolumeClaim',
];

/** Throws where the importer has nothing to do with a kind. */
export function importerKindOf(kind: string): ImporterKind {
  const found = importerKinds.find((each) => each === kind);
  if (found === undefined) throw new Error(`the importer makes no ${kind}`);
  return found;
}
