import type { JsonValue } from '../../../api/json-value.ts';
import type { Quantity } from '../../../api/quantity.ts';
import type { GoUrl } from '../../net/go-url.ts';
import type { Cidr, IpAddress } from '../../net/ip-address.ts';
import type { NamedFormat } from '../data/named-format.ts';
import type { Semver } from '../data/semver.ts';
import type { CelType } from './cel-type.ts';
import * as t from './cel-type.ts';

export interface UintValue {
  readonly kind: 'uint';
  readonly value: bigint;
}

/** Nanoseconds. */
export interface DurationValue {
  readonly kind: 'duration';
  readonly nanos: bigint;
}

/** Nanoseconds since 1970 (UTC). */
export interface TimestampValue {
  readonly kind: 'timestamp';
  readonly nanos: bigint;
  /** Seconds east of UTC of the zone it was written in; its text keeps it. */
  readonly offset?: number;
}

/** How lists of a schema's x-kubernetes-list-type compare and add up: as sets, or as maps by these keys. */
export type ListMerge = { readonly kind: 'set' } | { readonly kind: 'map'; readonly keys: readonly string[] };

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly CelValue[];
  readonly merge?: ListMerge;
  /** True for a list of an object of a schema: the server has types of its own for them. */
  readonly ofSchema?: true;
  /** The JSON that the list was made of, where it was. */
  readonly json?: JsonValue;
}

/** A map: of an object of a schema, whose members are read when they are asked for, or one that an expression made. */
export interface MapValue {
  readonly kind: 'map';
  readonly size: number;
  /** The value of a key, undefined when absent. */
  find(key: CelValue): CelValue | undefined;
  keys(): readonly CelValue[];
  /** The JSON that the map was made of, where it was. */
  readonly json?: JsonValue;
  /** The JSON object behind a value of the schema, with fields the schema does not know. */
  readonly source?: SchemaSource;
}

interface SchemaSource {
  readonly object: { readonly [key: string]: JsonValue | undefined };
  /** True when the schema knows the field. */
  knows(key: string): boolean;
}

export interface OptionalValue {
  readonly kind: 'optional';
  readonly value: CelValue | undefined;
}

/** A value that an expression made by the name of its type. */
export interface MessageValue {
  readonly kind: 'message';
  readonly name: string;
  readonly fields: ReadonlyMap<string, CelValue>;
  /** What is read from a field that is not set. */
  absent(field: string): CelValue;
}

interface TypeValue {
  readonly kind: 'type';
  readonly type: CelType;
}

/** What a schema preserves without knowing its type. */
interface UnknownJson {
  readonly kind: 'json';
  readonly json: JsonValue;
}

/** Errors are values: `false && (1 / 0 == 1)` is false. */
export interface ErrorValue {
  readonly kind: 'error';
  readonly message: string;
}

export type LibraryValue =
  | { readonly kind: 'quantity'; readonly quantity: Quantity }
  | { readonly kind: 'url'; readonly url: GoUrl }
  | { readonly kind: 'ip'; readonly ip: IpAddress }
  | { readonly kind: 'cidr'; readonly cidr: Cidr }
  | { readonly kind: 'semver'; readonly semver: Semver }
  | { readonly kind: 'format'; readonly format: NamedFormat };

/** A value at run time: bigint is int, number is double, Uint8Array is bytes. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | UintValue
  | DurationValue
  | TimestampValue
  | ListValue
  | MapValue
  | OptionalValue
  | MessageValue
  | TypeValue
  | UnknownJson
  | LibraryValue
  | ErrorValue;

type ValueKind =
  | Exclude<CelValue, null | boolean | bigint | number | string | Uint8Array>['kind']
  | PlainKind;
type PlainKind = 'null' | 'bool' | 'int' | 'double' | 'string' | 'bytes';

const plainKinds: Readonly<Record<string, PlainKind>> = {
  boolean: 'bool',
  bigint: 'int',
  number: 'double',
  string: 'string',
};

export function kindOf(value: CelValue): ValueKind {
  if (value === null) return 'null';
  if (typeof value !== 'object') return plainKinds[typeof value] ?? 'null';
  return value instanceof Uint8Array ? 'bytes' : value.kind;
}

export function isError(value: CelValue): value is ErrorValue {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && value.kind === 'error'
  );
}

/** An evaluation that failed; operators that need the value hand it on. */
export function celError(message: string): ErrorValue {
  return { kind: 'error', message };
}

export const noSuchOverload = celError('no such overload');

/** The value if it is an error already, else the plain overload error. */
export function overloadError(value: CelValue): ErrorValue {
  return isError(value) ? value : noSuchOverload;
}

/** Whether a value is a list. */
export function isList(value: CelValue): value is ListValue {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && value.kind === 'list'
  );
}

export function isMap(value: CelValue): value is MapValue {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && value.kind === 'map'
  );
}

/** Whether an expression made the value by the name of its type. */
export function isMessage(value: CelValue): value is MessageValue {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && value.kind === 'message'
  );
}

export function isOptional(value: CelValue): value is OptionalValue {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && value.kind === 'optional'
  );
}

export function uintValue(value: bigint): UintValue {
  return { kind: 'uint', value };
}

export function durationValue(nanos: bigint): DurationValue {
  return { kind: 'duration', nanos };
}

/** A list of values. */
export function listValue(items: readonly CelValue[]): ListValue {
  return { kind: 'list', items };
}

export const noValue: OptionalValue = { kind: 'optional', value: undefined };

export function optionalOf(value: CelValue): OptionalValue {
  return { kind: 'optional', value };
}

/** Library types by value kind. */
export const libraryTypes = {
  quantity: t.objectType('kubernetes.Quantity'),
  url: t.objectType('kubernetes.URL'),
  ip: t.opaqueType('net.IP'),
  cidr: t.opaqueType('net.CIDR'),
  semver: t.objectType('kubernetes.Semver'),
  format: t.objectType('kubernetes.NamedFormat'),
} as const;

const runtimeTypes: Readonly<Record<ValueKind, CelType>> = {
  null: t.nullType,
  bool: t.boolType,
  int: t.intType,
  uint: t.uintType,
  double: t.doubleType,
  string: t.stringType,
  bytes: t.bytesType,
  duration: t.durationType,
  timestamp: t.timestampType,
  list: t.listType(t.dynType),
  map: t.mapType(t.dynType, t.dynType),
  optional: t.optionalType(t.dynType),
  message: t.dynType,
  type: t.typeType,
  json: { kind: 'opaque', name: 'unknown', params: [] },
  error: t.errorType,
  ...libraryTypes,
};

/** The type `type(value)` gives. */
export function runtimeType(value: CelValue): CelType {
  return isMessage(value) ? t.objectType(value.name) : runtimeTypes[kindOf(value)];
}
