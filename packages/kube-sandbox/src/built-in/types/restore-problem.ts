import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { decodeScalar } from './decode-scalar.ts';
import { type ScalarType, type WireType, wireStruct } from './wire-model.ts';

/** Go's kind of a value of a patch. */
function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'slice';
  if (isJsonObject(value)) return 'map';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : typeof value === 'bigint' ? 'int64' : 'string';
}

/** Kinds that Go takes for a type, and those it would convert to it but for the API's own rule. */
const PLAIN: ReadonlyMap<ScalarType, { readonly fits: readonly string[]; readonly near: readonly string[] }> =
  new Map([
    ['string', { fits: ['string'], near: ['int64'] }],
    ['bool', { fits: ['bool'], near: [] }],
    ['int32', { fits: ['int64'], near: ['float64'] }],
    ['int64', { fits: ['int64'], near: ['float64'] }],
    ['float64', { fits: ['float64', 'int64'], near: [] }],
  ]);

function scalarProblem(value: JsonValue, type: ScalarType): string | undefined {
  const kind = kindOf(value);
  if (type === 'bytes' && kind !== 'string')
    return kind === 'slice' ? undefined : `cannot restore slice from ${kind}`;
  const plain = PLAIN.get(type);
  if (plain === undefined) {
    const decoded = decodeScalar(value, type);
    if (!('problem' in decoded)) return undefined;
    return type === 'bytes' ? `error decoding from json: ${decoded.problem}` : decoded.problem;
  }
  if (plain.fits.includes(kind)) return undefined;
  return plain.near.includes(kind) ? `cannot convert ${kind} to ${type}` : `unrecognized type: ${type}`;
}

function first<T>(items: readonly T[], problemOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function structProblem(value: JsonValue, name: string): string | undefined {
  if (!isJsonObject(value)) return `cannot restore struct from: ${kindOf(value)}`;
  const object: JsonObject = value;
  return first(wireStruct(name).fields, (field) =>
    Object.hasOwn(object, field.name) ? restoreProblem(object[field.name] ?? null, field.type) : undefined,
  );
}

/**
 * Why a value cannot be made into a Go value of a type, in the words of apimachinery's converter from unstructured
 * data, which reads objects after a strategic merge patch. The first problem in the order of the type's fields;
 * undefined when there is none.
 */
export function restoreProblem(value: JsonValue, type: WireType): string | undefined {
  if (value === null) return undefined;
  if (typeof type === 'string') return scalarProblem(value, type);
  if ('ref' in type) return structProblem(value, type.ref);
  if ('list' in type) {
    if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`;
    const items: readonly JsonValue[] = value;
    return first(items, (item) => restoreProblem(item, type.list));
  }
  if (!isJsonObject(value)) return `cannot restore map from ${kindOf(value)}`;
  return first(Object.keys(value).sort(), (key) => restoreProblem(value[key] ?? null, type.map));
}

/** A value as Go's `%+v` prints it. */
export function goValueText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(goValueText).join(' ')}]`;
  if (!isJsonObject(value)) return value === null ? '<nil>' : String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goValueText(value[key] ?? null)}`);
  return `map[${members.join(' ')}]`;
}
