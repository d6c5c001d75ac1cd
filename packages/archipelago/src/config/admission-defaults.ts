import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import type { DerivedFacts } from '../cluster-facts/cluster-facts.ts';
import type { Setting } from './framework/setting.ts';
import { writeAt } from './write-at.ts';

/**
 * The spec as admission stores it: with the defaults that depend on the cluster as it is now. Applying it twice changes
 * nothing. The operator uses the same function where no webhook has run. Nothing inside a list is completed: `kubectl apply`
 * replaces a list as a whole, and would find a difference each time.
 */
export function admissionDefaults(
  settings: readonly Setting[],
  spec: JsonObject,
  facts: DerivedFacts,
): JsonObject {
  return settings.reduce((filled, { source, admissionDefault }) => {
    if (admissionDefault === undefined || source.in === 'annotation') return filled;
    const path = source.path.split('.');
    const present = valueAt(filled, ...path);
    if (present !== undefined && present !== null) return filled;
    const value = admissionDefault.from(facts);
    return value === undefined ? filled : writeAt(filled, path, value);
  }, spec);
}
