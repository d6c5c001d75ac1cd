import { isJsonObject, type JsonValue, type KubernetesObject, textAt } from '@archipelago/apimachinery';

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

/** `metadata.resourceVersion` of an object or a list, empty when it has none. */
export function resourceVersionOf(value: JsonValue | undefined): string {
  const metadata = isJsonObject(value) ? value.metadata : undefined;
  const version = isJsonObject(metadata) ? metadata.resourceVersion : undefined;
  return textAt(version);
}
