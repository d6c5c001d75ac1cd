import type { JsonObject, JsonValue } from '../../api/json-value.ts';
import { printFieldPath } from '../../config/field-path.ts';
import { differences } from '../../reconcile/differences.ts';

/** A field of the HyperConverged that is written otherwise than it is stored. */
export interface PlannedField {
  readonly field: string;
  /** Undefined: not there. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

export function plannedFields(stored: JsonObject | undefined, wanted: JsonObject): readonly PlannedField[] {
  return differences(stored?.spec, wanted.spec, ['spec']).map(({ path, before, after }) => ({
    field: printFieldPath(path),
    before,
    after,
  }));
}
