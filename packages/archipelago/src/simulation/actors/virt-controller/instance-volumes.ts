import {
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import { type BootSource, bootSourceOf, knownSource } from './boot-source.ts';
import type { MachineWorld } from './machine-kinds.ts';
import { phaseOf } from './volume-step.ts';

/** What keeps a machine from being scheduled, or from running where it is scheduled. */
type VolumeReadiness =
  | { readonly is: 'ready' }
  /** The disk is made where the machine goes. */
  | { readonly is: 'waiting for the machine' }
  | { readonly is: 'missing'; readonly message: string };

/** Whether the disks of a VirtualMachineInstance are there. */
export function volumeReadiness(
  { spec, metadata: { namespace } }: KubernetesObject,
  world: MachineWorld,
): VolumeReadiness {
  const claims = claimNames(spec).filter((name) => !isPresent(name));
  if (claims[0] !== undefined)
    return {
      is: 'missing',
      message: `PVC ${namespace}/${claims[0]} does not exist, waiting for it to appear`,
    };
  const phases = dataVolumeNames(spec).map((name) => ({
    name,
    phase: phaseOf(world.get('DataVolume', name, namespace)),
  }));
  const isMade = (phase: string) => ['Succeeded', 'WaitForFirstConsumer', ...atWork].includes(phase);
  const missing = phases.find(({ phase }) => !isMade(phase));
  if (missing !== undefined)
    return { is: 'missing', message: `DataVolume ${namespace}/${missing.name} is not ready` };
  return phases.every(({ phase }) => phase === 'Succeeded')
    ? { is: 'ready' }
    : { is: 'waiting for the machine' };

  function isPresent(name: string): boolean {
    return world.get('PersistentVolumeClaim', name, namespace) !== undefined;
  }
}

const atWork = ['CloneInProgress', 'ImportInProgress'];

function claimNames(spec: unknown): readonly string[] {
  return volumesOf(spec)
    .map((volume) => textAt(volume, 'persistentVolumeClaim', 'claimName'))
    .filter((name) => name !== '');
}

/** DataVolumes that the spec of a VirtualMachineInstance names. */
export function dataVolumeNames(spec: unknown): readonly string[] {
  return volumesOf(spec)
    .map((volume) => textAt(volume, 'dataVolume', 'name'))
    .filter((name) => name !== '');
}

function volumesOf(spec: unknown): readonly JsonObject[] {
  return objectsAt({ spec: objectAt(spec) }, 'spec', 'volumes');
}

/** What a machine boots from. */
export function bootSourceOfInstance(
  { spec, metadata: { namespace = '' } }: KubernetesObject,
  world: MachineWorld,
): BootSource | undefined {
  return knownSource(
    dataVolumeNames(spec).map((name) => {
      const dataVolume = world.get('DataVolume', name, namespace);
      return bootSourceOf(objectAt(dataVolume, 'spec'), namespace, world);
    }),
  );
}

/** A disk that cannot be opened on two nodes at once, which a live migration needs. */
export function unsharedDisk(
  { spec, metadata: { namespace } }: KubernetesObject,
  world: MachineWorld,
): string | undefined {
  return [...dataVolumeNames(spec), ...claimNames(spec)].find((name) => {
    const claim = world.get('PersistentVolumeClaim', name, namespace);
    return claim !== undefined && !textsAt(claim, 'spec', 'accessModes').includes('ReadWriteMany');
  });
}
