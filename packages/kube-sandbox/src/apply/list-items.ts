import { isJsonList, isJsonObject, type JsonValue, quote, valueAt } from '@archipelago/apimachinery';
import type { ListType } from './field-type.ts';
import { keyElement, type PathElement, valueElement } from './path-element.ts';

/** What tells an item from the others, or why nothing does. */
type ItemElement =
  | { readonly ok: true; readonly element: PathElement }
  | { readonly ok: false; readonly message: string };

/** The path element of an item of an associative list. */
export function itemElement(type: ListType, item: JsonValue): ItemElement {
  return type.keys.length > 0 ? keyedElement(type, item) : setElement(item);
}

function setElement(item: JsonValue): ItemElement {
  if (item === null) return refuse("associative list without keys has an element that's an explicit null");
  if (isJsonList(item)) return refuse('not supported: associative list with lists as elements');
  if (isJsonObject(item)) return refuse("associative list without keys has an element that's a map type");
  return { ok: true, element: valueElement(item) };
}

function keyedElement(type: ListType, item: JsonValue): ItemElement {
  if (item === null) return refuse('associative list with keys may not have a null element');
  if (!isJsonObject(item)) return refuse('associative list with keys may not have non-map elements');
  const fields = type.item().map?.fields;
  const keys = type.keys.flatMap((key): [string, JsonValue][] => {
    const value = valueAt(item, key) ?? fields?.get(key)?.default;
    return value === undefined ? [] : [[key, value]];
  });
  if (keys.length > 0) return { ok: true, element: keyElement(keys) };
  const names = `[${type.keys.map(quote).join(' ')}]`;
  return refuse(
    `associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any key fields)`,
  );
}

function refuse(message: string): ItemElement {
  return { ok: false, message };
}

/** The items of an associative list by what tells them apart; items that nothing tells apart are left out. */
export function itemsByElement(
  type: ListType,
  list: readonly JsonValue[] | undefined,
): Map<PathElement, JsonValue[]> {
  const items = new Map<PathElement, JsonValue[]>();
  for (const item of list ?? []) {
    const found = itemElement(type, item);
    if (!found.ok) continue;
    const others = items.get(found.element);
    if (others === undefined) items.set(found.element, [item]);
    else others.push(item);
  }
  return items;
}
