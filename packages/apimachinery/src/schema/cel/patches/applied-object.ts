import type { JsonObject, JsonValue } from '../../../api/json-value.ts';
import {
  type CelValue,
  isList,
  isMap,
  isMessage,
  isOptional,
  type MessageValue,
} from '../values/cel-value.ts';
import { goNativeName } from '../values/go-native-name.ts';
import { mapEntries } from '../values/map-value.ts';
import { type Converted, NodeBudget, tooLarge } from './node-budget.ts';

/** What the server does not take for JSON, though an expression made it: how it shows it in errors. */
export interface ForeignValue {
  /** Its Go type. */
  readonly type: string;
  /** As `%v` prints it. */
  readonly text: string;
  /** As `%#v` prints it. */
  readonly syntax: string;
}

/** An `Object` as JSON. In the place of a value that is not JSON stands an empty object, which is a key of `foreign`. */
interface AppliedObject {
  readonly object: JsonObject;
  readonly foreign: ReadonlyMap<JsonValue, ForeignValue>;
}

interface Conversion {
  readonly budget: NodeBudget;
  readonly foreign: Map<JsonValue, ForeignValue>;
  problem: string | undefined;
}

function foreign(conversion: Conversion, value: CelValue): JsonValue {
  const placeholder: JsonObject = {};
  const type = goNativeName(value);
  const isNull = value === null;
  conversion.foreign.set(placeholder, {
    type,
    text: isNull ? 'NULL_VALUE' : type,
    syntax: isNull ? '0' : type,
  });
  return placeholder;
}

/** Numbers, texts and what was JSON before; lists and maps that an expression made are not. */
function native(conversion: Conversion, value: CelValue): JsonValue {
  if (!conversion.budget.take()) return null;
  if (isMessage(value)) return fieldsOf(conversion, value);
  if (isOptional(value)) return value.value === undefined ? null : native(conversion, value.value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return scalarOrJson(value) ?? foreign(conversion, value);
}

function scalarOrJson(value: CelValue): JsonValue | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return isList(value) || isMap(value) ? value.json : undefined;
}

/** A field may be a list or map that an expression made; what is in it may not be one. */
function field(conversion: Conversion, value: CelValue): JsonValue {
  if (isList(value) && value.json === undefined) return value.items.map((item) => native(conversion, item));
  if (!isMap(value) || value.json !== undefined) return native(conversion, value);
  const members = mapEntries(value).map(([key, member]): [string, JsonValue] => {
    if (typeof key !== 'string') conversion.problem ??= 'invalid return type: *dynamic.ObjectVal';
    return [String(key), native(conversion, member)];
  });
  return Object.fromEntries(members);
}

function fieldsOf(conversion: Conversion, { fields }: MessageValue): JsonObject {
  return Object.fromEntries([...fields].map(([name, value]) => [name, field(conversion, value)] as const));
}

/** What an expression wants to be applied, as JSON. */
export function appliedObject(message: MessageValue): Converted<AppliedObject> {
  const conversion: Conversion = { budget: new NodeBudget(), foreign: new Map(), problem: undefined };
  const object = fieldsOf(conversion, message);
  if (conversion.budget.isSpent) return tooLarge;
  return conversion.problem === undefined
    ? { ok: true, value: { object, foreign: conversion.foreign } }
    : { ok: false, problem: conversion.problem };
}
