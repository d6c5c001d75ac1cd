import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { readAt } from './framework/read-at.ts';

/** Annotations of an object; what is no text does not count. */
export function annotationsOf(object: JsonObject): Readonly<Record<string, string>> {
  const annotations = readAt(object, ['metadata', 'annotations']);
  const entries = Object.entries(isJsonObject(annotations) ? annotations : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
