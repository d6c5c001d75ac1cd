import { type JsonObject, type JsonValue, objectAt } from '@archipelago/apimachinery';

/** A copy of `root` with `value` at the member path; siblings are shared, nothing is mutated. */
export function writeAt(root: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [head, ...rest] = path;
  if (head === undefined) return root;
  const below = Object.hasOwn(root, head) ? root[head] : undefined;
  return {
    ...root,
    [head]: rest.length === 0 ? value : writeAt(objectAt(below), rest, value),
  };
}
