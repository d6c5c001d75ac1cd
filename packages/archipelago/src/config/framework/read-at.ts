import { type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { FieldPath } from './field-path.ts';

/** The value at `path`, or undefined where the document has no such member. */
export function readAt(root: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  return valueAt(root, ...path);
}
