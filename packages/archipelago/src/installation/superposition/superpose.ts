import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  textAt,
} from '@archipelago/apimachinery';
import { conditionOf, type Space } from './condition-of.ts';
import { mergeSequences } from './merge-sequences.ts';
import type { Part, Template } from './template.ts';

/** What a value is for each choice under which there is one, by the place of the choice. */
type Values = ReadonlyMap<number, JsonValue>;

/**
 * One template that comes to `values[i]` where `choices[i]` is chosen. What differs between choices stands under the shortest
 * condition that tells them apart; nothing is written twice.
 */
export function superpose(values: readonly JsonValue[], space: Space): Template {
  return together(new Map(values.entries()), space);
}

function together(values: Values, space: Space): Template {
  const [first] = values.values();
  if (first === undefined) throw new Error('nothing to superpose');
  if ([...values.values()].every((value) => jsonEqual(value, first))) return { kind: 'same', value: first };
  const kinds = byKind(values);
  if (kinds.length > 1) return either(kinds, values, space);
  if (isLists(values)) return ofLists(values, space);
  if (isObjects(values)) return ofObjects(values, space);
  throw new Error('equal values that are not equal');
}

function byKind(values: Values): readonly Values[] {
  const kinds = new Map<string, Map<number, JsonValue>>();
  for (const [place, value] of values) {
    const kind = kindOf(value);
    kinds.set(kind, (kinds.get(kind) ?? new Map()).set(place, value));
  }
  return [...kinds.values()];
}

/** Values of one kind can be written as one; scalars and empty ones are of one kind where they are equal. */
function kindOf(value: JsonValue): string {
  if (isJsonList(value) && value.length > 0) return 'list';
  return isJsonObject(value) && Object.keys(value).length > 0 ? 'object' : JSON.stringify(value);
}

function isObjects(values: Values): values is ReadonlyMap<number, JsonObject> {
  return [...values.values()].every((value) => isJsonObject(value) && Object.keys(value).length > 0);
}

function isLists(values: Values): values is ReadonlyMap<number, readonly JsonValue[]> {
  return [...values.values()].every((value) => isJsonList(value) && value.length > 0);
}

function either(groups: readonly Values[], among: Values, space: Space): Template {
  return { kind: 'either', ways: groups.map((group) => partOf(group, among, space)) };
}

function partOf(values: Values, among: Values, space: Space): Part {
  const when = conditionOf(new Set(values.keys()), new Set(among.keys()), space);
  return { when, value: together(values, space) };
}

function ofObjects(values: ReadonlyMap<number, JsonObject>, space: Space): Template {
  const keys = mergeSequences(
    distinct([...values.values()].map((object) => Object.keys(object))),
    () => false,
  );
  const members = keys.map((key) => {
    const held = [...values].flatMap(([place, object]): readonly [number, JsonValue][] =>
      object[key] === undefined ? [] : [[place, object[key]]],
    );
    return { key, ...partOf(new Map(held), values, space) };
  });
  return { kind: 'object', members };
}

function ofLists(values: ReadonlyMap<number, readonly JsonValue[]>, space: Space): Template {
  const named = new Map([...values].map(([place, list]) => [place, byName(list)]));
  const names = mergeSequences(distinct([...named.values()].map((items) => [...items.keys()])), isText);
  const items = names.map((name) => {
    const held = [...named].flatMap(([place, list]): readonly [number, JsonValue][] => {
      const item = list.get(name);
      return item === undefined ? [] : [[place, item]];
    });
    return partOf(new Map(held), values, space);
  });
  return { kind: 'list', items };
}

function distinct(sequences: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(sequences.map((each) => [JSON.stringify(each), each])).values()];
}

/** Arguments have an order; rules, variables and volumes are found by what they are. */
function isText(name: string): boolean {
  return name.startsWith('"');
}

/** Items by what makes them the same thing in another choice; of equal ones each is a thing of its own. */
function byName(list: readonly JsonValue[]): ReadonlyMap<string, JsonValue> {
  const items = new Map<string, JsonValue>();
  for (const item of list) {
    const name = identityOf(item);
    const taken = [...items.keys()].filter((each) => each === name || each.startsWith(`${name}#`)).length;
    items.set(taken === 0 ? name : `${name}#${taken}`, item);
  }
  return items;
}

function identityOf(item: JsonValue): string {
  const { kind } = isJsonObject(item) ? item : {};
  if (isJsonObject(item) && isJsonObject(item.metadata))
    return JSON.stringify([kind, textAt(item.metadata, 'namespace'), textAt(item.metadata, 'name')]);
  const name = textAt(item, 'name');
  return name === '' ? JSON.stringify(item) : JSON.stringify([kind, name]);
}
