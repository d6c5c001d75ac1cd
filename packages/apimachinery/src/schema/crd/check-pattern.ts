import { type FieldError, invalidValue } from '../field-errors/field-error.ts';
import { childPath } from '../field-errors/field-path.ts';
import { patternError } from '../structural/pattern.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** Reports a pattern that is no regular expression. */
export function checkPattern(schema: StructuralSchema, path: string, errors: FieldError[]): void {
  if (schema.pattern === undefined || schema.pattern === '') return;
  const problem = patternError(schema.pattern);
  if (problem === undefined) return;
  const detail = `must be a valid regular expression, but isn't: ${problem}`;
  errors.push(invalidValue(childPath(path, 'pattern'), schema.pattern, detail));
}
