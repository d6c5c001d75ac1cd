import type { JsonObject, JsonValue, KubernetesObject } from '@archipelago/apimachinery';
import { parseFieldPath } from '../../../../config/framework/field-path.ts';
import { plannedFields } from '../../../../reconcile/forecast/planned-fields.ts';
import { lastWriterOf } from '../../../../reconcile/foreign-fields.ts';
import { observed } from '../../../../reconcile/observed-object.ts';

/** A field that is otherwise than it was. */
interface ChangedField {
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** The field manager that wrote it; undefined: nobody is recorded, as of a field that was taken away. */
  readonly by: string | undefined;
}

/** What people or programs have changed of a HyperConverged since it was seen, and who. Its status and what programs keep in metadata do not count. */
export function changedSince(seen: JsonObject, now: KubernetesObject): readonly ChangedField[] {
  const { object, foreignFields = [] } = observed(now);
  return plannedFields(seen, object).map((change) => ({
    ...change,
    by: lastWriterOf(foreignFields, object, parseFieldPath(change.field)),
  }));
}
