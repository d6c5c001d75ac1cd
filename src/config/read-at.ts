import { isJsonObject, type JsonValue } from '../api/json-value.ts';
import type { FieldPath, Segment } from './field-path.ts';

function member(node: JsonValue | undefined, segment: Segment): JsonValue | undefined {
  if (Array.isArray(node)) return typeof segment === 'number' ? node[segment] : undefined;
  return isJsonObject(node) && Object.hasOwn(node, segment) ? node[segment] : undefined;
}

/** The value at `path`, or undefined where the document has no such member. */
export function readAt(root: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(member, root);
}
