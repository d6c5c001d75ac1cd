import type { KubernetesObject } from '@archipelago/apimachinery';

/** Whether something is the job of an image build. Whose build it is, is looked at before anything is run. */
export function isBuildJob(object: KubernetesObject | undefined): boolean {
  const owners = object?.kind === 'Job' ? object.metadata.ownerReferences : undefined;
  return owners?.some(({ kind, controller }) => kind === 'MachineOSBuild' && controller === true) ?? false;
}
