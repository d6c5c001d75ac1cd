import {
  compareBytes,
  floatText,
  isJsonList,
  isJsonObject,
  type JsonValue,
  parseJson,
  printJson,
  quote,
} from '@archipelago/apimachinery';

/**
 * One step of a path as `fieldsV1` spells it: `f:name` a member, `k:{"name":"a"}` an item of a list by its keys,
 * `v:"a"` an item of a set, `i:0` an item by its index. Equal steps have equal texts.
 */
export type PathElement = string;

const ranks = ['f', 'k', 'v', 'i'];

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** An item by the values of its keys; equal keys give the same text in whatever order they come. */
export function keyElement(keys: readonly (readonly [string, JsonValue])[]): PathElement {
  const sorted = [...keys].sort(([left], [right]) => compareBytes(left, right));
  return `k:{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${printJson(value)}`).join(',')}}`;
}

export function valueElement(value: JsonValue): PathElement {
  return `v:${printJson(value)}`;
}

/** The name of a member; undefined for other steps. */
export function fieldName(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined;
}

/** A step as it was stored, in the spelling used here; undefined when it is none. */
export function parsePathElement(text: string): PathElement | undefined {
  if (text.startsWith('f:')) return text;
  if (text.startsWith('i:')) return /^i:-?[0-9]+$/.test(text) ? text : undefined;
  const value = parseValue(text);
  if (value === undefined) return undefined;
  if (text.startsWith('v:')) return valueElement(value);
  if (!text.startsWith('k:') || !isJsonObject(value)) return undefined;
  return keyElement(Object.entries(value).map(([name, key]) => [name, key ?? null]));
}

function parseValue(text: string): JsonValue | undefined {
  try {
    return parseJson(text.slice(2));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A step as messages have it: `.name`, `[name="a"]`, `[="a"]`, `[0]`. */
export function pathElementText(element: PathElement): string {
  const name = fieldName(element);
  if (name !== undefined) return `.${name}`;
  if (element.startsWith('i:')) return `[${element.slice(2)}]`;
  const value = parseJson(element.slice(2));
  if (element.startsWith('v:')) return `[=${valueText(value)}]`;
  return `[${memberTexts(value, '=').join(',')}]`;
}

function memberTexts(value: JsonValue, sign: string): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, member]) => `${name}${sign}${valueText(member ?? null)}`);
}

function valueText(value: JsonValue): string {
  if (typeof value === 'string') return quote(value);
  if (isJsonList(value)) return `[${value.map(valueText).join(',')}]`;
  if (isJsonObject(value)) return `{${memberTexts(value, '=').join(';')}}`;
  return typeof value === 'number' && !Number.isInteger(value) ? floatText(value) : String(value);
}

/** Steps in the order of `fieldsV1` and of messages: members, then keys, values and indices. */
export function sortPathElements(elements: Iterable<PathElement>): PathElement[] {
  return Array.from(elements, (element) => ({
    element,
    rank: ranks.indexOf(element.charAt(0)),
    value: element.startsWith('f:') ? element : parseJson(element.slice(2)),
  }))
    .sort((left, right) => left.rank - right.rank || compareValues(left.value, right.value))
    .map(({ element }) => element);
}

const kinds = ['number', 'string', 'boolean', 'list', 'object', 'null'];

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'list';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

function compareValues(left: JsonValue, right: JsonValue): number {
  const kind = kindOf(left);
  if (kind !== kindOf(right)) return kinds.indexOf(kind) - kinds.indexOf(kindOf(right));
  if (typeof left === 'string' && typeof right === 'string') return compareBytes(left, right);
  if (isJsonObject(left) && isJsonObject(right)) {
    return compareLists(Object.entries(left).flat(), Object.entries(right).flat());
  }
  if (isJsonList(left) && isJsonList(right)) return compareLists(left, right);
  return left === right ? 0 : Number(left) - Number(right);
}

function compareLists(
  left: readonly (JsonValue | undefined)[],
  right: readonly (JsonValue | undefined)[],
): number {
  for (const [index, item] of left.entries()) {
    if (index >= right.length) return 1;
    const order = compareValues(item ?? null, right[index] ?? null);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
