import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectOf,
} from '@archipelago/apimachinery';
import { FieldSet } from './field-set.ts';
import { type FieldType, type ListType, type MapType, memberType } from './field-type.ts';
import { itemElement } from './list-items.ts';
import { fieldElement, fieldName, type PathElement } from './path-element.ts';
import { asList, asMap, membersOf, narrowType } from './typed-value.ts';

/** The value without these fields; null where nothing is left of it. */
export function removeFields(value: JsonValue, fields: FieldSet, type: FieldType): JsonValue {
  const { map, scalar, list } = narrowType(type, value);
  if (map !== undefined) return map.isAtomic ? null : removeMembers(map, asMap(value), fields);
  if (scalar !== undefined || list === undefined) return value;
  return list.isAssociative ? removeItems(list, asList(value) ?? [], fields) : null;
}

function removeMembers(map: MapType, object: JsonObject | undefined, fields: FieldSet): JsonValue {
  const kept = membersOf(object).flatMap(([name, value]): [string, JsonValue][] => {
    const element = fieldElement(name);
    if (fields.members.has(element)) return [];
    const below = fields.children.get(element);
    const type = memberType(map, name);
    if (below === undefined || type === undefined) return [[name, value]];
    return [[name, withoutFields(value, below, type())]];
  });
  return kept.length === 0 ? null : objectOf(kept);
}

function removeItems(type: ListType, list: readonly JsonValue[], fields: FieldSet): JsonValue {
  const kept = list.flatMap((item): JsonValue[] => {
    const found = itemElement(type, item);
    if (!found.ok) return [item];
    if (fields.members.has(found.element)) return [];
    const below = fields.children.get(found.element);
    return [below === undefined ? item : withoutFields(item, below, type.item())];
  });
  return kept.length === 0 ? null : kept;
}

/** What loses only what it holds stays, empty. Source: structured-merge-diff v6.3. */
function withoutFields(value: JsonValue, fields: FieldSet, type: FieldType): JsonValue {
  const left = removeFields(value, fields, type);
  if (left !== null) return left;
  if (isJsonObject(value)) return {};
  return isJsonList(value) ? [] : null;
}

/**
 * The set with the named fields above its paths as members too. Sets do not list a field of an object that has
 * fields below it, but who owns the last field below it decides over the object itself.
 */
export function withNamedParents(fields: FieldSet, type: FieldType | undefined): FieldSet {
  const members = new Set<PathElement>(fields.members);
  const children: [PathElement, FieldSet][] = [];
  for (const [element, child] of fields.children) {
    const name = fieldName(element);
    if (name !== undefined && type?.map?.fields.has(name) === true) members.add(element);
    children.push([element, withNamedParents(child, typeBelow(type, element))]);
  }
  return new FieldSet(members, children);
}

function typeBelow(type: FieldType | undefined, element: PathElement): FieldType | undefined {
  const name = fieldName(element);
  if (name !== undefined) return type?.map === undefined ? undefined : memberType(type.map, name)?.();
  return element.startsWith('k:') ? type?.list?.item() : undefined;
}
