import { isJsonObject, type JsonObject, objectAt } from '@archipelago/apimachinery';
import { metadataOf, omit, withMetadata, without } from '../json/json-access.ts';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** An object of a resource as it may be shown: a Secret keeps its name and keys, and loses the values. */
export function withoutSecretValues(resource: string, object: JsonObject): JsonObject {
  if (resource !== '/secrets') return object;
  const { data, ...rest } = omit(object, 'stringData');
  const emptied = isJsonObject(data)
    ? Object.fromEntries(Object.keys(data).map((key) => [key, '']))
    : undefined;
  const annotations = objectAt(metadataOf(object), 'annotations');
  const kept = omit(annotations, lastApplied);
  return withMetadata(without({ ...rest, data: emptied }), {
    annotations: Object.keys(kept).length === 0 ? undefined : kept,
  });
}
