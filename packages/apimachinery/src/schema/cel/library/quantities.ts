import type { Quantity } from '../../../api/quantity.ts';
import * as amounts from '../../../api/quantity.ts';
import { intArg, quantityArg, stringArg } from '../functions/argument-types.ts';
import { binary, type CelFunction, libraryFunction, method, unary } from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, libraryTypes } from '../values/cel-value.ts';

const { quantity: quantityType } = libraryTypes;
const two = [quantityArg, quantityArg] as const;
const withInt = [quantityArg, intArg] as const;

function wrap(quantity: Quantity): CelValue {
  return { kind: 'quantity', quantity };
}

function parse(text: string): CelValue {
  const parsed = amounts.parseQuantity(text);
  return parsed.ok ? wrap(parsed.quantity) : celError(parsed.error);
}

function fromInt(value: bigint): Quantity {
  return amounts.quantityFromInt64(value, 'DecimalExponent');
}

function sign({ unscaled }: Quantity): CelValue {
  if (unscaled === 0n) return 0n;
  return unscaled < 0n ? -1n : 1n;
}

const { addQuantities: plus, subtractQuantities: minus, compareQuantities: compare } = amounts;

/** Kubernetes' quantities. `sign` is declared as a function, not a method, by a slip upstream kept for compatibility. */
export const quantityFunctions: readonly CelFunction[] = [
  libraryFunction('quantity', unary('string_to_quantity', stringArg, quantityType, parse)),
  libraryFunction(
    'isQuantity',
    unary('is_quantity_string', stringArg, t.boolType, (text) => amounts.parseQuantity(text).ok),
  ),
  libraryFunction(
    'sign',
    unary('quantity_sign', quantityArg, t.intType, ({ quantity }) => sign(quantity)),
  ),
  libraryFunction(
    'isGreaterThan',
    method(
      binary('quantity_is_greater_than', two, t.boolType, (a, b) => compare(a.quantity, b.quantity) === 1),
    ),
  ),
  libraryFunction(
    'isLessThan',
    method(
      binary('quantity_is_less_than', two, t.boolType, (a, b) => compare(a.quantity, b.quantity) === -1),
    ),
  ),
  libraryFunction(
    'compareTo',
    method(binary('quantity_compare_to', two, t.intType, (a, b) => BigInt(compare(a.quantity, b.quantity)))),
  ),
  libraryFunction(
    'asApproximateFloat',
    method(
      unary('quantity_get_float', quantityArg, t.doubleType, ({ quantity }) =>
        amounts.quantityAsNumber(quantity),
      ),
    ),
  ),
  libraryFunction(
    'asInteger',
    method(
      unary('quantity_get_int', quantityArg, t.intType, ({ quantity }) => {
        return amounts.quantityAsInt64(quantity) ?? celError('cannot convert value to integer');
      }),
    ),
  ),
  libraryFunction(
    'isInteger',
    method(
      unary('quantity_is_integer', quantityArg, t.boolType, ({ quantity }) =>
        amounts.isIntegerQuantity(quantity),
      ),
    ),
  ),
  libraryFunction(
    'add',
    method(binary('quantity_add', two, quantityType, (a, b) => wrap(plus(a.quantity, b.quantity)))),
    method(binary('quantity_add_int', withInt, quantityType, (a, b) => wrap(plus(a.quantity, fromInt(b))))),
  ),
  libraryFunction(
    'sub',
    method(binary('quantity_sub', two, quantityType, (a, b) => wrap(minus(a.quantity, b.quantity)))),
    method(binary('quantity_sub_int', withInt, quantityType, (a, b) => wrap(minus(a.quantity, fromInt(b))))),
  ),
];
