import {
  type ForeignValue,
  goTypeName,
  goValueText,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  quote,
} from '@archipelago/apimachinery';
import { fieldPathText } from './field-set.ts';
import { type FieldType, type ListType, type MapType, memberType } from './field-type.ts';
import { itemElement } from './list-items.ts';
import { fieldElement, type PathElement } from './path-element.ts';
import { membersOf, narrowType } from './typed-value.ts';

/** Whether two items of an associative list may be the same: stored objects may have such lists, applied ones not. */
type Duplicates = 'allowed' | 'refused';

/** What stands in the place of values that are not JSON. */
type Foreign = ReadonlyMap<JsonValue, ForeignValue>;

/** Why a value does not fit its type, one message per place; empty when it does. */
export function typeErrors(
  value: JsonValue,
  type: FieldType,
  duplicates: Duplicates,
  foreign?: Foreign,
): readonly string[] {
  const walk: Walk = { path: [], errors: [], duplicates, foreign };
  check(value, type, walk);
  return walk.errors;
}

/** Errors as one text. */
export function typeErrorText(errors: readonly string[]): string {
  return errors.length === 1
    ? errors.join('')
    : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');
}

/** One for all places: every write of a big object is walked, and nearly none has an error to say a path in. */
interface Walk {
  /** Where the walk is. */
  readonly path: PathElement[];
  readonly errors: string[];
  readonly duplicates: Duplicates;
  readonly foreign: Foreign | undefined;
}

function check(value: JsonValue, type: FieldType, walk: Walk): void {
  if (value === null) return;
  const foreign = walk.foreign?.get(value);
  if (foreign !== undefined) {
    report(walk, foreignError(foreign, type));
    return;
  }
  const { map, scalar, list } = narrowType(type, value);
  if (map !== undefined) {
    if (isJsonObject(value)) checkMembers(value, map, walk);
    else report(walk, `expected map, got ${pointerText(value)}`);
  } else if (scalar !== undefined) {
    const message = scalarError(scalar, value);
    if (message !== undefined) report(walk, message);
  } else if (list !== undefined) {
    if (isJsonList(value)) checkItems(value, list, walk);
    else report(walk, `expected list, got ${pointerText(value)}`);
  }
}

function foreignError({ type, text, syntax }: ForeignValue, { map, scalar }: FieldType): string {
  if (map !== undefined) return `expected map, got &{${text}}`;
  if (scalar === undefined) return `expected list, got &{${text}}`;
  if (scalar === 'numeric') return `expected numeric (int or float), got ${type}`;
  if (scalar === 'string') return `expected string, got &value.valueUnstructured{Value:${syntax}}`;
  return `expected ${scalar === 'boolean' ? 'boolean' : 'any scalar'}, got &{${text}}`;
}

/** The keys of an associative list are looked for in objects only. */
function elementOf(list: ListType, value: JsonValue, walk: Walk): ReturnType<typeof itemElement> {
  const isForeign = list.keys.length > 0 && walk.foreign?.has(value) === true;
  return isForeign
    ? { ok: false, message: 'associative list with keys may not have non-map elements' }
    : itemElement(list, value);
}

function checkMembers(object: JsonObject, map: MapType, walk: Walk): void {
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value === undefined) continue;
    const type = memberType(map, name);
    walk.path.push(fieldElement(name));
    if (type === undefined) report(walk, 'field not declared in schema');
    else check(value, type(), walk);
    walk.path.pop();
    if (type === undefined) return;
  }
}

function checkItems(items: readonly JsonValue[], list: ListType, walk: Walk): void {
  const seen = new Set<string>();
  for (const [index, value] of items.entries()) {
    const found = list.isAssociative
      ? elementOf(list, value, walk)
      : { ok: true as const, element: `i:${index}` };
    if (!found.ok) {
      report(walk, `element ${index}: ${found.message}`);
      return;
    }
    if (seen.has(found.element) && walk.duplicates === 'refused') {
      report(walk, `duplicate entries for key ${fieldPathText([found.element])}`);
    }
    seen.add(found.element);
    walk.path.push(found.element);
    check(value, list.item(), walk);
    walk.path.pop();
  }
}

function report({ path, errors }: Walk, message: string): void {
  errors.push(path.length === 0 ? message : `${fieldPathText(path)}: ${message}`);
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
