import { type FieldError, type JsonObject, jsonEqual, valueAt } from '@archipelago/apimachinery';
import { invalidValue } from './field-errors.ts';

interface Versions {
  readonly object: JsonObject;
  readonly old: JsonObject;
}

/** Fields that were changed although they stay as they were made. */
export function fixedErrors({ object, old }: Versions, fields: readonly string[]): readonly FieldError[] {
  return fields.flatMap((field) => {
    const steps = field.split('.');
    const value = valueAt(object, ...steps) ?? null;
    if (jsonEqual(value, valueAt(old, ...steps) ?? null)) return [];
    return [invalidValue(field, value, 'field is immutable')];
  });
}
