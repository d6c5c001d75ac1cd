import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { goTypeName, goValueText } from '../../patch/go-value-text.ts';
import { isJsonList } from '../../patch/own-member.ts';
import { quote } from '../../schema/go-text/quote.ts';
import { type FieldPath, fieldPathText } from './field-set.ts';
import { type FieldType, type ListType, type MapType, memberType } from './field-type.ts';
import { itemElement } from './list-items.ts';
import { fieldElement } from './path-element.ts';
import { membersOf, narrowType } from './typed-value.ts';

/** Whether two items of an associative list may be the same: stored objects may have such lists, applied ones not. */
type Duplicates = 'allowed' | 'refused';

/** Why a value does not fit its type, one message per place; empty when it does. */
export function typeErrors(value: JsonValue, type: FieldType, duplicates: Duplicates): readonly string[] {
  return check({ value, type, path: [], duplicates });
}

/** Errors as one text. */
export function typeErrorText(errors: readonly string[]): string {
  return errors.length === 1
    ? errors.join('')
    : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');
}

interface Place {
  readonly value: JsonValue;
  readonly type: FieldType;
  readonly path: FieldPath;
  readonly duplicates: Duplicates;
}

function check(place: Place): readonly string[] {
  const { map, scalar, list } = narrowType(place.type, place.value);
  if (place.value === null) return [];
  if (map !== undefined) {
    return isJsonObject(place.value)
      ? checkMembers(place, map, place.value)
      : [wrong(place.path, `expected map, got ${pointerText(place.value)}`)];
  }
  if (scalar !== undefined) {
    const message = scalarError(scalar, place.value);
    return message === undefined ? [] : [wrong(place.path, message)];
  }
  if (list === undefined) return [];
  return isJsonList(place.value)
    ? checkItems(place, list, place.value)
    : [wrong(place.path, `expected list, got ${pointerText(place.value)}`)];
}

function checkMembers(place: Place, map: MapType, object: JsonObject): readonly string[] {
  const errors: string[] = [];
  for (const [name, value] of membersOf(object)) {
    const path = [...place.path, fieldElement(name)];
    const type = memberType(map, name);
    if (type === undefined) return [...errors, wrong(path, 'field not declared in schema')];
    errors.push(...check({ ...place, value, type: type(), path }));
  }
  return errors;
}

function checkItems(place: Place, list: ListType, items: readonly JsonValue[]): readonly string[] {
  const errors: string[] = [];
  const seen = new Set<string>();
  for (const [index, value] of items.entries()) {
    const found = list.isAssociative
      ? itemElement(list, value)
      : { ok: true as const, element: `i:${index}` };
    if (!found.ok) return [...errors, wrong(place.path, `element ${index}: ${found.message}`)];
    const path = [...place.path, found.element];
    if (seen.has(found.element) && place.duplicates === 'refused') {
      errors.push(wrong(place.path, `duplicate entries for key ${fieldPathText([found.element])}`));
    }
    seen.add(found.element);
    errors.push(...check({ ...place, value, type: list.item(), path }));
  }
  return errors;
}

function scalarError(scalar: NonNullable<FieldType['scalar']>, value: JsonValue): string | undefined {
  const type = typeof value;
  const isNumeric = type === 'number' || type === 'bigint';
  switch (scalar) {
    case 'numeric':
      return isNumeric ? undefined : `expected numeric (int or float), got ${goTypeName(value)}`;
    case 'string':
      return type === 'string'
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'boolean':
      return type === 'boolean' ? undefined : `expected boolean, got ${pointerText(value)}`;
    case 'untyped':
      return type === 'object' ? `expected any scalar, got ${pointerText(value)}` : undefined;
  }
}

/** A pointer to a struct that holds the value, as Go's `%v` prints it. */
function pointerText(value: JsonValue): string {
  return `&{${goValueText(value)}}`;
}

/** A value as Go's `%#v` prints it. */
function goSyntax(value: JsonValue): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return quote(value);
  if (isJsonList(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return goValueText(value);
  const members = membersOf(value).sort(([left], [right]) => (left < right ? -1 : 1));
  const texts = members.map(([name, member]) => `${quote(name)}:${goSyntax(member)}`);
  return `map[string]interface {}{${texts.join(', ')}}`;
}

function wrong(path: FieldPath, message: string): string {
  return path.length === 0 ? message : `${fieldPathText(path)}: ${message}`;
}
