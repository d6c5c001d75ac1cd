import type { FieldError, JsonObject } from '@archipelago/apimachinery';
import { invalidValue, tooLong } from './field-errors.ts';
import { labelValue, qualifiedName } from './name-rules.ts';

const ANNOTATION_LIMIT = 256 * 1024;

/** An error for each problem of a value. */
export function invalids(path: string, value: string, problems: readonly string[]): readonly FieldError[] {
  return problems.map((problem) => invalidValue(path, value, problem));
}

/** What is wrong with labels; `path` is where they are said to be. */
export function labelErrors(labels: JsonObject, path = 'metadata.labels'): readonly FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...invalids(path, key, qualifiedName(key)),
    ...invalids(path, String(value), labelValue(String(value))),
  ]);
}

/** What is wrong with annotations; `path` is where they are said to be. */
export function annotationErrors(
  annotations: JsonObject,
  path = 'metadata.annotations',
): readonly FieldError[] {
  const encoder = new TextEncoder();
  let size = 0;
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(annotations)) {
    errors.push(...invalids(path, key, qualifiedName(key.toLowerCase())));
    size += encoder.encode(key).length + encoder.encode(String(value)).length;
  }
  return size > ANNOTATION_LIMIT ? [...errors, tooLong(path, ANNOTATION_LIMIT)] : errors;
}
