import { objectAt } from '../../api/json-members.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { compareBytes, marshal } from '../../go-text/marshal.ts';
import { jsonType } from '../../json/json-type.ts';
import { childPath } from '../field-errors/field-path.ts';
import { formatGoTime, parseGoTime } from './go-time.ts';

type DecodedMeta =
  | {
      readonly ok: true;
      readonly metadata: JsonObject;
      /** Paths of the members that were dropped: `ownerReferences[0].a`. */
      readonly unknownFields: readonly string[];
    }
  | { readonly ok: false; readonly error: string };

/** What Go's ObjectMeta holds in a member; `always` members are written even when empty. */
type Shape =
  | { readonly kind: 'text'; readonly always?: true }
  | { readonly kind: 'integer' | 'boolean'; readonly pointer: boolean }
  | { readonly kind: 'time' }
  | { readonly kind: 'raw' }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'map'; readonly item: Shape }
  | { readonly kind: 'struct'; readonly name: string; readonly members: Readonly<Record<string, Shape>> };

const text: Shape = { kind: 'text' };
const owned: Shape = { kind: 'text', always: true };
const flag: Shape = { kind: 'boolean', pointer: true };

const ownerReference: Shape = {
  kind: 'struct',
  name: 'OwnerReference',
  members: {
    apiVersion: owned,
    kind: owned,
    name: owned,
    uid: owned,
    controller: flag,
    blockOwnerDeletion: flag,
  },
};

const managedFields: Shape = {
  kind: 'struct',
  name: 'ManagedFieldsEntry',
  members: {
    manager: text,
    operation: text,
    apiVersion: text,
    time: { kind: 'time' },
    fieldsType: text,
    fieldsV1: { kind: 'raw' },
    subresource: text,
  },
};

const objectMeta: Shape = {
  kind: 'struct',
  name: 'ObjectMeta',
  members: {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid: text,
    resourceVersion: text,
    generation: { kind: 'integer', pointer: false },
    creationTimestamp: { kind: 'time' },
    deletionTimestamp: { kind: 'time' },
    deletionGracePeriodSeconds: { kind: 'integer', pointer: true },
    labels: { kind: 'map', item: text },
    annotations: { kind: 'map', item: text },
    ownerReferences: { kind: 'list', item: ownerReference },
    finalizers: { kind: 'list', item: owned },
    managedFields: { kind: 'list', item: managedFields },
  },
};

class Mismatch extends Error {}

/**
 * Reads metadata as the API server's ObjectMeta does: unknown members and empty ones are dropped, times become
 * UTC seconds, anything of a wrong type is an error.
 */
export function decodeObjectMeta(value: JsonValue): DecodedMeta {
  try {
    const decoded = decode(value, objectMeta, { struct: '', path: '' });
    return { ok: true, metadata: objectAt(decoded), unknownFields: unknownMembers(value, objectMeta, '') };
  } catch (error) {
    if (error instanceof Mismatch) return { ok: false, error: error.message };
    throw error;
  }
}

function unknownMembers(value: JsonValue, shape: Shape, path: string): readonly string[] {
  if (shape.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownMembers(item, shape.item, `${path}[${index}]`));
  }
  if (shape.kind !== 'struct' || !isJsonObject(value)) return [];
  return sortedKeys(value).flatMap((name) => {
    const member = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    const at = path === '' ? name : `${path}.${name}`;
    return member === undefined ? [at] : unknownMembers(value[name] ?? null, member, at);
  });
}

interface Where {
  readonly struct: string;
  readonly path: string;
}

/** The value as Go writes it back; nothing when Go leaves it out. */
function decode(value: JsonValue, shape: Shape, where: Where): JsonValue | undefined {
  switch (shape.kind) {
    case 'struct':
      return decodeStruct(value, shape, where);
    case 'list':
      return decodeList(value, shape.item, where);
    case 'map':
      return decodeMap(value, shape.item, where);
    case 'raw':
      return value ?? undefined;
    case 'time':
      return decodeTime(value, where);
    default:
      return decodeScalar(value, shape, where);
  }
}

function decodeScalar(
  value: JsonValue,
  shape: Extract<Shape, { kind: 'text' | 'integer' | 'boolean' }>,
  where: Where,
): JsonValue | undefined {
  const zero = { text: '', integer: 0, boolean: false }[shape.kind];
  const kept = shape.kind === 'text' ? shape.always === true : shape.pointer;
  if (value === null) return shape.kind === 'text' && kept ? '' : undefined;
  const wanted = shape.kind === 'text' ? 'string' : shape.kind;
  if (jsonType(value) !== wanted) throw mismatch(value, goTypes[shape.kind], where);
  return value === zero && !kept ? undefined : value;
}

const goTypes = { text: 'string', integer: 'int64', boolean: 'bool' } as const;

function decodeTime(value: JsonValue, where: Where): JsonValue | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'string') throw mismatch(value, 'string', where);
  const parsed = parseGoTime(value);
  if (!parsed.ok) throw new Mismatch(parsed.error);
  return formatGoTime(parsed.time);
}

function decodeStruct(
  value: JsonValue,
  shape: Extract<Shape, { kind: 'struct' }>,
  where: Where,
): JsonValue | undefined {
  if (value !== null && !isJsonObject(value)) throw mismatch(value, `v1.${shape.name}`, where);
  const given = value ?? {};
  const entries: [string, JsonValue][] = [];
  for (const [name, member] of membersOf(shape)) {
    const present = Object.hasOwn(given, name) ? given[name] : undefined;
    if (present === undefined && !isAlways(member)) continue;
    const inside = { struct: shape.name, path: childPath(where.path, name) };
    const decoded = decode(present ?? null, member, inside);
    if (decoded !== undefined) entries.push([name, decoded]);
  }
  return Object.fromEntries(entries);
}

/** In the order of their names: the first wrong one is the one reported. */
function membersOf(shape: Extract<Shape, { kind: 'struct' }>): [string, Shape][] {
  return Object.entries(shape.members).sort(([left], [right]) => compareBytes(left, right));
}

function isAlways(shape: Shape): boolean {
  return shape.kind === 'text' && shape.always === true;
}

function decodeList(value: JsonValue, item: Shape, where: Where): JsonValue | undefined {
  if (value === null) return undefined;
  if (!Array.isArray(value)) throw mismatch(value, `[]${typeName(item)}`, where);
  const items = value.map((member: JsonValue) => decode(member, item, where) ?? null);
  return items.length === 0 ? undefined : items;
}

function decodeMap(value: JsonValue, item: Shape, where: Where): JsonValue | undefined {
  if (value === null) return undefined;
  if (!isJsonObject(value)) throw mismatch(value, `map[string]${typeName(item)}`, where);
  const entries = sortedKeys(value).map((key) => [key, decode(value[key] ?? null, item, where) ?? '']);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function typeName(shape: Shape): string {
  return shape.kind === 'struct' ? `v1.${shape.name}` : 'string';
}

function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object).sort(compareBytes);
}

function mismatch(value: JsonValue, type: string, { struct, path }: Where): Mismatch {
  const target = struct === '' ? 'value' : `struct field ${struct}.${path}`;
  return new Mismatch(`json: cannot unmarshal ${foundKind(value, type)} into Go ${target} of type ${type}`);
}

function foundKind(value: JsonValue, type: string): string {
  const found = jsonType(value);
  if (found === 'boolean') return 'bool';
  // Go shows a number only where it wanted another kind of number.
  if (found === 'number' && type === 'int64') return `number ${marshal(value)}`;
  return found === 'integer' ? 'number' : found;
}
