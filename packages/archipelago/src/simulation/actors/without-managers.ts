import type { KubernetesObject } from '@archipelago/apimachinery';

/** An object without `metadata.managedFields`, which nobody here reads and which are the larger half. */
export function withoutManagers({ metadata, ...rest }: KubernetesObject): KubernetesObject {
  const { managedFields: _, ...kept } = metadata;
  return { ...rest, apiVersion: rest.apiVersion, kind: rest.kind, metadata: kept };
}
