import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { ObservedObjects } from '../../layering/build-plan/layering-plan.ts';

/** Versions, by which it is told whether logins changed, and types. */
export function secretsOf(
  secrets: readonly KubernetesObject[],
): Pick<ObservedObjects, 'secrets' | 'secretTypes'> {
  return {
    secrets: Object.fromEntries(
      secrets.map(({ metadata }) => [
        metadata.name,
        `${metadata.uid ?? ''} ${metadata.resourceVersion ?? ''}`,
      ]),
    ),
    secretTypes: Object.fromEntries(secrets.map((secret) => [secret.metadata.name, textAt(secret, 'type')])),
  };
}
