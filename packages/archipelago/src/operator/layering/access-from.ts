import { ApiConnectionError, type KubernetesClient } from '@archipelago/kube-client';
import { type Outcome, type RegistryAccess, succeeded } from '@archipelago/oci-registry';
import { loginsIn } from '../../layering/build-plan/login-facts.ts';
import { layeringKinds } from './layering-kinds.ts';

interface AccessOptions {
  readonly client: Pick<KubernetesClient, 'get'>;
  readonly namespace: string;
  readonly access: RegistryAccess;
}

/** Secrets are read each time: they may have been renewed. */
export function accessFrom({ client, namespace, access }: AccessOptions) {
  return async (
    secret: string | undefined,
    registry: string,
    signal: AbortSignal,
  ): Promise<Outcome<RegistryAccess>> => {
    if (secret === undefined) return succeeded(access);
    const asked = `Secret ${namespace}/${secret}`;
    const unread = (reason: string, fix: string) =>
      ({ kind: 'unauthorized', host: registry, asked, reason, fix }) as const;
    try {
      const found = await client.get(layeringKinds.secrets, { namespace, name: secret }, { signal });
      if (!found.ok && found.status.code === 404)
        return unread('it does not exist', 'create it, or correct the name in the MachineOSConfig');
      if (!found.ok) return unread(found.status.message, 'let the operator read secrets of this namespace');
      const logins = loginsIn(found.value);
      if (logins.kind === 'useless') return unread(`it ${logins.reason}`, logins.fix);
      return succeeded({ ...access, credentials: [...logins.entries, ...access.credentials] });
    } catch (error) {
      if (!(error instanceof ApiConnectionError)) throw error;
      return { kind: 'unreachable', host: registry, asked, reason: error.message, fix: 'wait' };
    }
  };
}
