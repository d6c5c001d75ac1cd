import type { Reading } from './reading.ts';
import { proxyNames } from './registry-settings.ts';

/** Why jobs would have no way out, as the secret with the proxy shows before any job runs. */
interface ProxyBlock {
  readonly reason: 'ProxySecretMissing' | 'ProxySecretUnusable';
  readonly message: string;
}

/** Undefined: nothing is wrong with the secret that the operator was told, or none was, or nobody has looked. */
export function proxyBlockOf(reading: Reading): ProxyBlock | undefined {
  const { proxySecret: name, namespace } = reading.deployment;
  const keys = name === undefined ? 'unknown' : reading.proxyKeys(name);
  if (keys === 'unknown' || keys?.some((key) => key !== 'NO_PROXY') === true) return undefined;
  const secret = `Secret ${namespace}/${name}, which --layering-proxy-secret names,`;
  const fix = `, or correct the flag of the operator; no build begins`;
  return keys === undefined
    ? {
        reason: 'ProxySecretMissing',
        message: `${secret} does not exist; create it with the keys ${proxyNames.join(', ')}${fix}`,
      }
    : {
        reason: 'ProxySecretUnusable',
        message: `${secret} has neither HTTP_PROXY nor HTTPS_PROXY; add the key that your builds need${fix}`,
      };
}
