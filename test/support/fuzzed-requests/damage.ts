import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { Draw } from '../seeded-random.ts';

const ODD_VALUES: readonly JsonValue[] = [
  null,
  '',
  'Not A Name',
  'x'.repeat(300),
  'ünï',
  0,
  -1,
  3.5,
  2 ** 31,
  2 ** 53,
  true,
  false,
  [],
  {},
  [null],
  ['x'],
  { unknown: 'x' },
  '10',
  '2026-13-01T00:00:00Z',
];

/** One of a list that is not empty. */
export function drawn<T>(draw: Draw, list: readonly [T, ...T[]] | readonly T[]): T {
  const item = list[draw(list.length)];
  if (item === undefined) throw new Error('nothing to draw from');
  return item;
}

/** The object with one thing wrong somewhere, and what was done, for the table of differences. */
export function damage(
  draw: Draw,
  object: JsonObject,
): { readonly object: JsonObject; readonly how: string } {
  const places = placesIn(object, []).filter((place) => !isIdentity(place));
  const place = drawn(draw, places);
  const how = drawn(draw, ['odd value', 'odd value', 'removed', 'unknown field', 'doubled']);
  const changed = changeAt(object, place, (value) => changeOf(draw, how, value));
  return { object: isJsonObject(changed) ? changed : object, how: `${how} at ${written(place)}` };
}

type Place = readonly (string | number)[];

function isIdentity(place: Place): boolean {
  return ['apiVersion', 'kind', 'metadata', 'metadata.name', 'metadata.namespace'].includes(place.join('.'));
}

function written(place: Place): string {
  return place.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
}

function placesIn(value: JsonValue, at: Place): readonly Place[] {
  const own = at.length === 0 ? [] : [at];
  if (isJsonList(value)) return [...own, ...value.flatMap((item, index) => placesIn(item, [...at, index]))];
  if (!isJsonObject(value)) return own;
  return [...own, ...Object.entries(value).flatMap(([key, item]) => placesIn(item ?? null, [...at, key]))];
}

/** Undefined leaves it out. */
function changeOf(draw: Draw, how: string, value: JsonValue): JsonValue | undefined {
  if (how === 'removed') return undefined;
  if (how === 'unknown field' && isJsonObject(value)) return { ...value, unknownField: 'x' };
  if (how === 'doubled' && isJsonList(value)) return [...value, ...value];
  return drawn(draw, ODD_VALUES);
}

function changeAt(
  value: JsonValue,
  [step, ...rest]: Place,
  change: (value: JsonValue) => JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) return change(value);
  if (isJsonList(value))
    return value.flatMap((item, index) => {
      const changed = index === step ? changeAt(item, rest, change) : item;
      return changed === undefined ? [] : [changed];
    });
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const changed = key === step ? changeAt(item ?? null, rest, change) : item;
    return changed === undefined ? [] : [[key, changed] as const];
  });
  return Object.fromEntries(entries);
}
