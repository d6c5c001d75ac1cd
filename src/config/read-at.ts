import type { JsonValue } from '../api/json-value.ts';
import { type FieldPath, memberAt } from './field-path.ts';

/** The value at `path`, or undefined where the document has no such member. */
export function readAt(root: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(memberAt, root);
}
