import * as t from '../values/cel-type.ts';
import type {
  DurationValue,
  MapValue,
  OptionalValue,
  TimestampValue,
  UintValue,
} from '../values/cel-value.ts';
import {
  type CelValue,
  isList,
  isMap,
  isOptional,
  type LibraryValue,
  type ListValue,
  libraryTypes,
} from '../values/cel-value.ts';
import type { ArgumentType } from './function-table.ts';

/** Readers of the argument types the libraries use. */
export const anyArg: ArgumentType<CelValue> = { type: t.typeParam('A'), read: (value) => value };
export const dynArg: ArgumentType<CelValue> = { type: t.dynType, read: (value) => value };

export const boolArg: ArgumentType<boolean> = {
  type: t.boolType,
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

export const intArg: ArgumentType<bigint> = {
  type: t.intType,
  read: (value) => (typeof value === 'bigint' ? value : undefined),
};

export const doubleArg: ArgumentType<number> = {
  type: t.doubleType,
  read: (value) => (typeof value === 'number' ? value : undefined),
};

export const stringArg: ArgumentType<string> = {
  type: t.stringType,
  read: (value) => (typeof value === 'string' ? value : undefined),
};

export const bytesArg: ArgumentType<Uint8Array> = {
  type: t.bytesType,
  read: (value) => (value instanceof Uint8Array ? value : undefined),
};

type Boxed = Exclude<CelValue, null | boolean | bigint | number | string | Uint8Array>;

function boxed(value: CelValue): Boxed | undefined {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? value : undefined;
}

function readBoxed<T extends Boxed>(
  isKind: (value: Boxed) => value is T,
): (value: CelValue) => T | undefined {
  return (value) => {
    const box = boxed(value);
    return box !== undefined && isKind(box) ? box : undefined;
  };
}

export const uintArg: ArgumentType<UintValue> = {
  type: t.uintType,
  read: readBoxed((value) => value.kind === 'uint'),
};

export const durationArg: ArgumentType<DurationValue> = {
  type: t.durationType,
  read: readBoxed((value) => value.kind === 'duration'),
};

export const timestampArg: ArgumentType<TimestampValue> = {
  type: t.timestampType,
  read: readBoxed((value) => value.kind === 'timestamp'),
};

/** A list; like the server, only its first element is looked at. */
export function listArg<T>(element: ArgumentType<T>): ArgumentType<ListValue> {
  return {
    type: t.listType(element.type),
    read: (value) => {
      if (!isList(value)) return undefined;
      const [first] = value.items;
      return first === undefined || element.read(first) !== undefined ? value : undefined;
    },
  };
}

export const mapArg: ArgumentType<MapValue> = {
  type: t.mapType(t.typeParam('K'), t.typeParam('V')),
  read: (value) => (isMap(value) ? value : undefined),
};

export function optionalArg<T>(inner: ArgumentType<T>): ArgumentType<OptionalValue> {
  return { type: t.optionalType(inner.type), read: (value) => (isOptional(value) ? value : undefined) };
}

function isLibraryKind<K extends LibraryValue['kind']>(kind: K) {
  return (value: Boxed): value is Extract<LibraryValue, { kind: K }> => value.kind === kind;
}

function libraryArg<K extends LibraryValue['kind']>(
  kind: K,
): ArgumentType<Extract<LibraryValue, { kind: K }>> {
  return { type: libraryTypes[kind], read: readBoxed(isLibraryKind(kind)) };
}

export const quantityArg = libraryArg('quantity');
export const urlArg = libraryArg('url');
export const ipArg = libraryArg('ip');
export const cidrArg = libraryArg('cidr');
export const semverArg = libraryArg('semver');
export const formatArg = libraryArg('format');
