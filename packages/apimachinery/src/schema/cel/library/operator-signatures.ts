import type { CelType } from '../values/cel-type.ts';
import * as t from '../values/cel-type.ts';

/** Overload id, argument types, result type. */
export type Signature = readonly [id: string, args: readonly CelType[], result: CelType];

export const a = t.typeParam('A');
export const b = t.typeParam('B');
export const listOfA = t.listType(a);
export const mapOfAB = t.mapType(a, b);

function same(id: string, type: CelType): Signature {
  return [id, [type, type], type];
}

export const addition: readonly Signature[] = [
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

export const subtraction: readonly Signature[] = [
  same('subtract_double', t.doubleType),
  same('subtract_duration_duration', t.durationType),
  same('subtract_int64', t.intType),
  ['subtract_timestamp_duration', [t.timestampType, t.durationType], t.timestampType],
  ['subtract_timestamp_timestamp', [t.timestampType, t.timestampType], t.durationType],
  same('subtract_uint64', t.uintType),
];

export function numeric(prefix: string, doubles: boolean): readonly Signature[] {
  const integers = [same(`${prefix}_int64`, t.intType), same(`${prefix}_uint64`, t.uintType)];
  return doubles ? [same(`${prefix}_double`, t.doubleType), ...integers] : integers;
}

export function ordering(prefix: string): readonly Signature[] {
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
