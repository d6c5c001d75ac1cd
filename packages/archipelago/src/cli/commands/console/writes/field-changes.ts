import type { JsonObject } from '@archipelago/apimachinery';
import { printFieldPath } from '../../../../config/framework/field-path.ts';
import { differences } from '../../../../reconcile/differences.ts';
import type { FieldChange } from './planned-write.ts';

/** The fields in which an object differs from what it is to be. */
export function fieldChanges(before: JsonObject, after: JsonObject): readonly FieldChange[] {
  return differences(before, after).map(({ path, ...values }) => ({
    field: printFieldPath(path),
    ...values,
  }));
}
