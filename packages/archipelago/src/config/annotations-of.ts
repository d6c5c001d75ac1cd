import { type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';

/** Annotations of an object; what is no text does not count. */
export function annotationsOf(object: JsonObject): Readonly<Record<string, string>> {
  const annotations = valueAt(object, 'metadata', 'annotations');
  const entries = Object.entries(objectAt(annotations));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
