import type { JsonValue } from '@archipelago/apimachinery';
import { type FieldPath, memberAt } from './field-path.ts';

/** The value at `path`, or undefined where the document has no such member. */
export function readAt(root: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(memberAt, root);
}
