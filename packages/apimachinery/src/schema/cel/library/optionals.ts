import { anyArg, listArg, optionalArg } from '../functions/argument-types.ts';
import { type CelFunction, libraryFunction, method, nullary, unary } from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import {
  type CelValue,
  celError,
  isList,
  isMap,
  isOptional,
  type ListValue,
  listValue,
  type MapValue,
  noValue,
  optionalOf,
} from '../values/cel-value.ts';
import { firstMoment } from '../values/numbers.ts';

const value = t.typeParam('V');
const optional = t.optionalType(value);
const anyOptional = optionalArg({ type: value, read: anyArg.read });
const listOfOptional = listArg({ type: optional, read: (item: CelValue) => item });
const anyList = listArg({ type: value, read: anyArg.read });

function isZero(item: CelValue): boolean {
  if (item === null || item === false || item === '' || item === 0 || item === 0n) return true;
  if (item instanceof Uint8Array) return item.length === 0;
  return isList(item) || isMap(item) ? isZeroContainer(item) : isZeroBox(item);
}

/** Lists and maps of an object of a schema are never zero to the server, however empty. */
function isZeroContainer(item: ListValue | MapValue): boolean {
  if (item.kind === 'list') return item.ofSchema !== true && item.items.length === 0;
  return item.source === undefined && item.size === 0;
}

/** Nor are optionals. */
function isZeroBox(item: CelValue): boolean {
  if (typeof item !== 'object' || item === null || !('kind' in item)) return false;
  if (item.kind === 'message') return item.fields.size === 0;
  if (item.kind === 'uint') return item.value === 0n;
  if (item.kind === 'duration') return item.nanos === 0n;
  return item.kind === 'timestamp' && item.nanos === firstMoment;
}

function unwrap(list: ListValue): CelValue {
  const items: CelValue[] = [];
  for (const item of list.items) {
    if (!isOptional(item)) return celError('value is not optional');
    if (item.value !== undefined) items.push(item.value);
  }
  return listValue(items);
}

function itemOrNone(item: CelValue | undefined): CelValue {
  return item === undefined ? noValue : optionalOf(item);
}

function planned(): CelValue {
  throw new Error('evaluated by the planner');
}

const listOfValue = t.listType(value);

/** Functions of optional values. */
export const optionalFunctions: readonly CelFunction[] = [
  libraryFunction(
    'optional.of',
    unary('optional_of', { type: value, read: anyArg.read }, optional, optionalOf),
  ),
  libraryFunction(
    'optional.ofNonZeroValue',
    unary('optional_ofNonZeroValue', { type: value, read: anyArg.read }, optional, (item) =>
      isZero(item) ? noValue : optionalOf(item),
    ),
  ),
  libraryFunction(
    'optional.none',
    nullary('optional_none', optional, () => noValue),
  ),
  libraryFunction(
    'value',
    method(unary('optional_value', anyOptional, value, (item) => item.value ?? dereference(item.value))),
  ),
  libraryFunction(
    'hasValue',
    method(unary('optional_hasValue', anyOptional, t.boolType, (item) => item.value !== undefined)),
  ),
  libraryFunction('or', {
    id: 'optional_or_optional',
    member: true,
    args: [optional, optional],
    result: optional,
    run: planned,
  }),
  libraryFunction('orValue', {
    id: 'optional_orValue_value',
    member: true,
    args: [optional, value],
    result: value,
    run: planned,
  }),
  libraryFunction(
    'last',
    method(unary('list_last', anyList, optional, (list) => itemOrNone(list.items.at(-1)))),
  ),
  libraryFunction(
    'first',
    method(unary('list_first', anyList, optional, (list) => itemOrNone(list.items[0]))),
  ),
  libraryFunction('optional.unwrap', unary('optional_unwrap', listOfOptional, listOfValue, unwrap)),
  libraryFunction('unwrapOpt', method(unary('optional_unwrapOpt', listOfOptional, listOfValue, unwrap))),
];

/** An optional may hold null. */
function dereference(item: CelValue | undefined): CelValue {
  return item === null ? null : celError('optional.none() dereference');
}
