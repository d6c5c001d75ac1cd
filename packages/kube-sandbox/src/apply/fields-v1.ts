import { isJsonObject, type JsonObject, type JsonValue, objectOf } from '@archipelago/apimachinery';
import { FieldSet } from './field-set.ts';
import { type PathElement, parsePathElement, sortPathElements } from './path-element.ts';

/** Reads `fieldsV1`; undefined when it is not well-formed. */
export function parseFieldsV1(fields: JsonValue): FieldSet | undefined {
  if (!isJsonObject(fields)) return undefined;
  const members: PathElement[] = [];
  const children: [PathElement, FieldSet][] = [];
  for (const [text, below] of Object.entries(fields)) {
    if (text === '.') continue;
    const element = parsePathElement(text);
    const child = parseFieldsV1(below ?? null);
    if (element === undefined || child === undefined || !isJsonObject(below)) return undefined;
    if (Object.keys(below).length === 0 || Object.hasOwn(below, '.')) members.push(element);
    children.push([element, child]);
  }
  return new FieldSet(members, children);
}

/** Prints a set as `fieldsV1`. */
export function printFieldsV1(set: FieldSet): JsonObject {
  const elements = sortPathElements(new Set([...set.members, ...set.children.keys()]));
  return objectOf(
    elements.map((element): [string, JsonObject] => {
      const child = set.children.get(element);
      if (child === undefined) return [element, {}];
      const below = printFieldsV1(child);
      return [element, set.members.has(element) ? { '.': {}, ...below } : below];
    }),
  );
}
