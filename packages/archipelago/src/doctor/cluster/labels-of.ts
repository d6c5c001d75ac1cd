import { type JsonObject, objectAt } from '@archipelago/apimachinery';

/** The labels of an object, every value as text. */
export function labelsOf(object: unknown): Readonly<Record<string, string>> {
  const labels = objectAt(object, 'metadata', 'labels');
  // nodes have hundreds of them: what is text already is not copied
  if (areTexts(labels)) return labels;
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)]));
}

function areTexts(labels: JsonObject): labels is Readonly<Record<string, string>> {
  return Object.values(labels).every((value) => typeof value === 'string');
}
