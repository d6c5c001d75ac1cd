import type { Reading } from './reading.ts';

/** Why no build may begin. */
interface ProxyBlock {
  readonly reason: 'ProxySecretMissing';
  readonly message: string;
}

/** Jobs would go straight without the secret of their proxy, which somebody did not want. Undefined: it is there, or there is to be none. */
export function proxyBlockOf(reading: Reading): ProxyBlock | undefined {
  const { namespace, proxySecret } = reading.deployment;
  if (proxySecret === undefined || reading.secretType(proxySecret) !== 'none') return undefined;
  const missing = `Secret ${proxySecret} (--layering-proxy-secret) is not in namespace ${namespace}, where builds are`;
  return { reason: 'ProxySecretMissing', message: `${missing}; no job begins without its proxy` };
}
