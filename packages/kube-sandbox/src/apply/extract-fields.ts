import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { FieldSet } from './field-set.ts';
import { type FieldType, type ListType, type MapType, memberType } from './field-type.ts';
import { itemsByElement } from './list-items.ts';
import { fieldElement, type PathElement } from './path-element.ts';
import { asList, asMap, isEmptyMap, membersOf, narrowType } from './typed-value.ts';

/** The fields an object has, as whoever applies it comes to own them. */
export function extractFields(value: JsonValue, type: FieldType): FieldSet {
  return extract(value, type).below;
}

interface Extract {
  /** The value is a field itself. */
  readonly isField: boolean;
  readonly below: FieldSet;
}

function extract(value: JsonValue, type: FieldType): Extract {
  const { map, scalar, list } = narrowType(type, value);
  if (map !== undefined) {
    return map.isAtomic ? leaf : { isField: false, below: extractMembers(map, asMap(value)) };
  }
  if (scalar !== undefined) return leaf;
  if (list === undefined || !list.isAssociative) return leaf;
  return { isField: false, below: extractItems(list, asList(value)) };
}

const leaf: Extract = { isField: true, below: new FieldSet() };

function extractMembers(map: MapType, object: JsonObject | undefined): FieldSet {
  const members: PathElement[] = [];
  const children: [PathElement, FieldSet][] = [];
  for (const [name, value] of membersOf(object)) {
    const type = memberType(map, name);
    if (type === undefined) continue;
    const element = fieldElement(name);
    const { isField, below } = extract(value, type());
    const isEmpty = value === null || (asMap(value) !== undefined && isEmptyMap(asMap(value)));
    if (isField || isEmpty || !map.fields.has(name)) members.push(element);
    children.push([element, below]);
  }
  return new FieldSet(members, children);
}

/** Items that occur more than once are owned as a whole: nobody can tell which one a field belongs to. */
function extractItems(type: ListType, list: readonly JsonValue[] | undefined): FieldSet {
  const members: PathElement[] = [];
  const children: [PathElement, FieldSet][] = [];
  for (const [element, [item, ...others]] of itemsByElement(type, list)) {
    members.push(element);
    if (item === undefined || others.length > 0) continue;
    children.push([element, extract(item, type.item()).below]);
  }
  return new FieldSet(members, children);
}
