import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ObservedObjects } from '../../layering/build-plan/layering-plan.ts';
import { keptLoginFacts } from '../../layering/build-plan/login-facts.ts';
import { keptProxyKeys } from '../../layering/build-plan/proxy-keys.ts';

/** Versions, by which it is told whether logins changed, and what they are for. */
export function secretsOf(
  secrets: readonly KubernetesObject[],
): Pick<ObservedObjects, 'secrets' | 'logins' | 'proxyKeys'> {
  return {
    secrets: Object.fromEntries(
      secrets.map(({ metadata }) => [
        metadata.name,
        `${metadata.uid ?? ''} ${metadata.resourceVersion ?? ''}`,
      ]),
    ),
    logins: Object.fromEntries(secrets.map((secret) => [secret.metadata.name, keptLoginFacts(secret)])),
    proxyKeys: Object.fromEntries(secrets.map((secret) => [secret.metadata.name, keptProxyKeys(secret)])),
  };
}
