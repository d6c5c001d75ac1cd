import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';

/** What was created through one client. */
export interface CreatedObjects {
  /** As the server answered; undefined: not through this client. */
  of(uid: string): KubernetesObject | undefined;
  /** The same client, and what it creates is remembered from now on. */
  remember(client: KubernetesClient): KubernetesClient;
}

const kinds = ['Job', 'MachineOSBuild'];
/** More than there are at a time. */
const mostObjects = 5_000;

/** Remembers the builds and jobs that the operator creates: the server's answer to a request of one's own is what nobody can forge. */
export function createdObjects(): CreatedObjects {
  const objects = new Map<string, KubernetesObject>();
  const add = (object: KubernetesObject) => {
    objects.set(object.metadata.uid ?? '', object);
    const [oldest] = objects.keys();
    if (objects.size > mostObjects && oldest !== undefined) objects.delete(oldest);
  };
  return {
    of: (uid) => objects.get(uid),
    remember: (client) => ({
      ...client,
      create: async (resource, object, options) => {
        const created = await client.create(resource, object, options);
        if (created.ok && kinds.includes(resource.kind)) add(created.value);
        return created;
      },
    }),
  };
}
