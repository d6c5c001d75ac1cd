import type { KubernetesClient } from '@archipelago/kube-client';

/**
 * A client whose writes are sent only while `isLeading` says so, each attempt of each: a process that was suspended past its lease
 * goes on where it stopped, before any timer could tell it that another one leads.
 */
export function whileLeading(client: KubernetesClient, isLeading: () => boolean): KubernetesClient {
  const leading = { isAllowed: isLeading };
  return {
    ...client,
    create: (resource, object, options) => client.create(resource, object, { ...options, ...leading }),
    update: (resource, object, options) => client.update(resource, object, { ...options, ...leading }),
    updateStatus: (resource, object, options) =>
      client.updateStatus(resource, object, { ...options, ...leading }),
    patch: (resource, name, patch, options) =>
      client.patch(resource, name, patch, { ...options, ...leading }),
    patchStatus: (resource, name, patch, options) =>
      client.patchStatus(resource, name, patch, { ...options, ...leading }),
    evict: (name, options) => client.evict(name, { ...options, ...leading }),
    delete: (resource, name, options) => client.delete(resource, name, { ...options, ...leading }),
  };
}
