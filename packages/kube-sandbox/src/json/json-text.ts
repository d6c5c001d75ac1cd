import { type JsonObject, printJson } from '@archipelago/apimachinery';
import { omit } from './json-access.ts';

const texts = new WeakMap<JsonObject, string>();
const itemTexts = new WeakMap<JsonObject, string>();

/** The JSON text of an object, made anew. The engine's printer is faster than ours and refuses bigints. */
export function printObject(object: JsonObject): string {
  try {
    return JSON.stringify(object);
  } catch {
    return printJson(object);
  }
}

/** The JSON text of an object, made once per object. */
export function jsonText(object: JsonObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  const text = printObject(object);
  texts.set(object, text);
  return text;
}

/** The text of a built-in object inside a list, which leaves out kind and version. */
export function listItemText(object: JsonObject): string {
  const known = itemTexts.get(object);
  if (known !== undefined) return known;
  const text = printObject(omit(object, 'kind', 'apiVersion'));
  itemTexts.set(object, text);
  return text;
}
