import { type JsonObject, objectAt } from '@archipelago/apimachinery';

/**
 * Of a HyperConverged what an edit is planned for: which version of which object it is, and what people write. Neither its status nor who
 * wrote what.
 */
export function storedPart({ apiVersion, kind, metadata, spec }: JsonObject): JsonObject {
  const { name, namespace, uid, resourceVersion, labels, annotations } = objectAt(metadata);
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, uid, resourceVersion, labels, annotations },
    spec,
  };
}
