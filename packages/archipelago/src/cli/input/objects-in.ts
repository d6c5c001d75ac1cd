import { isJsonObject, type JsonObject, type JsonValue, objectsAt, textAt } from '@archipelago/apimachinery';

/** The objects in a value that kubectl printed: one, a List, a list of one kind (`NodeList`, whose items do not repeat it), or an array of those. */
export function objectsIn(value: JsonValue): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isJsonObject(value)) return [];
  if (!Array.isArray(value.items)) return [value];
  return objectsAt(value, 'items')
    .map((item) => ofList(item, value))
    .flatMap(objectsIn);
}

function ofList(item: JsonObject, { apiVersion, kind: listKind }: JsonObject): JsonObject {
  const kind = typeof listKind === 'string' ? listKind.replace(/List$/, '') : '';
  if (kind === '' || textAt(item, 'kind') !== '' || apiVersion === undefined) return item;
  return { apiVersion, kind, ...item };
}
