import { type JsonObject, type KubernetesObject, objectsAt, valueAt } from '@archipelago/apimachinery';

/**
 * For the containers that run buildah. Without CAP_SYS_ADMIN buildah makes a user namespace of its own, and mounts there: nothing that
 * it runs, nor what escapes from it, has a right over the node or over the container's own mounts. Three capabilities write the
 * mappings of that namespace; without any of them it fails (buildah 1.28.2 was asked). Container runtimes' usual filters forbid
 * to make namespaces and mounts, therefore those are off.
 */
export const builderConfinement: JsonObject = {
  securityContext: {
    runAsUser: 0,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'], add: ['SETFCAP', 'SETGID', 'SETUID'] },
    seccompProfile: { type: 'Unconfined' },
    appArmorProfile: { type: 'Unconfined' },
  },
};

/**
 * Puts a pod into a user namespace where every node that it may land on can do that: elsewhere it would wait for ever, or fail.
 * Nodes tell it of the runtime handler that pods get who name none.
 */
export function hostUsersFor(
  nodes: readonly KubernetesObject[],
  nodeSelector: Readonly<Record<string, string>>,
): { readonly hostUsers?: false } {
  const possible = nodes.filter(({ metadata: { labels = {} } }) =>
    Object.entries(nodeSelector).every(([key, value]) => labels[key] === value),
  );
  return possible.length > 0 && possible.every(hasUserNamespaces) ? { hostUsers: false } : {};
}

function hasUserNamespaces(node: KubernetesObject): boolean {
  return objectsAt(node, 'status', 'runtimeHandlers').some(
    (handler) => (handler.name ?? '') === '' && valueAt(handler, 'features', 'userNamespaces') === true,
  );
}
