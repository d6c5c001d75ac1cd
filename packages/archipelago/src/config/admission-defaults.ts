import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import type { DerivedFacts } from '../cluster-facts/cluster-facts.ts';
import type { Setting } from './framework/setting.ts';
import { writeAt } from './write-at.ts';

/**
 * The spec as admission stores it: defaults that depend on the cluster, and completed values. Applying it twice
 * changes nothing. The operator uses the same function where no webhook has run.
 */
export function admissionDefaults(
  settings: readonly Setting[],
  spec: JsonObject,
  facts: DerivedFacts,
): JsonObject {
  return settings.reduce((filled, { source, admissionDefault, stored }) => {
    if (source.in === 'annotation') return filled;
    const path = source.path.split('.');
    const present = valueAt(filled, ...path);
    if (present === undefined || present === null) {
      const value = admissionDefault?.from(facts);
      return value === undefined ? filled : writeAt(filled, path, value);
    }
    return stored === undefined ? filled : writeAt(filled, path, stored(present));
  }, spec);
}
