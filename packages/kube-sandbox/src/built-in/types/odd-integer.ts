import { isJsonList, isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import { type WireType, wireStruct } from './wire-model.ts';

const integers: ReadonlySet<WireType> = new Set(['int32', 'int64', 'intstr']);

/**
 * The path of an integer of a built-in type that was written with a fraction or an exponent, such as `1.0`, which Go does not
 * take; `odd` has the paths of all numbers that were written so.
 */
export function oddInteger(
  value: JsonValue,
  type: WireType,
  odd: ReadonlySet<string>,
  path = '',
): string | undefined {
  if (typeof type === 'string') return integers.has(type) && odd.has(path) ? path : undefined;
  if ('list' in type) {
    const items = isJsonList(value) ? value : [];
    return firstOf(
      items.map((item, index) => [item, type.list, `${path}[${index}]`] as const),
      odd,
    );
  }
  const members = isJsonObject(value) ? Object.entries(value) : [];
  return firstOf(
    members.flatMap(([name, member]) => {
      const below = 'map' in type ? type.map : wireStruct(type.ref).byName.get(name)?.type;
      return below === undefined
        ? []
        : [[member ?? null, below, path === '' ? name : `${path}.${name}`] as const];
    }),
    odd,
  );
}

function firstOf(
  members: readonly (readonly [JsonValue, WireType, string])[],
  odd: ReadonlySet<string>,
): string | undefined {
  for (const [value, type, path] of members) {
    const found = oddInteger(value, type, odd, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
