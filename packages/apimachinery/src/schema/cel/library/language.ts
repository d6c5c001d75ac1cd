import { type CelFunction, libraryFunction, type Overload } from '../functions/function-table.ts';
import { operator } from '../syntax/ast.ts';
import * as arithmetic from '../values/arithmetic.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import {
  type CelValue,
  celError,
  isError,
  isList,
  isMap,
  type MapValue,
  noSuchOverload,
  overloadError,
  runtimeType,
} from '../values/cel-value.ts';
import { compareValues, isComparable } from '../values/compare.ts';
import { equalValues } from '../values/equality.ts';
import { insertEntry } from '../values/map-value.ts';
import type { Ordering } from '../values/numbers.ts';
import { sizeOf } from '../values/size.ts';
import {
  a,
  addition,
  b,
  listOfA,
  mapOfAB,
  numeric,
  ordering,
  type Signature,
  subtraction,
} from './operator-signatures.ts';

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

function insertAll(map: CelValue, other: MapValue): CelValue {
  let result = map;
  for (const name of other.keys()) {
    result = insertEntry(result, name, other.find(name) ?? null);
    if (isError(result)) return result;
  }
  return result;
}

const mapInsert: CelFunction = libraryFunction(
  operator.mapInsert,
  {
    id: '@mapInsert_map_key_value',
    member: false,
    args: [mapOfAB, a, b],
    result: mapOfAB,
    run: ([map = null, key = null, value = null]) => insertEntry(map, key, value),
  },
  {
    id: '@mapInsert_map_map',
    member: false,
    args: [mapOfAB, mapOfAB],
    result: mapOfAB,
    run: ([map = null, other = null]) => (isMap(other) ? insertAll(map, other) : undefined),
  },
);

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
  mapInsert,
];
