import { type JsonObject, valueAt } from '@archipelago/apimachinery';

/** True once deletion was asked for; finalizers may still hold the object. */
export function isTerminating(object: JsonObject): boolean {
  return typeof valueAt(object, 'metadata', 'deletionTimestamp') === 'string';
}
