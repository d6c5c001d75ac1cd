import type { KubernetesObject } from '@archipelago/apimachinery';

/** An object as it was seen; writes are meant for exactly that version of it. */
export interface SeenObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export function seenObject({ apiVersion, kind, metadata }: KubernetesObject): SeenObject {
  const { name, namespace, uid, resourceVersion } = metadata;
  return {
    apiVersion,
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}
