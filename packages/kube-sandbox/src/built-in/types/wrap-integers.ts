import { isJsonList, isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import { type WireType, wireStruct } from './wire-model.ts';

/**
 * An object of a built-in type with integers that fit where they stand: upstream converts what it merged by cutting their
 * upper bits off, and not by reading it again.
 */
export function wrapIntegers(value: JsonValue, type: WireType): JsonValue {
  if (type === 'int32') return wrapped(value);
  if (typeof type === 'string') return value;
  if ('list' in type) return isJsonList(value) ? value.map((item) => wrapIntegers(item, type.list)) : value;
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const below = 'map' in type ? type.map : wireStruct(type.ref).byName.get(name)?.type;
    return [name, below === undefined ? member : wrapIntegers(member ?? null, below)] as const;
  });
  return Object.fromEntries(members);
}

function wrapped(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return Number(BigInt.asIntN(32, value));
  return typeof value === 'number' && Number.isInteger(value) ? value | 0 : value;
}
