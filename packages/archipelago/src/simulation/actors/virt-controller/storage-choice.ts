import { type JsonObject, type KubernetesObject, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import type { MachineWorld } from './machine-kinds.ts';

/** Of what a volume is made. */
export interface StorageClassChoice {
  readonly kind: 'class';
  readonly name: string;
  /** Nothing is made before a machine that uses it has a node. */
  readonly waits: boolean;
}

/** Of what a volume is made, or why of nothing. */
type StorageChoice = StorageClassChoice | { readonly kind: 'none'; readonly message: string };

/** The default for disks of machines comes before that for everything. */
const defaults = [
  'storageclass.kubevirt.io/is-default-virt-class',
  'storageclass.kubernetes.io/is-default-class',
];

/** The StorageClass of a DataVolume, by its spec. */
export function chooseStorage(spec: JsonObject, world: MachineWorld): StorageChoice {
  const asked = storageOf(spec);
  const name = textAt(asked, 'storageClassName');
  const classes = world.list('StorageClass');
  const found = name === '' ? defaultOf(classes) : classes.find(({ metadata }) => metadata.name === name);
  if (found !== undefined)
    return {
      kind: 'class',
      name: found.metadata.name,
      waits: textAt(found, 'volumeBindingMode') === 'WaitForFirstConsumer',
    };
  const message =
    name === ''
      ? 'DataVolume.storage spec is missing accessMode and no storageClass to choose profile (simulated)'
      : `there is no StorageClass ${name} (simulated)`;
  return { kind: 'none', message };
}

function defaultOf(classes: readonly KubernetesObject[]): KubernetesObject | undefined {
  const marked = (name: string) =>
    classes.find(({ metadata: { annotations = {} } }) => annotations[name] === 'true');
  return defaults.map(marked).find((one) => one !== undefined);
}

/** The spec of the claim of a DataVolume in a class: what is not written comes from the profile of the class. */
export function claimSpec(spec: JsonObject, storageClassName: string, world: MachineWorld): JsonObject {
  const asked = storageOf(spec);
  const profile = world.get('StorageProfile', storageClassName);
  const [set] = [valueAt(profile, 'status', 'claimPropertySets', 0)];
  const modes = [textsAt(asked, 'accessModes'), textsAt(set, 'accessModes')].find(({ length }) => length > 0);
  const volumeMode = textAt(asked, 'volumeMode') || textAt(set, 'volumeMode');
  const storage = textAt(asked, 'resources', 'requests', 'storage') || '10Gi';
  return {
    accessModes: modes ?? ['ReadWriteOnce'],
    resources: { requests: { storage } },
    storageClassName,
    ...(volumeMode === '' ? {} : { volumeMode }),
  };
}

function storageOf(spec: JsonObject) {
  return valueAt(spec, 'storage') ?? valueAt(spec, 'pvc');
}
