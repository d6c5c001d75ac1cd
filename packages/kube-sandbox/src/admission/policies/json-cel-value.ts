import {
  type CelValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MapValue,
  valueAt,
} from '@archipelago/apimachinery';

function mapOf(object: JsonObject): MapValue {
  const names = Object.keys(object).filter((name) => object[name] !== undefined);
  return {
    kind: 'map',
    json: object,
    size: names.length,
    find: (key) => {
      const value = typeof key === 'string' ? valueAt(object, key) : undefined;
      return value === undefined ? undefined : jsonCelValue(value);
    },
    keys: () => names,
  };
}

/** A JSON value as expressions of policies see it: without a schema, whole numbers as int, the others as double. */
export function jsonCelValue(value: JsonValue): CelValue {
  if (isJsonObject(value)) return mapOf(value);
  if (typeof value === 'object' && value !== null)
    return { kind: 'list', items: value.map(jsonCelValue), json: value };
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}
