import type { ObjectStore } from '../storage/object-store.ts';
import type { ResolveService } from './outgoing-call.ts';

/** Nothing stands behind services here: says so, and of services that do not exist what a kube-apiserver says. */
export function unreachableService(store: ObjectStore): ResolveService {
  return ({ namespace, name, port }) => {
    const shown = JSON.stringify(name);
    if (store.get({ resource: '/services', namespace, name }) === undefined)
      return `service ${shown} not found`;
    return (
      `the embedded cluster has no network of services and reaches nothing behind service ${shown} in namespace ` +
      `${JSON.stringify(namespace)} (port ${port}): give the webhook a clientConfig.url, or start the cluster with resolveService`
    );
  };
}
