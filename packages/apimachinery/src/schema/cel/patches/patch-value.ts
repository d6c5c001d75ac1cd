import type { JsonValue } from '../../../api/json-value.ts';
import { formatRfc3339 } from '../data/time.ts';
import { doubleText } from '../library/conversions.ts';
import { type CelValue, isList, isMap, isMessage, isOptional, runtimeType } from '../values/cel-value.ts';
import { mapEntries } from '../values/map-value.ts';
import { type Converted, NodeBudget, tooLarge } from './node-budget.ts';

/** Why a value has no JSON; caught in patchValue. */
class Unconvertible extends Error {}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['quantity', 'Quantity'],
  ['url', 'URL'],
  ['ip', 'IP'],
  ['cidr', 'CIDR'],
  ['semver', 'Semver'],
  ['format', 'Format'],
  ['type', 'Type'],
]);

/** JSON has no whole numbers beyond 2^53: they become texts. */
function wholeNumber(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function secondsText(nanos: bigint): string {
  const digits = String(nanos < 0n ? -nanos : nanos).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/(000){1,3}$/, '');
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}s`;
}

type Boxed = Exclude<CelValue, null | boolean | bigint | number | string | Uint8Array>;

function boxedJson(value: Boxed): JsonValue {
  switch (value.kind) {
    case 'uint':
      return wholeNumber(value.value);
    case 'timestamp':
      return formatRfc3339(value.nanos);
    case 'duration':
      return secondsText(value.nanos);
    case 'json':
      return value.json;
    case 'error':
      throw new Unconvertible(value.message);
    default: {
      const name = typeNames.get(value.kind) ?? value.kind;
      throw new Unconvertible(`type conversion error from '${name}' to '*structpb.Value'`);
    }
  }
}

function keyText(key: CelValue): string {
  if (typeof key === 'string') return key;
  throw new Unconvertible(`unsupported type conversion from '${runtimeType(key).name}' to string`);
}

function members(value: CelValue, budget: NodeBudget): JsonValue | undefined {
  if ((isList(value) || isMap(value)) && value.json !== undefined) return value.json;
  if (isList(value)) return value.items.map((item) => json(item, budget));
  if (isMap(value))
    return Object.fromEntries(mapEntries(value).map(([key, one]) => [keyText(key), json(one, budget)]));
  if (isMessage(value))
    return Object.fromEntries([...value.fields].map(([name, one]) => [name, json(one, budget)]));
  if (!isOptional(value)) return undefined;
  if (value.value === undefined) throw new Unconvertible('optional.none() dereference');
  return json(value.value, budget);
}

function json(value: CelValue, budget: NodeBudget): JsonValue {
  if (!budget.take()) return null;
  const whole = members(value, budget);
  if (whole !== undefined) return whole;
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : doubleText(value);
  if (typeof value !== 'object' || value === null) return value;
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : boxedJson(value);
}

/** The value of an operation of a JSON patch as JSON. */
export function patchValue(value: CelValue): Converted<JsonValue> {
  try {
    const budget = new NodeBudget();
    const converted = json(value, budget);
    return budget.isSpent ? tooLarge : { ok: true, value: converted };
  } catch (error) {
    if (error instanceof Unconvertible) return { ok: false, problem: error.message };
    throw error;
  }
}
