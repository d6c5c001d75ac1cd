import types from './types.gen.json' with { type: 'json' };

/** Scalars of the wire model: what Go's type of the field accepts and how it prints. */
export type ScalarType =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'duration'
  | 'float64'
  | 'int32'
  | 'int64'
  | 'intstr'
  | 'microtime'
  | 'quantity'
  | 'string'
  | 'time';

export type WireType =
  | ScalarType
  | { readonly ref: string }
  | { readonly list: WireType }
  | { readonly map: WireType };

/** One field of a built-in type, as its Go struct declares it. */
export interface WireField {
  /** JSON name; of an inline field the model has none. */
  readonly name: string;
  readonly type: WireType;
  /** The field is printed even when it is empty. */
  readonly keep: boolean;
  /** An explicit zero value differs from none. */
  readonly pointer: boolean;
  /** Protobuf field number. */
  readonly number: number;
  /** Strategic merge patch: `merge`, `replace`, `retainKeys`, or `merge,retainKeys`. */
  readonly patch: string | undefined;
  readonly mergeKey: string | undefined;
  readonly listType: string | undefined;
  readonly listKeys: readonly string[] | undefined;
}

export interface WireStruct {
  readonly fields: readonly WireField[];
  readonly byName: ReadonlyMap<string, WireField>;
  /** Server-side apply owns the struct as a whole. */
  readonly atomic: boolean;
  /** Inlined structs with a protobuf number of their own: their fields are nested on the protobuf wire. */
  readonly nested: readonly { readonly number: number; readonly ref: string }[];
}

interface RawField {
  readonly name?: string;
  readonly type: unknown;
  readonly keep?: boolean;
  readonly pointer?: boolean;
  readonly inline?: boolean;
  readonly number?: number;
  readonly patch?: string;
  readonly mergeKey?: string;
  readonly listType?: string;
  readonly listKeys?: readonly string[];
}

interface RawStruct {
  readonly fields: readonly RawField[];
  readonly atomic?: boolean;
}

const SCALARS: ReadonlySet<string> = new Set([
  'any',
  'bool',
  'bytes',
  'duration',
  'float64',
  'int32',
  'int64',
  'intstr',
  'microtime',
  'quantity',
  'string',
  'time',
] satisfies ScalarType[]);

function isScalar(text: string): text is ScalarType {
  return SCALARS.has(text);
}

function parseType(raw: unknown): WireType {
  if (typeof raw === 'string' && isScalar(raw)) return raw;
  if (typeof raw === 'object' && raw !== null) {
    if ('ref' in raw && typeof raw.ref === 'string') return { ref: raw.ref };
    if ('list' in raw) return { list: parseType(raw.list) };
    if ('map' in raw) return { map: parseType(raw.map) };
  }
  throw new Error(`wire model: unknown type ${JSON.stringify(raw)}`);
}

function parseField(raw: RawField): WireField {
  return {
    name: raw.name ?? '',
    type: parseType(raw.type),
    keep: raw.keep === true,
    pointer: raw.pointer === true,
    number: raw.number ?? 0,
    patch: raw.patch,
    mergeKey: raw.mergeKey,
    listType: raw.listType,
    listKeys: raw.listKeys,
  };
}

function refOf(type: WireType): string {
  if (typeof type === 'object' && 'ref' in type) return type.ref;
  throw new Error('wire model: an inline field must be a struct');
}

const RAW: ReadonlyMap<string, RawStruct> = new Map(Object.entries(types));
const parsed = new Map<string, WireStruct>();

function parseStruct(raw: RawStruct): WireStruct {
  const fields: WireField[] = [];
  const nested: { number: number; ref: string }[] = [];
  for (const field of raw.fields) {
    if (field.inline !== true) fields.push(parseField(field));
    else {
      const ref = refOf(parseType(field.type));
      fields.push(...wireStruct(ref).fields);
      if (field.number !== undefined) nested.push({ number: field.number, ref });
    }
  }
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { fields, byName, atomic: raw.atomic === true, nested };
}

/** The struct of a type name such as `io.k8s.api.core.v1.Pod`; inline structs are flattened. Throws for unknown names. */
export function wireStruct(name: string): WireStruct {
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const raw = RAW.get(name);
  if (raw === undefined) throw new Error(`wire model: unknown type ${name}`);
  const struct = parseStruct(raw);
  parsed.set(name, struct);
  return struct;
}
