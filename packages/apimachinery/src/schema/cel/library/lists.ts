import * as args from '../functions/argument-types.ts';
import type { ArgumentType, CelFunction, Overload } from '../functions/function-table.ts';
import { binary, libraryFunction, method, unary } from '../functions/function-table.ts';
import { add } from '../values/arithmetic.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, isError, type ListValue } from '../values/cel-value.ts';
import { compareValues } from '../values/compare.ts';
import { equalValues } from '../values/equality.ts';

interface Comparable {
  /** The name in Kubernetes' overload ids. */
  readonly name: string;
  readonly arg: ArgumentType<CelValue>;
  readonly zero?: CelValue;
}

/** Types with an order, in the server's sequence: the first that fits an empty list is its type. */
const comparable: readonly Comparable[] = [
  { name: 'int', arg: args.intArg, zero: 0n },
  { name: 'uint', arg: args.uintArg, zero: { kind: 'uint', value: 0n } },
  { name: 'double', arg: args.doubleArg, zero: 0 },
  { name: 'bool', arg: args.boolArg },
  { name: 'duration', arg: args.durationArg, zero: { kind: 'duration', nanos: 0n } },
  { name: 'timestamp', arg: args.timestampArg },
  { name: 'string', arg: args.stringArg },
  { name: 'bytes', arg: args.bytesArg },
];

function isSorted(list: ListValue): CelValue {
  for (const [index, item] of list.items.entries()) {
    if (isError(item)) return item;
    const before = index === 0 ? undefined : list.items[index - 1];
    if (before !== undefined && compareValues(before, item) === 1) return false;
  }
  return true;
}

function sum(zero: CelValue): (list: ListValue) => CelValue {
  return (list) =>
    list.items.reduce<CelValue>((total, item) => (isError(total) ? total : add(total, item)), zero);
}

function extreme(name: string, preferred: number): (list: ListValue) => CelValue {
  return (list) => {
    const [first, ...rest] = list.items;
    if (first === undefined) return celError(`${name} called on empty list`);
    let best = first;
    for (const item of rest) {
      if (isError(item)) return item;
      if (compareValues(best, item) === preferred) best = item;
    }
    return best;
  };
}

function indexOf(list: ListValue, item: CelValue): CelValue {
  return BigInt(list.items.findIndex((other) => equalValues(other, item) === true));
}

function lastIndexOf(list: ListValue, item: CelValue): CelValue {
  return BigInt(list.items.findLastIndex((other) => equalValues(other, item) === true));
}

function perType(types: readonly Comparable[], make: (item: Comparable) => Overload): readonly Overload[] {
  return types.map((item) => method(make(item)));
}

const summable = comparable.filter((item) => item.zero !== undefined);

/** Kubernetes' own functions of lists. */
export const kubernetesListFunctions: readonly CelFunction[] = [
  libraryFunction(
    'isSorted',
    ...perType(comparable, ({ name, arg }) =>
      unary(`list_${name}_is_sorted_bool`, args.listArg(arg), t.boolType, isSorted),
    ),
  ),
  libraryFunction(
    'sum',
    ...perType(summable, ({ name, arg, zero = null }) =>
      unary(`list_${name}_sum_${name}`, args.listArg(arg), arg.type, sum(zero)),
    ),
  ),
  libraryFunction(
    'max',
    ...perType(comparable, ({ name, arg }) =>
      unary(`list_${name}_max_${name}`, args.listArg(arg), arg.type, extreme('max', -1)),
    ),
  ),
  libraryFunction(
    'min',
    ...perType(comparable, ({ name, arg }) =>
      unary(`list_${name}_min_${name}`, args.listArg(arg), arg.type, extreme('min', 1)),
    ),
  ),
  libraryFunction(
    'indexOf',
    method(binary('list_a_index_of_int', [args.listArg(args.anyArg), args.anyArg], t.intType, indexOf)),
  ),
  libraryFunction(
    'lastIndexOf',
    method(
      binary('list_a_last_index_of_int', [args.listArg(args.anyArg), args.anyArg], t.intType, lastIndexOf),
    ),
  ),
];
