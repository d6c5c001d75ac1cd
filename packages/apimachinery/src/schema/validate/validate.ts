import type { JsonValue } from '../../api/json-value.ts';
import { checkMetadata } from '../embedded/check-metadata.ts';
import type { FieldError } from '../field-errors/field-error.ts';
import type { CompiledSchema } from '../structural/compile-schema.ts';
import { checkValue } from './check-value.ts';
import { Findings } from './findings.ts';
import { checkListTypes } from './list-types.ts';

/**
 * Checks a pruned and defaulted object against its schema, but for its rules. With `oldObject`, what an update
 * leaves as it was is forgiven.
 */
export function validate(
  compiled: CompiledSchema,
  object: JsonValue,
  oldObject?: JsonValue,
): readonly FieldError[] {
  const findings = new Findings();
  checkValue(compiled.root, { value: object, path: '', old: oldObject, base: '' }, findings);
  return [
    ...findings.errors,
    ...checkMetadata(object, compiled.root),
    ...(hadDuplicates(compiled, oldObject) ? [] : checkListTypes(object, compiled.root)),
  ];
}

function hadDuplicates(compiled: CompiledSchema, oldObject: JsonValue | undefined): boolean {
  return oldObject !== undefined && checkListTypes(oldObject, compiled.root).length > 0;
}
