import { type JsonObject, textAt } from '@archipelago/apimachinery';

/** `namespace/name` of an object. */
export function fullName(object: JsonObject): string {
  return `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}`;
}
