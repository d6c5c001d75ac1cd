import { objectAt } from '@archipelago/apimachinery';

/** The labels of an object, every value as text. */
export function labelsOf(object: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectAt(object, 'metadata', 'labels')).map(([key, value]) => [key, String(value)]),
  );
}
