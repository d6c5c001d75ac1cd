import type { KubernetesObject } from '@archipelago/apimachinery';

/** Why nothing is built anywhere, until somebody mends it. */
export interface BuildsObstacle {
  readonly reason: 'BuildsNamespaceMissing' | 'BuildsNamespaceEnding' | 'PermissionsMissing';
  readonly message: string;
  /** Whether everything else was read. */
  readonly isAllRead: boolean;
}

interface Seen {
  /** The namespace of builds, in a list; undefined: it could not be read. */
  readonly place: readonly KubernetesObject[] | undefined;
  readonly isAllRead: boolean;
  /** The server's words about what the operator may not read; undefined: it may read everything. */
  readonly refusal: string | undefined;
  /** The command that brings the namespace and the rights. */
  readonly command: string;
}

/** What keeps builds from being where they are to be; undefined: nothing. */
export function buildsObstacle(namespace: string, seen: Seen): BuildsObstacle | undefined {
  const { place, refusal, isAllRead, command } = seen;
  const where = `namespace ${namespace}, where builds and their logins are,`;
  const [found] = place ?? [];
  if (place !== undefined && found === undefined)
    return {
      reason: 'BuildsNamespaceMissing',
      message: `${where} does not exist; make it with: ${command}`,
      isAllRead,
    };
  if (found?.metadata.deletionTimestamp !== undefined)
    return {
      reason: 'BuildsNamespaceEnding',
      message: `${where} is being deleted; when it is gone, make it with: ${command}`,
      isAllRead,
    };
  if (isAllRead || refusal === undefined) return undefined;
  const message = `${refusal}; builds and their logins are in namespace ${namespace}; grant it with: ${command}`;
  return { reason: 'PermissionsMissing', message, isAllRead };
}
