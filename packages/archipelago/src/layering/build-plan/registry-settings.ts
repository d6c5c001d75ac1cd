import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { registriesName } from '../object-names.ts';
import type { LayeringDeployment } from './layering-plan.ts';
import type { ObservedBuild } from './observed-build.ts';
import { ownerOf } from './owner-of.ts';

/** Where containers find what `registryFiles` names. */
export const registriesFolder = '/run/registries';

const authoritiesFile = 'ca.crt';
const registriesConfFile = 'registries.conf';

/** How registries are reached from a job, as files; empty where the machines' own ways will do. */
export function registryFiles({ registries }: LayeringDeployment): Readonly<Record<string, string>> {
  const { caCertificates, registriesConf } = registries;
  return {
    ...(caCertificates === undefined ? {} : { [authoritiesFile]: caCertificates }),
    ...(registriesConf === undefined ? {} : { [registriesConfFile]: registriesConf }),
  };
}

/** What a pod needs to see these files, which are in that ConfigMap; a volume of another name is another copy. */
export function registriesMount(
  deployment: LayeringDeployment,
  configMap: string,
  name = 'registries',
): { readonly volumes: readonly JsonObject[]; readonly volumeMounts: readonly JsonObject[] } {
  const items = Object.keys(registryFiles(deployment)).map((key) => ({ key, path: key }));
  if (items.length === 0) return { volumes: [], volumeMounts: [] };
  return {
    volumes: [{ name, configMap: { name: configMap, items } }],
    volumeMounts: [{ name, mountPath: registriesFolder, readOnly: true }],
  };
}

/** The flags of our own commands for these files. */
export function registriesArguments(deployment: LayeringDeployment): readonly string[] {
  const { caCertificates } = deployment.registries;
  const authorities =
    caCertificates === undefined ? [] : ['--ca-file', `${registriesFolder}/${authoritiesFile}`];
  return [...authorities, ...confArguments(deployment)];
}

/** Mirrors and insecure registries alone. */
export function confArguments({ registries }: LayeringDeployment): readonly string[] {
  return registries.registriesConf === undefined
    ? []
    : ['--registries-conf', `${registriesFolder}/${registriesConfFile}`];
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

/** Keys of a secret with a proxy, and the variables that programs read. */
export const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;

/**
 * Containers that talk to registries go the deployment's way out. What the secret says counts; without one nobody's name and
 * password is written into a job, which many may read.
 */
export function proxyVariables({ proxy = {}, proxySecret }: LayeringDeployment): readonly JsonObject[] {
  if (proxySecret !== undefined)
    return proxyNames.map((name) => ({
      name,
      valueFrom: { secretKeyRef: { name: proxySecret, key: name, optional: true } },
    }));
  return Object.entries(proxy).map(([name, value]) => ({
    name,
    value: name === 'NO_PROXY' ? value : withoutLogin(value),
  }));
}

/** Of a proxy's URL, or of what is left of one: whatever is before the last @ of its host. */
function withoutLogin(proxy: string): string {
  return proxy.replace(/^([A-Za-z][\w+.-]*:\/\/)?.*@/s, '$1');
}
