/** What a CEL type is made of; `object` is a schema type with declared fields, `param` a type variable. */
export type CelTypeKind =
  | 'dyn'
  | 'error'
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'duration'
  | 'timestamp'
  | 'list'
  | 'map'
  | 'object'
  | 'opaque'
  | 'type'
  | 'param';

/** A static CEL type: `list(int)` is kind list with one parameter. `name` tells objects, opaques and variables apart. */
export interface CelType {
  readonly kind: CelTypeKind;
  readonly name: string;
  readonly params: readonly CelType[];
}

function simple(kind: CelTypeKind, name: string): CelType {
  return { kind, name, params: [] };
}

/** Any value; what an expression does with it shows when it runs. */
export const dynType = simple('dyn', 'dyn');
export const errorType = simple('error', '!error!');
export const nullType = simple('null', 'null_type');
/** `true` and `false`. */
export const boolType = simple('bool', 'bool');
/** Whole numbers of 64 bits with a sign. */
export const intType = simple('int', 'int');
export const uintType = simple('uint', 'uint');
export const doubleType = simple('double', 'double');
/** Text, counted in code points. */
export const stringType = simple('string', 'string');
export const bytesType = simple('bytes', 'bytes');
export const durationType = simple('duration', 'google.protobuf.Duration');
/** A moment, to the nanosecond. */
export const timestampType = simple('timestamp', 'google.protobuf.Timestamp');
export const typeType = simple('type', 'type');

/** `list(element)`. */
export function listType(element: CelType): CelType {
  return { kind: 'list', name: 'list', params: [element] };
}

/** `map(key, value)`. */
export function mapType(key: CelType, value: CelType): CelType {
  return { kind: 'map', name: 'map', params: [key, value] };
}

/** An object with declared fields, by the name under which its environment declares them. */
export function objectType(name: string): CelType {
  return { kind: 'object', name, params: [] };
}

export function opaqueType(name: string, ...params: CelType[]): CelType {
  return { kind: 'opaque', name, params };
}

export function optionalType(value: CelType): CelType {
  return opaqueType('optional_type', value);
}

export function typeOf(type: CelType): CelType {
  return { kind: 'type', name: 'type', params: [type] };
}

export function typeParam(name: string): CelType {
  return { kind: 'param', name, params: [] };
}

export function isOptionalType(type: CelType): boolean {
  return type.kind === 'opaque' && type.name === 'optional_type';
}

/** Same type in every part. */
export function sameType(a: CelType, b: CelType): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.name !== b.name || a.params.length !== b.params.length) return false;
  return a.params.every((param, index) => {
    const other = b.params[index];
    return other !== undefined && sameType(param, other);
  });
}

/** The type's name in full: `map(string, google.protobuf.Duration)`. */
export function typeText(type: CelType): string {
  if (type.params.length === 0) return type.name;
  return `${type.name}(${type.params.map(typeText).join(', ')})`;
}

const shortNames: Partial<Record<CelTypeKind, string>> = {
  duration: 'duration',
  timestamp: 'timestamp',
  null: 'null',
};

/** The type's name in compile errors: `duration`, `timestamp` and `null` go without their long names. */
export function typeTextInErrors(type: CelType): string {
  const short = shortNames[type.kind];
  if (short !== undefined) return short;
  if (type.params.length === 0) return type.name;
  return `${type.name}(${type.params.map(typeTextInErrors).join(', ')})`;
}
