import { isJsonObject, type JsonObject, type JsonValue, objectAt } from '@archipelago/apimachinery';

/** Fields of the spec that a manager owns, by the keys of `fieldsV1`: `f:spec` → `f:evictionStrategy`. Members of lists are not told apart. */
export function writtenFields(fieldsV1: JsonValue | undefined): readonly string[] {
  return [...new Set(leaves(objectAt(fieldsV1, 'f:spec'), 'spec'))];
}

function leaves(fields: JsonObject, path: string): readonly string[] {
  const members = Object.entries(fields).filter(([key]) => key.startsWith('f:'));
  if (members.length === 0) return path === 'spec' ? [] : [path];
  return members.flatMap(([key, below]) =>
    leaves(isJsonObject(below) ? below : {}, `${path}.${key.slice('f:'.length)}`),
  );
}
