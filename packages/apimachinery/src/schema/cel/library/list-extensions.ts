import * as args from '../functions/argument-types.ts';
import type { ArgumentType, CelFunction, Overload } from '../functions/function-table.ts';
import { binary, libraryFunction, method, ternary, unary } from '../functions/function-table.ts';
import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';
import {
  type CelValue,
  celError,
  isList,
  type ListValue,
  listValue,
  noSuchOverload,
  runtimeType,
} from '../values/cel-value.ts';
import { compareValues, isComparable } from '../values/compare.ts';
import { equalValues } from '../values/equality.ts';

const element = t.typeParam('T');
const anyList = args.listArg({ type: element, read: args.anyArg.read });
const listOfT = t.listType(element);

function slice(list: ListValue, start: bigint, end: bigint): CelValue {
  const call = `cannot slice(${start}, ${end})`;
  if (start < 0n || end < 0n) return celError(`${call}, negative indexes not supported`);
  if (start > end) return celError(`${call}, start index must be less than or equal to end index`);
  const { length } = list.items;
  if (end > BigInt(length)) return celError(`${call}, list is length ${length}`);
  return listValue(list.items.slice(Number(start), Number(end)));
}

function flatten(list: ListValue, depth: bigint): CelValue {
  if (depth < 0n) return celError('level must be non-negative');
  const items: CelValue[] = [];
  const collect = (from: ListValue, left: bigint): void => {
    for (const item of from.items) {
      if (isList(item) && left > 0n) collect(item, left - 1n);
      else items.push(item);
    }
  };
  collect(list, depth);
  return listValue(items);
}

interface Keyed {
  readonly item: CelValue;
  readonly key: CelValue;
}

/** Sorts by the keys; their types are checked first. */
function sortByKeys(list: ListValue, keys: ListValue): CelValue {
  const [first] = keys.items;
  if (list.items.length !== keys.items.length) {
    return celError(
      '@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ' +
        `${list.items.length} and ${keys.items.length} elements respectively`,
    );
  }
  if (first === undefined) return list;
  if (!isComparable(first)) return celError('list elements must be comparable');
  const { kind } = runtimeType(first);
  if (keys.items.some((key) => runtimeType(key).kind !== kind)) {
    return celError('list elements must have the same type');
  }
  const keyed = list.items.map((item, index): Keyed => ({ item, key: keys.items[index] ?? null }));
  keyed.sort((a, b) => {
    const order = compareValues(a.key, b.key);
    return typeof order === 'number' ? order : 0;
  });
  return listValue(keyed.map(({ item }) => item));
}

function distinct(list: ListValue): CelValue {
  const items: CelValue[] = [];
  for (const item of list.items) {
    if (!items.some((other) => equalValues(item, other) === true)) items.push(item);
  }
  return listValue(items);
}

/** Past the cost limit the length does not matter any more. */
const longestRange = 2_000_000n;

function range(count: bigint): CelValue {
  const length = Number(count > longestRange ? longestRange : count);
  return listValue(Array.from({ length: Math.max(0, length) }, (_, index) => BigInt(index)));
}

/** Types with an order, in the sequence of the lists extension, with its names. */
const sortable: readonly ArgumentType<CelValue>[] = [
  ...[args.intArg, args.uintArg, args.doubleArg, args.boolArg, args.durationArg, args.timestampArg],
  ...[args.stringArg, args.bytesArg],
];

function singletonBinary(id: string, keys: CelType): Overload {
  return {
    id,
    member: true,
    args: [listOfT, keys],
    result: listOfT,
    run: ([list = null, by = null]) => (isList(list) && isList(by) ? sortByKeys(list, by) : noSuchOverload),
  };
}

function listDepth(list: CelValue, depth: CelValue): CelValue | undefined {
  return isList(list) && typeof depth === 'bigint' ? flatten(list, depth) : undefined;
}

/** The lists extension of CEL. */
export const listExtensionFunctions: readonly CelFunction[] = [
  libraryFunction(
    'slice',
    method(ternary('list_slice', [anyList, args.intArg, args.intArg], listOfT, slice)),
  ),
  libraryFunction(
    'flatten',
    {
      id: 'list_flatten',
      member: true,
      args: [t.listType(listOfT)],
      result: listOfT,
      run: ([list = null]) => listDepth(list, 1n),
    },
    {
      id: 'list_flatten_int',
      member: true,
      args: [t.listType(t.dynType), t.intType],
      result: t.listType(t.dynType),
      run: ([list = null, depth = null]) => listDepth(list, depth),
    },
  ),
  libraryFunction(
    'sort',
    ...sortable.map(
      ({ type }): Overload => ({
        id: `list_${type.name}_sort`,
        member: true,
        args: [t.listType(type)],
        result: t.listType(type),
        run: ([list = null]) => (isList(list) ? sortByKeys(list, list) : undefined),
      }),
    ),
  ),
  libraryFunction(
    '@sortByAssociatedKeys',
    ...sortable.map(({ type }) =>
      singletonBinary(`list_${type.name}_sortByAssociatedKeys`, t.listType(type)),
    ),
  ),
  libraryFunction('lists.range', unary('lists_range', args.intArg, t.listType(t.intType), range)),
  libraryFunction(
    'reverse',
    method(unary('list_reverse', anyList, listOfT, (list) => listValue([...list.items].reverse()))),
  ),
  libraryFunction('distinct', method(unary('list_distinct', anyList, listOfT, distinct))),
];

function containsAll(list: ListValue, part: ListValue): boolean {
  return part.items.every((item) => list.items.some((other) => equalValues(other, item) === true));
}

const twoLists = [anyList, anyList] as const;

/** The sets extension of CEL. */
export const setFunctions: readonly CelFunction[] = [
  libraryFunction('sets.contains', binary('list_sets_contains_list', twoLists, t.boolType, containsAll)),
  libraryFunction(
    'sets.equivalent',
    binary(
      'list_sets_equivalent_list',
      twoLists,
      t.boolType,
      (a, b) => containsAll(a, b) && containsAll(b, a),
    ),
  ),
  libraryFunction(
    'sets.intersects',
    binary('list_sets_intersects_list', twoLists, t.boolType, (a, b) =>
      a.items.some((item) => b.items.some((other) => equalValues(item, other) === true)),
    ),
  ),
];
