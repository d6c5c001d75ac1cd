import type { CelType } from '../cel-type.ts';
import * as t from '../cel-type.ts';
import {
  type CelValue,
  celError,
  isError,
  isList,
  isMap,
  kindOf,
  noSuchOverload,
  overloadError,
  runtimeType,
} from '../cel-value.ts';
import type { CelFunction, Overload } from '../function-table.ts';
import * as arithmetic from '../runtime/arithmetic.ts';
import { compareValues, isComparable } from '../runtime/compare.ts';
import { equalValues } from '../runtime/equality.ts';
import { insertEntry } from '../runtime/map-value.ts';
import type { Ordering } from '../runtime/numbers.ts';
import { operator } from '../syntax/ast.ts';

type Signature = readonly [id: string, args: readonly CelType[], result: CelType];

const a = t.typeParam('A');
const b = t.typeParam('B');
const listOfA = t.listType(a);
const mapOfAB = t.mapType(a, b);

function dispatching(
  name: string,
  signatures: readonly Signature[],
  run: (first: CelValue, second: CelValue, third: CelValue) => CelValue,
): CelFunction {
  const overloads = signatures.map(
    ([id, args, result]): Overload => ({
      id,
      member: false,
      args,
      result,
      run: ([first = null, second = null, third = null]) => run(first, second, third),
    }),
  );
  return { name, overloads, dispatchesOnValues: true };
}

function same(id: string, type: CelType): Signature {
  return [id, [type, type], type];
}

const addition: readonly Signature[] = [
  same('add_bytes', t.bytesType),
  same('add_double', t.doubleType),
  same('add_duration_duration', t.durationType),
  ['add_duration_timestamp', [t.durationType, t.timestampType], t.timestampType],
  ['add_timestamp_duration', [t.timestampType, t.durationType], t.timestampType],
  same('add_int64', t.intType),
  ['add_list', [listOfA, listOfA], listOfA],
  same('add_string', t.stringType),
  same('add_uint64', t.uintType),
];

const subtraction: readonly Signature[] = [
  same('subtract_double', t.doubleType),
  same('subtract_duration_duration', t.durationType),
  same('subtract_int64', t.intType),
  ['subtract_timestamp_duration', [t.timestampType, t.durationType], t.timestampType],
  ['subtract_timestamp_timestamp', [t.timestampType, t.timestampType], t.durationType],
  same('subtract_uint64', t.uintType),
];

function numeric(prefix: string, doubles: boolean): readonly Signature[] {
  const integers = [same(`${prefix}_int64`, t.intType), same(`${prefix}_uint64`, t.uintType)];
  return doubles ? [same(`${prefix}_double`, t.doubleType), ...integers] : integers;
}

function ordering(prefix: string): readonly Signature[] {
  const of = (suffix: string, left: CelType, right = left): Signature => [
    `${prefix}_${suffix}`,
    [left, right],
    t.boolType,
  ];
  return [
    of('bool', t.boolType),
    of('int64', t.intType),
    of('int64_double', t.intType, t.doubleType),
    of('int64_uint64', t.intType, t.uintType),
    of('uint64', t.uintType),
    of('uint64_double', t.uintType, t.doubleType),
    of('uint64_int64', t.uintType, t.intType),
    of('double', t.doubleType),
    of('double_int64', t.doubleType, t.intType),
    of('double_uint64', t.doubleType, t.uintType),
    of('string', t.stringType),
    of('bytes', t.bytesType),
    of('timestamp', t.timestampType),
    of('duration', t.durationType),
  ];
}

function comparison(name: string, prefix: string, holds: (order: Ordering) => boolean): CelFunction {
  return dispatching(name, ordering(prefix), (left, right) => {
    if (!isComparable(left)) return celError(`no such overload: ${name}`);
    const order = compareValues(left, right);
    return typeof order === 'number' ? holds(order) : order;
  });
}

function contains(item: CelValue, container: CelValue): CelValue {
  if (isList(container)) return container.items.some((other) => equalValues(item, other) === true);
  if (!isMap(container)) return overloadError(container);
  const found = container.find(item);
  return found !== undefined && isError(found) ? found : found !== undefined;
}

const membership: readonly Signature[] = [
  ['in_list', [a, listOfA], t.boolType],
  ['in_map', [a, mapOfAB], t.boolType],
];

/** Number of code points, bytes, items or entries. */
export function sizeOf(value: CelValue): number | undefined {
  if (typeof value === 'string') return codePointCount(value);
  if (value instanceof Uint8Array) return value.length;
  if (isList(value)) return value.items.length;
  return isMap(value) ? value.size : undefined;
}

function codePointCount(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const next = text.charCodeAt(i + 1);
    if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) count -= 1;
  }
  return count;
}

const sized: readonly (readonly [string, CelType])[] = [
  ['bytes', t.bytesType],
  ['list', listOfA],
  ['map', mapOfAB],
  ['string', t.stringType],
];

function size(value: CelValue): CelValue {
  const count = sizeOf(value);
  return count === undefined ? celError('no such overload: size') : BigInt(count);
}

const sizeFunction: CelFunction = {
  name: 'size',
  dispatchesOnValues: true,
  overloads: sized.flatMap(([name, type]) => {
    const base = {
      args: [type],
      result: t.intType,
      run: ([value = null]: readonly CelValue[]) => size(value),
    };
    return [
      { ...base, id: `size_${name}`, member: false },
      { ...base, id: `${name}_size`, member: true },
    ];
  }),
};

function never(): CelValue {
  throw new Error('evaluated by the planner');
}

function not(value: CelValue): CelValue {
  return typeof value === 'boolean' ? !value : noSuchOverload;
}

const optionalOfA = t.optionalType(a);

/** Operators, `size`, `type`, `dyn`, and the indexing overloads of optional types. */
export const languageFunctions: readonly CelFunction[] = [
  dispatching(operator.conditional, [['conditional', [t.boolType, a, a], a]], never),
  dispatching(operator.and, [['logical_and', [t.boolType, t.boolType], t.boolType]], never),
  dispatching(operator.or, [['logical_or', [t.boolType, t.boolType], t.boolType]], never),
  dispatching(operator.not, [['logical_not', [t.boolType], t.boolType]], not),
  dispatching(operator.notStrictlyFalse, [['not_strictly_false', [t.boolType], t.boolType]], (value) =>
    typeof value === 'boolean' ? value : true,
  ),
  dispatching(operator.equals, [['equals', [a, a], t.boolType]], equalValues),
  dispatching(operator.notEquals, [['not_equals', [a, a], t.boolType]], (x, y) => equalValues(x, y) !== true),
  dispatching(operator.add, addition, arithmetic.add),
  dispatching(operator.divide, numeric('divide', true), arithmetic.divide),
  dispatching(operator.modulo, numeric('modulo', false), arithmetic.modulo),
  dispatching(operator.multiply, numeric('multiply', true), arithmetic.multiply),
  dispatching(
    operator.negate,
    [
      ['negate_double', [t.doubleType], t.doubleType],
      ['negate_int64', [t.intType], t.intType],
    ],
    arithmetic.negate,
  ),
  dispatching(operator.subtract, subtraction, arithmetic.subtract),
  comparison(operator.less, 'less', (order) => order < 0),
  comparison(operator.lessEquals, 'less_equals', (order) => order <= 0),
  comparison(operator.greater, 'greater', (order) => order > 0),
  comparison(operator.greaterEquals, 'greater_equals', (order) => order >= 0),
  dispatching(
    operator.index,
    [
      ['index_list', [listOfA, t.intType], a],
      ['index_map', [mapOfAB, a], b],
      ['optional_list_index_int', [t.optionalType(listOfA), t.intType], optionalOfA],
      ['optional_map_index_value', [t.optionalType(mapOfAB), a], t.optionalType(b)],
    ],
    never,
  ),
  dispatching(
    operator.optionalIndex,
    [
      ['list_optindex_optional_int', [listOfA, t.intType], optionalOfA],
      ['optional_list_optindex_optional_int', [t.optionalType(listOfA), t.intType], optionalOfA],
      ['map_optindex_optional_value', [mapOfAB, a], t.optionalType(b)],
      ['optional_map_optindex_optional_value', [t.optionalType(mapOfAB), a], t.optionalType(b)],
    ],
    never,
  ),
  dispatching(operator.in, membership, contains),
  sizeFunction,
  dispatching('type', [['type', [a], t.typeOf(a)]], (value) => ({ kind: 'type', type: runtimeType(value) })),
  dispatching('dyn', [['to_dyn', [a], t.dynType]], (value) => value),
  dispatching(
    operator.mapInsert,
    [
      ['@mapInsert_map_key_value', [mapOfAB, a, b], mapOfAB],
      ['@mapInsert_map_map', [mapOfAB, mapOfAB], mapOfAB],
    ],
    mapInsert,
  ),
];

function mapInsert(map: CelValue, key: CelValue, value: CelValue): CelValue {
  if (!isMap(key)) return insertEntry(map, key, value);
  let result = map;
  for (const name of key.keys()) {
    result = insertEntry(result, name, key.find(name) ?? null);
    if (kindOf(result) === 'error') return result;
  }
  return result;
}
