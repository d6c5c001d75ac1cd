import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../definitions/declaration/simulated.ts';
import {
  asDefault,
  asVirtualizationDefault,
  forVirtualMachines,
  simulatedClass,
  simulatedDriver,
} from '../storage/standard-storage.ts';
import type { ScenarioNode } from './scenario.ts';

/** Stands for the namespace of the operator. */
export const operatorPlace = 'operator';

export const rbdProvisioner = 'openshift-storage.rbd.csi.ceph.com';

/** Ceph's driver and what it makes snapshots with. */
export const rbdDriver = simulatedDriver(rbdProvisioner, 'rbd-snap');
/** The class of Ceph that is the default. */
export const rbd = simulatedClass('rbd', { provisioner: rbdProvisioner, annotations: asDefault });
/** The class of Ceph for virtual machines. */
export const rbdForMachines = simulatedClass('rbd-virt', {
  provisioner: rbdProvisioner,
  annotations: asVirtualizationDefault,
  parameters: forVirtualMachines,
});

/** What a scenario has when it says nothing about storage. */
export const usualStorage: readonly KubernetesObject[] = [...rbdDriver, rbd, rbdForMachines];

/** An object that somebody made in a scenario. */
export function object(
  type: string,
  name: string,
  { namespace, ...rest }: Readonly<Record<string, JsonObject | string>> = {},
): KubernetesObject {
  const at = type.lastIndexOf('/');
  return {
    apiVersion: type.slice(0, at),
    kind: type.slice(at + 1),
    metadata: {
      name,
      ...(typeof namespace === 'string' ? { namespace } : {}),
      annotations: { [simulatedAnnotation]: 'true' },
    },
    ...rest,
  };
}

/** Workers with the same differences. */
export function workers(
  names: string,
  differences: Omit<ScenarioNode, 'name'> = {},
): readonly ScenarioNode[] {
  return names.split(' ').map((name) => ({ name, ...differences }));
}

/** Required node affinity by one label. */
export function onNodesWith(key: string, values: readonly string[]): JsonObject {
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [...values] }] }],
      },
    },
  };
}
