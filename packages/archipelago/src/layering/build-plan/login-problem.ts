import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { type NotResolved, refusedFor } from './found-base.ts';
import type { Reading } from './reading.ts';

/** Types of secrets that are logins for registries. Whatever another one holds, it is not for the host that a config names. */
export const loginTypes: ReadonlyMap<string, '.dockerconfigjson' | '.dockercfg'> = new Map([
  ['kubernetes.io/dockerconfigjson', '.dockerconfigjson'],
  ['kubernetes.io/dockercfg', '.dockercfg'],
]);

/** What makes a secret that is one. */
export const makeLogin = 'make one with kubectl create secret docker-registry, and name that';

/** Refuses a config that names a secret of another kind of logins (`loginBlockOf` tells of those that are not there). */
export function loginProblem(reading: Reading): NotResolved | undefined {
  const { namespace } = reading.deployment;
  for (const name of namedSecrets(reading.config)) {
    const type = reading.secretType(name);
    if (type === undefined || type === 'none' || loginTypes.has(type)) continue;
    const known = [...loginTypes.keys()].join(' or ');
    return refusedFor(
      'SecretUnusable',
      `Secret ${namespace}/${name} is of type ${type || 'none'}; logins are of type ${known}: ${makeLogin}`,
    );
  }
  return undefined;
}

function namedSecrets({ basePullSecret, pushSecret, intermediate }: MachineOsConfig): readonly string[] {
  const names = [basePullSecret, pushSecret, intermediate.pushSecret, intermediate.pullSecret];
  return [...new Set(names.flatMap((name) => name ?? []))];
}
