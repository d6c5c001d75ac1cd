import { isJsonObject } from './json-value.ts';
import type { KubernetesObject } from './kubernetes-object.ts';

/** True when a value has what every object of a Kubernetes API has; nothing else is looked at. */
export function isKubernetesObject(value: unknown): value is KubernetesObject {
  return (
    isJsonObject(value) &&
    typeof value.apiVersion === 'string' &&
    typeof value.kind === 'string' &&
    isJsonObject(value.metadata) &&
    typeof value.metadata.name === 'string'
  );
}
