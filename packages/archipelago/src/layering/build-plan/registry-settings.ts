import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { registriesName } from '../object-names.ts';
import type { LayeringDeployment } from './layering-plan.ts';
import type { ObservedBuild } from './observed-build.ts';
import { ownerOf } from './owner-of.ts';

/** Where containers find what `registryFiles` names. */
export const registriesFolder = '/run/registries';

export const authoritiesFile = 'ca.crt';
export const registriesConfFile = 'registries.conf';

/** How registries are reached from a job, as files; empty where the machines' own ways will do. */
export function registryFiles({ registries }: LayeringDeployment): Readonly<Record<string, string>> {
  const { caCertificates, registriesConf } = registries;
  return {
    ...(caCertificates === undefined ? {} : { [authoritiesFile]: caCertificates }),
    ...(registriesConf === undefined ? {} : { [registriesConfFile]: registriesConf }),
  };
}

/** What a pod needs to see these files, which are in that ConfigMap. */
export function registriesMount(
  deployment: LayeringDeployment,
  configMap: string,
): { readonly volumes: readonly JsonObject[]; readonly volumeMounts: readonly JsonObject[] } {
  const items = Object.keys(registryFiles(deployment)).map((key) => ({ key, path: key }));
  if (items.length === 0) return { volumes: [], volumeMounts: [] };
  return {
    volumes: [{ name: 'registries', configMap: { name: configMap, items } }],
    volumeMounts: [{ name: 'registries', mountPath: registriesFolder, readOnly: true }],
  };
}

/** The ConfigMap that the assembly of a build reads; build jobs find the files in that of their platform. */
export function registriesObject(deployment: LayeringDeployment, build: ObservedBuild): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: registriesName(build.name),
      namespace: deployment.namespace,
      labels: { [names.component]: 'registries', [names.build]: build.name },
      annotations: { [names.configName]: build.spec.machineOSConfig.name },
      ownerReferences: ownerOf(build.object),
    },
    data: registryFiles(deployment),
  };
}

/** What is to be written so that a ConfigMap has these files as they are now, and none that is no more. */
export function registryFilesPatch(deployment: LayeringDeployment): JsonObject {
  return { data: { [authoritiesFile]: null, [registriesConfFile]: null, ...registryFiles(deployment) } };
}

/** Containers that talk to registries go the deployment's way out. */
export function proxyVariables({ proxy = {} }: LayeringDeployment): readonly JsonObject[] {
  return Object.entries(proxy).map(([name, value]) => ({ name, value }));
}
