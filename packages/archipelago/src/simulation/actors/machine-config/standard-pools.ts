import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { keys } from './machine-config-keys.ts';

const apiVersion = 'machineconfiguration.openshift.io/v1';
const roles = ['master', 'worker'] as const;

/** The images of the simulated release, by digest. */
interface ReleaseImages {
  readonly os: string;
  readonly extensions: string;
}

/** What every cluster has after its installation: the pools of its control planes and workers, and what they are configured with. */
export function standardPools(images: ReleaseImages): readonly KubernetesObject[] {
  return roles.flatMap((role) => [
    machineConfig(`00-${role}`, role, {
      osImageURL: images.os,
      baseOSExtensionsContainerImage: images.extensions,
    }),
    machineConfig(`01-${role}-kubelet`, role, { osImageURL: images.os }),
    machineConfig(`99-${role}-ssh`, role, {}),
    pool(role),
  ]);
}

function machineConfig(name: string, role: string, spec: JsonObject): KubernetesObject {
  return {
    apiVersion,
    kind: 'MachineConfig',
    metadata: { name, labels: { [keys.role]: role }, annotations: { [simulatedAnnotation]: 'true' } },
    spec: { ...spec, config: { ignition: { version: '3.5.0' } } },
  };
}

function pool(role: string): KubernetesObject {
  return {
    apiVersion,
    kind: 'MachineConfigPool',
    metadata: {
      name: role,
      labels: { [`pools.operator.machineconfiguration.openshift.io/${role}`]: '' },
      annotations: { [simulatedAnnotation]: 'true' },
    },
    spec: {
      machineConfigSelector: { matchLabels: { [keys.role]: role } },
      nodeSelector: { matchLabels: { [`node-role.kubernetes.io/${role}`]: '' } },
      paused: false,
    },
  };
}
